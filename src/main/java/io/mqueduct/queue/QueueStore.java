/*
 * Copyright 2026 The Mqueduct authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.mqueduct.queue;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecWriter;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.QueueCommand;
import io.mqueduct.store.Store;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Which queues the store has. A queue is several lists there: for each shard its messages and the
 * identifiers of publishers. It exists if the list of its shard 0 does, which is therefore the last
 * one that is made. Owned by the registry's loop, on which futures complete.
 */
final class QueueStore {
  /** Before the name, so that no name can be taken for another list's. */
  private static final String QUEUE = "q:";

  private static final Pattern PART = Pattern.compile("[sd]\\d+:");

  private final Store store;
  private final Context context;

  QueueStore(Store store, Context context) {
    this.store = store;
    this.context = context;
  }

  /**
   * A queue of before a restart.
   *
   * @param json the queue object
   */
  record Found(String name, JsonObject json) {}

  private static String messages(String queue, int shard) {
    return shard == 0 ? QUEUE + queue : "s" + shard + ":" + queue;
  }

  private static String identifiers(String queue, int shard) {
    return "d" + shard + ":" + queue;
  }

  /** The queues that there are. Blocks. */
  List<Found> all() {
    List<Found> found = new ArrayList<>();
    store
        .reader()
        .forEachQueue(
            each -> {
              if (each.name().startsWith(QUEUE)) {
                String name = each.name().substring(QUEUE.length());
                found.add(new Found(name, new JsonObject(each.spec())));
              }
            });
    return found;
  }

  /** Removes lists without a queue, which a crash while it was made has left. Blocks. */
  void removeOrphans() {
    Map<String, Long> lists = new HashMap<>();
    store.reader().forEachQueue(each -> lists.put(each.name(), each.number()));
    lists.forEach(
        (name, number) -> {
          if (PART.matcher(name).lookingAt()
              && !lists.containsKey(QUEUE + name.substring(name.indexOf(':') + 1))) {
            store.log().append(new QueueCommand.DeleteQueue(number), CommitCallback.NONE);
          }
        });
  }

  /** A list, and whether it was made just now. */
  private record Declared(long number, boolean isNew) {}

  /**
   * Makes the lists of a new queue, all or none; what a failure of another time has left of them
   * goes first.
   */
  Future<List<StoreQueueLog.Numbers>> create(QueueSpec spec) {
    List<Future<Declared>> lists = declareAll(spec);
    return Future.join(lists)
        .compose(
            all -> {
              if (!lists.get(lists.size() - 1).result().isNew()) {
                return Future.failedFuture(
                    new BrokerException(
                        Problem.ALREADY_EXISTS,
                        "queue " + spec.name() + " is in the store, and cannot be used"));
              }
              List<Future<?>> leftOvers = new ArrayList<>();
              for (Future<Declared> each : lists) {
                if (!each.result().isNew()) {
                  leftOvers.add(append(new QueueCommand.DeleteQueue(each.result().number())));
                }
              }
              return leftOvers.isEmpty()
                  ? Future.succeededFuture(numbers(spec, lists))
                  : Future.all(leftOvers).map(gone -> numbers(spec, declareAll(spec)));
            })
        .onFailure(
            why -> {
              for (Future<Declared> each : lists) {
                if (each.succeeded() && each.result().isNew()) {
                  append(new QueueCommand.DeleteQueue(each.result().number()));
                }
              }
            });
  }

  /** Makes the lists of a queue, those that are there already left as they are. */
  Future<List<StoreQueueLog.Numbers>> declare(QueueSpec spec) {
    List<Future<Declared>> lists = declareAll(spec);
    return Future.all(lists).map(all -> numbers(spec, lists));
  }

  private List<Future<Declared>> declareAll(QueueSpec spec) {
    List<Future<Declared>> lists = new ArrayList<>();
    for (int i = spec.shards() - 1; i >= 0; i--) {
      lists.add(declare(identifiers(spec.name(), i), ""));
      lists.add(declare(messages(spec.name(), i), i == 0 ? text(spec) : ""));
    }
    return lists;
  }

  private static List<StoreQueueLog.Numbers> numbers(QueueSpec spec, List<Future<Declared>> lists) {
    List<StoreQueueLog.Numbers> numbers = new ArrayList<>();
    for (int i = lists.size() - 2; i >= 0; i -= 2) {
      numbers.add(
          new StoreQueueLog.Numbers(
              lists.get(i + 1).result().number(),
              lists.get(i).result().number(),
              spec.dedupWindow().millis(),
              spec.dedupWindow().count()));
    }
    return numbers;
  }

  private Future<Declared> declare(String name, String text) {
    return append(
        new QueueCommand.DeclareQueue(name, System.currentTimeMillis(), text),
        (sequence, number) -> new Declared(number, number.equals(sequence)));
  }

  /** Stores what a queue has been changed to. */
  Future<Long> change(QueueSpec spec, StoreQueueLog.Numbers firstShard) {
    return append(new QueueCommand.UpdateQueue(firstShard.queue(), text(spec)));
  }

  /** Removes the lists of a queue; it is gone with the first. */
  Future<Long> delete(List<StoreQueueLog.Numbers> shards) {
    Future<Long> first = null;
    for (StoreQueueLog.Numbers each : shards) {
      Future<Long> messages = append(new QueueCommand.DeleteQueue(each.queue()));
      first = first == null ? messages : first;
      append(new QueueCommand.DeleteQueue(each.dedup()));
    }
    return first == null ? Future.succeededFuture(0L) : first;
  }

  private static String text(QueueSpec spec) {
    return new JsonObject(SpecWriter.toMap(spec)).encode();
  }

  private Future<Long> append(Command command) {
    return append(command, (sequence, result) -> result);
  }

  private <T> Future<T> append(Command command, BiFunction<Long, Long, T> answer) {
    Promise<T> promise = Promise.promise();
    CommitCallback callback =
        new CommitCallback() {
          @Override
          public void committed(long sequence, long result) {
            T said = answer.apply(sequence, result);
            context.runOnContext(here -> promise.complete(said));
          }

          @Override
          public void failed(BrokerException why) {
            context.runOnContext(here -> promise.fail(why));
          }
        };
    if (!store.log().append(command, callback)) {
      promise.fail(new BrokerException(Problem.STORE_BUSY, "the store is busy"));
    }
    return promise.future();
  }

  /** What a list holds. Blocks. */
  QueueLog.Recovered recover(StoreQueueLog.Numbers numbers) {
    return StoreQueueLog.recover(store.reader(), numbers);
  }
}

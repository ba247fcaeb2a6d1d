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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Which queues the store has. A queue is several lists there: for each shard its messages and the
 * identifiers of publishers. It exists if the list of its shard 0 has its definition, which is the
 * last thing that is stored. Owned by the registry's loop, on which futures complete.
 */
final class QueueStore {
  /** Before the name, so that no name can be taken for another list's. */
  private static final String QUEUE = "q:";

  /** The definition of a queue that is being made: with the real one it exists. */
  private static final String UNFINISHED = "";

  private static final long DISCARD_AGAIN_MILLIS = 1000;
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
              if (each.name().startsWith(QUEUE) && !each.spec().equals(UNFINISHED)) {
                String name = each.name().substring(QUEUE.length());
                found.add(new Found(name, new JsonObject(each.spec())));
              }
            });
    return found;
  }

  /** Removes lists without a queue, which a crash while it was made has left. Blocks. */
  void removeOrphans() {
    Map<String, Long> lists = new HashMap<>();
    Set<String> finished = new HashSet<>();
    store
        .reader()
        .forEachQueue(
            each -> {
              lists.put(each.name(), each.number());
              if (each.name().startsWith(QUEUE) && !each.spec().equals(UNFINISHED)) {
                finished.add(each.name());
              }
            });
    lists.forEach(
        (name, number) -> {
          boolean isOfQueue = name.startsWith(QUEUE) || PART.matcher(name).lookingAt();
          if (isOfQueue && !finished.contains(QUEUE + name.substring(name.indexOf(':') + 1))) {
            store.log().append(new QueueCommand.DeleteQueue(number), CommitCallback.NONE);
          }
        });
  }

  /** A list, and whether it was made just now. */
  private record Declared(long number, boolean isNew) {}

  /**
   * Makes the lists of a new queue, all or none; it does not exist before {@link #finish}. Of what
   * there is under its name, left by a creation that failed or by a deletion that was cut short,
   * nothing stays.
   */
  Future<List<StoreQueueLog.Numbers>> create(QueueSpec spec) {
    List<Long> made = new ArrayList<>();
    List<Future<Long>> parts = new ArrayList<>();
    for (Part each : parts(spec)) {
      parts.add(declareNew(each).onSuccess(made::add));
    }
    Part definition = new Part(messages(spec.name(), 0), UNFINISHED);
    return Future.join(parts)
        .compose(all -> declareNew(definition))
        .map(number -> numbers(spec, number, parts))
        .onFailure(why -> made.forEach(this::discard));
  }

  /** From now on the queue exists, also after a restart. */
  Future<Void> finish(QueueSpec spec, List<StoreQueueLog.Numbers> shards) {
    return change(spec, shards.get(0)).mapEmpty();
  }

  /** Makes a list; one of that name is left of another time, and goes first. */
  private Future<Long> declareNew(Part part) {
    return declare(part)
        .compose(
            found ->
                found.isNew()
                    ? Future.succeededFuture(found.number())
                    : append(new QueueCommand.DeleteQueue(found.number()))
                        .compose(gone -> declare(part))
                        .map(Declared::number));
  }

  /** Makes the lists of a queue, those that are there already left as they are. */
  Future<List<StoreQueueLog.Numbers>> declare(QueueSpec spec) {
    List<Future<Long>> parts = new ArrayList<>();
    for (Part each : parts(spec)) {
      parts.add(declare(each).map(Declared::number));
    }
    Future<Long> definition = declare(definition(spec)).map(Declared::number);
    return Future.all(parts).compose(all -> definition).map(number -> numbers(spec, number, parts));
  }

  /** A list of a queue. */
  private record Part(String name, String text) {}

  private static Part definition(QueueSpec spec) {
    return new Part(messages(spec.name(), 0), text(spec));
  }

  /** The others: for each shard its identifiers, and from the second on its messages. */
  private static List<Part> parts(QueueSpec spec) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < spec.shards(); i++) {
      parts.add(new Part(identifiers(spec.name(), i), ""));
      if (i > 0) {
        parts.add(new Part(messages(spec.name(), i), ""));
      }
    }
    return parts;
  }

  private static List<StoreQueueLog.Numbers> numbers(
      QueueSpec spec, long definition, List<Future<Long>> parts) {
    List<StoreQueueLog.Numbers> numbers = new ArrayList<>();
    for (int i = 0; i < spec.shards(); i++) {
      numbers.add(
          new StoreQueueLog.Numbers(
              i == 0 ? definition : parts.get(2 * i).result(),
              parts.get(i == 0 ? 0 : 2 * i - 1).result(),
              spec.dedupWindow().millis(),
              spec.dedupWindow().count()));
    }
    return numbers;
  }

  private Future<Declared> declare(Part part) {
    return append(
        new QueueCommand.DeclareQueue(part.name(), System.currentTimeMillis(), part.text()),
        (sequence, number) -> new Declared(number, number.equals(sequence)));
  }

  /** Stores what a queue has been changed to. */
  Future<Long> change(QueueSpec spec, StoreQueueLog.Numbers firstShard) {
    return append(new QueueCommand.UpdateQueue(firstShard.queue(), text(spec)));
  }

  /** Removes the lists of a queue: the first, with which it is gone, and then the others. */
  Future<Long> delete(List<StoreQueueLog.Numbers> shards) {
    return append(new QueueCommand.DeleteQueue(shards.get(0).queue()))
        .onSuccess(
            gone -> {
              discard(shards.get(0).dedup());
              for (StoreQueueLog.Numbers each : shards.subList(1, shards.size())) {
                discard(each.queue());
                discard(each.dedup());
              }
            });
  }

  /** Removes all lists of a queue that cannot be put to work, as soon as the store can do it. */
  void discard(List<StoreQueueLog.Numbers> shards) {
    for (StoreQueueLog.Numbers each : shards) {
      discard(each.queue());
      discard(each.dedup());
    }
  }

  /** Removes a list, or tries again in a while: a definition must not be there after a restart. */
  private void discard(long number) {
    append(new QueueCommand.DeleteQueue(number))
        .onFailure(why -> context.owner().setTimer(DISCARD_AGAIN_MILLIS, again -> discard(number)));
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

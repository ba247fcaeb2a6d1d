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
package io.mqueduct.testkit;

import io.mqueduct.bus.Address;
import io.mqueduct.bus.BusFailure;
import io.mqueduct.queue.ConsumerStats;
import io.mqueduct.queue.InQueue;
import io.mqueduct.queue.QueueRequest;
import io.mqueduct.queue.QueueStats;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.session.Kick;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * The named queues of a broker in this process, managed over its event bus. Blocks; used by the
 * test's thread. What the broker refuses comes as its {@code BrokerException}.
 */
public final class Queues {
  private static final int LOOPS = 2;

  private final Vertx vertx;

  Queues(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Fields of a queue object: names and values in turn. */
  public static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  /** Creates a regular queue unless the further fields, names and values in turn, say otherwise. */
  public QueueSpec create(String name, String filter, Object... more) {
    Map<String, Object> fields = fields("name", name, "topic_filter", filter);
    fields.put("is_lastvalue", false);
    fields.putAll(fields(more));
    return (QueueSpec) ask(new QueueRequest.Create(fields));
  }

  /** Changes the fields that are named, and no others. */
  public QueueSpec change(String name, Object... changes) {
    return (QueueSpec) ask(new QueueRequest.Change(name, fields(changes), true));
  }

  /** Deletes a queue. */
  public void delete(String name) {
    ask(new QueueRequest.Delete(name));
  }

  /** A queue's object. */
  public QueueSpec find(String name) {
    return (QueueSpec) ask(new QueueRequest.Find(name));
  }

  /** Clients that subscribed and do not take part, because there is no queue that fits. */
  public List<String> waiting(String name) {
    return ((QueueRequest.Interested) ask(new QueueRequest.ListConsumers(name))).waiting();
  }

  /** The numbers of a queue that has one shard. */
  public QueueStats stats(String name) {
    return in(name, 0, shard -> shard.queue().stats(System.currentTimeMillis()));
  }

  /** The consumers that take part in a queue that has one shard. */
  public List<ConsumerStats> consumers(String name) {
    return in(name, 0, shard -> shard.queue().consumerStats(System.currentTimeMillis()));
  }

  /** Asks a shard on its loop. */
  public <T> T in(String name, int shard, Function<io.mqueduct.queue.QueueShard, T> question) {
    InQueue.Task task = (there, now) -> Future.succeededFuture(question.apply(there));
    Object done =
        await(
            vertx
                .eventBus()
                .request(
                    Address.queues(Address.loopOf(name, shard, LOOPS)),
                    new InQueue(name, shard, task)));
    @SuppressWarnings("unchecked") // what the question gave
    T answer = (T) ((InQueue.Done) done).result();
    return answer;
  }

  /** Waits until the numbers of a queue are as they should be. */
  public QueueStats awaitStats(String name, Predicate<QueueStats> condition) {
    return Awaitility.await("stats of " + name)
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> stats(name), condition);
  }

  /** Waits until so many messages are in a queue. */
  public void awaitDepth(String name, long depth) {
    Awaitility.await("depth of " + name)
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> stats(name).depth(), found -> found == depth);
  }

  /**
   * Waits until a queue has done what it was told up to now, and whatever it has handed out because
   * of that is on its way to the consumers' loops, where {@link WirePeer#expectNothing} finds it.
   * Asked twice: the first answer may overtake what other loops are told at the end of a pass.
   */
  public void settle(String name) {
    int shards = find(name).shards();
    for (int i = 0; i < 2 * shards; i++) {
      in(name, i % shards, shard -> shard.queue().stats(System.currentTimeMillis()));
    }
  }

  /** Waits until so many consumers take part. */
  public void awaitConsumers(String name, int count) {
    awaitStats(name, stats -> stats.consumers() == count);
  }

  /** Ends a client's session by order of an operator. */
  public void kick(String clientId) {
    int shard = Address.shardOf(clientId, LOOPS);
    await(vertx.eventBus().request(Address.sessionRegistry(shard), new Kick(clientId)));
  }

  private Object ask(QueueRequest request) {
    return await(vertx.eventBus().request(Address.QUEUE_REGISTRY, request));
  }

  private static Object await(Future<Message<Object>> answer) {
    try {
      return answer
          .map(Message::body)
          .recover(BusFailure::toBrokerException)
          .toCompletionStage()
          .toCompletableFuture()
          .get(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer about the queues", e);
    }
  }
}

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

import io.mqueduct.bus.Address;
import io.mqueduct.bus.Alarm;
import io.mqueduct.bus.BusFailure;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.routing.RouteCache;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop's shards of named queues, reached at {@code queue.<loop>} with {@link InQueue}.
 * Owns them: everything that happens to them happens on its loop.
 */
final class NamedQueueVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(NamedQueueVerticle.class);

  /** What is due is done this late at most, milliseconds. */
  private static final long GRACE_MILLIS = 25;

  private final int loop;
  private final QueueParts parts;
  private final Function<Context, Executor> executor;
  private final Map<String, QueueShard> shards = new HashMap<>();
  private final MemoryBudget budget;
  private @Nullable Mailbox mailbox;
  private @Nullable RouteCache routes;
  private final Alarm alarm = new Alarm(GRACE_MILLIS, this::after, this::tick);

  /**
   * A loop without queues.
   *
   * @param executor gives what runs tasks on the event loop that calls
   */
  NamedQueueVerticle(
      int loop, QueueParts parts, Function<Context, Executor> executor, long memoryBytes) {
    this.loop = loop;
    this.parts = parts;
    this.executor = executor;
    this.budget = new MemoryBudget(memoryBytes);
  }

  @Override
  public Future<?> start() {
    mailbox = new Mailbox(executor.apply(context));
    routes = parts.router().newCache();
    return vertx.eventBus().localConsumer(Address.queues(loop), this::received).completion();
  }

  private Alarm.Call after(long millis, Runnable task) {
    long timer = vertx.setTimer(millis, id -> task.run());
    return () -> vertx.cancelTimer(timer);
  }

  /** What the use of a shard changed is looked at soon. */
  private void tickSoon() {
    long now = System.currentTimeMillis();
    alarm.set(now, now);
  }

  private void tick() {
    long now = System.currentTimeMillis();
    long next = Long.MAX_VALUE;
    for (QueueShard each : shards.values()) {
      try {
        each.tick(now);
        next = Math.min(next, each.nextTickMillis());
      } catch (RuntimeException e) {
        LOG.error("queue={} shard={} failed", each.name(), each.index(), e);
        next = now;
      }
    }
    if (!shards.isEmpty()) {
      alarm.set(next, now);
    }
  }

  /** Makes a shard of a queue on this loop; any thread. */
  Future<QueueShard> open(
      QueueSpec spec, int index, StoreQueueLog.Numbers numbers, QueueLog.Recovered recovered) {
    Promise<QueueShard> opened = Promise.promise();
    context.runOnContext(
        here -> {
          try {
            opened.complete(openHere(spec, index, numbers, recovered));
          } catch (RuntimeException e) {
            opened.fail(e);
          }
        });
    return opened.future();
  }

  private QueueShard openHere(
      QueueSpec spec, int index, StoreQueueLog.Numbers numbers, QueueLog.Recovered recovered) {
    Mailbox mine = mailbox;
    RouteCache topics = routes;
    if (mine == null || topics == null) {
      throw new IllegalStateException("not started");
    }
    StoreQueueLog log = new StoreQueueLog(parts.store(), numbers, recovered, mine, parts.readers());
    NamedQueue queue =
        new NamedQueue(
            spec,
            log,
            recovered,
            new DeadLetterOffice(parts.queues(), parts.router(), topics, mine),
            budget,
            RandomGenerator.getDefault(),
            System::currentTimeMillis);
    QueueShard shard = new QueueShard(spec.name(), index, log, queue, mine, this::tickSoon);
    shards.put(key(spec.name(), index), shard);
    tickSoon();
    parts.shardsByList().put(numbers.queue(), shard);
    return shard;
  }

  /** Takes a shard away, whose queue is deleted; any thread. */
  Future<Void> close(QueueShard shard) {
    Promise<Void> closed = Promise.promise();
    context.runOnContext(
        here -> {
          shards.remove(key(shard.name(), shard.index()));
          parts.shardsByList().values().remove(shard);
          shard.close(System.currentTimeMillis());
          closed.complete();
        });
    return closed.future();
  }

  private static String key(String queue, int shard) {
    return shard + ":" + queue;
  }

  private void received(Message<Object> request) {
    if (!(request.body() instanceof InQueue asked)) {
      throw new IllegalArgumentException("unknown request " + request.body());
    }
    QueueShard shard = shards.get(key(asked.queue(), asked.shard()));
    try {
      if (shard == null) {
        throw new BrokerException(Problem.NOT_FOUND, "there is no queue " + asked.queue());
      }
      asked
          .task()
          .run(shard, System.currentTimeMillis())
          .onComplete(
              result -> request.reply(new InQueue.Done(result)), why -> failed(request, why));
    } catch (RuntimeException e) {
      failed(request, e);
    }
  }

  static void failed(Message<?> request, Throwable why) {
    if (why instanceof BrokerException expected) {
      BusFailure.reply(request, expected);
    } else {
      LOG.error("a request about a queue failed", why);
      request.fail(Problem.INTERNAL.number(), "internal fault");
    }
  }

  /** Brings what was acknowledged to the store. */
  @Override
  public Future<?> stop() {
    for (QueueShard each : shards.values()) {
      each.log().flush();
    }
    return Future.succeededFuture();
  }
}

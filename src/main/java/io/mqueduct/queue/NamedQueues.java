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
import io.mqueduct.bus.BusFailure;
import io.mqueduct.bus.LocalCodec;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.Router;
import io.mqueduct.store.Store;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The named queues of a broker: starts their verticles, ties them to the router, and is the way to
 * them for others. Any thread.
 */
public final class NamedQueues {
  private final Vertx vertx;
  private final QueueParts parts;
  private final List<String> deployed = new ArrayList<>();

  /**
   * What holds for all queues; asked for at each use, so it may change.
   *
   * @param reader checks queue objects
   * @param maxCount how many queues there may be
   * @param template of queues that are made by subscribing; null if none are
   */
  public record Rules(
      SpecReader reader, int maxCount, QueueDirectory.@Nullable Template template) {}

  /**
   * What the queues stand on.
   *
   * @param store keeps them
   * @param readers may block
   * @param loops number of event loops
   * @param executor gives what runs tasks on the event loop that calls
   * @param memoryBytes how much the waiting messages of all queues may take in memory
   */
  public record Ground(
      Store store,
      Executor readers,
      Router router,
      int loops,
      Function<Context, Executor> executor,
      long memoryBytes) {}

  private NamedQueues(Vertx vertx, QueueParts parts) {
    this.vertx = vertx;
    this.parts = parts;
  }

  /** Registers what is sent on the event bus; once for each Vert.x instance. */
  public static void registerCodecs(EventBus bus) {
    for (Class<?> each :
        List.of(
            InQueue.class,
            InQueue.Done.class,
            QueueRequest.Create.class,
            QueueRequest.Change.class,
            QueueRequest.Delete.class,
            QueueRequest.Find.class,
            QueueRequest.ListQueues.class,
            QueueRequest.ListConsumers.class,
            QueueRequest.Ensure.class,
            QueueRequest.Page.class,
            QueueRequest.Interested.class,
            QueueRequest.Ensured.class,
            QueueSpec.class)) {
      LocalCodec.register(bus, each);
    }
  }

  /**
   * Opens the queues that the store has; the future completes when publishing may begin. Before
   * anybody subscribes.
   */
  public static Future<NamedQueues> start(Vertx vertx, Ground ground, Supplier<Rules> rules) {
    QueueParts parts = new QueueParts(ground.store(), ground.readers(), ground.router());
    NamedQueues queues = new NamedQueues(vertx, parts);
    List<NamedQueueVerticle> loops = new ArrayList<>();
    List<Future<String>> started = new ArrayList<>();
    for (int i = 0; i < ground.loops(); i++) {
      NamedQueueVerticle loop =
          new NamedQueueVerticle(
              i, parts, ground.executor(), ground.memoryBytes() / ground.loops());
      loops.add(loop);
      started.add(vertx.deployVerticle(loop));
    }
    QueueRegistryVerticle registry = new QueueRegistryVerticle(parts, loops, rules);
    ground.router().handler(new QueueSubscriptions(registry));
    return Future.all(started)
        .compose(all -> vertx.deployVerticle(registry))
        .map(
            id -> {
              queues.deployed.add(id);
              started.forEach(each -> queues.deployed.add(each.result()));
              return queues;
            });
  }

  /** A queue, or null. */
  public @Nullable ShardedQueue find(String name) {
    return parts.queues().get(name);
  }

  /** How many there are. */
  public int count() {
    return parts.queues().size();
  }

  /** Every queue, in no order. */
  public Iterable<ShardedQueue> all() {
    return parts.queues().values();
  }

  /**
   * Makes the queue that a subscription names, if one is to be made; fails with QUOTA_EXCEEDED if
   * there are too many.
   */
  public Future<Void> ensure(QueueAddress.Queue address) {
    return vertx
        .eventBus()
        .<QueueRequest.Ensured>request(Address.QUEUE_REGISTRY, new QueueRequest.Ensure(address))
        .map(Message::body)
        .recover(BusFailure::toBrokerException)
        .mapEmpty();
  }

  /** The store let a message of a list go because it expired. */
  public void expired(long list, int lane, long sequence, int qos, int sizeBytes) {
    QueueShard shard = parts.shardsByList().get(list);
    if (shard != null) {
      QueueLog.Place place = new QueueLog.Place(lane, sequence, sizeBytes);
      shard.mailbox().post(() -> shard.queue().expiredInStore(place, System.currentTimeMillis()));
    }
  }

  /** Brings what was acknowledged to the store, and ends. */
  public Future<Void> stop() {
    return Future.all(deployed.stream().map(vertx::undeploy).toList()).mapEmpty();
  }
}

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
package io.mqueduct.admin;

import io.mqueduct.bus.Address;
import io.mqueduct.queue.InQueue;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.queue.QueueRequest;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks into named queues by asking their owners. Owned by the admin's loop. */
final class Queues {
  private final BrokerBus bus;
  private final Context here;
  private final int loops;
  private final @Nullable NamedQueues named;
  private final Supplier<String> node;

  Queues(BrokerBus bus, Context here, AdminParts parts) {
    this.bus = bus;
    this.here = here;
    this.loops = parts.shards();
    this.named = parts.queues();
    this.node = () -> parts.settings().get().node().name();
  }

  /** The loop that answers come back on. */
  Context here() {
    return here;
  }

  /** Name of this node. */
  String node() {
    return node.get();
  }

  /** The queues; throws if there are none on this node. */
  NamedQueues named() {
    if (named == null) {
      throw off();
    }
    return named;
  }

  private static ApiError off() {
    return ApiError.off("there are no named queues: mq.enable is false");
  }

  /** Asks the registry of the queues. */
  <T> Future<T> registry(QueueRequest request) {
    return ask(Address.QUEUE_REGISTRY, request);
  }

  /** A queue; fails with 404. */
  Future<QueueSpec> find(String name) {
    return registry(new QueueRequest.Find(name));
  }

  /** Runs a task on the loop of a shard. */
  @SuppressWarnings("unchecked") // the task and its caller agree
  <T> Future<T> in(String queue, int shard, InQueue.Task task) {
    String address = Address.queues(Address.loopOf(queue, shard, loops));
    return this.<InQueue.Done>ask(address, new InQueue(queue, shard, task))
        .map(done -> (T) done.result());
  }

  /** Runs a task on the loop of each shard of a queue. */
  <T> Future<List<T>> inAll(QueueSpec queue, Function<Integer, InQueue.Task> task) {
    List<Future<T>> all = new ArrayList<>();
    for (int shard = 0; shard < queue.shards(); shard++) {
      all.add(in(queue.name(), shard, task.apply(shard)));
    }
    return Future.all(all).map(done -> all.stream().map(Future::result).toList());
  }

  /**
   * Fails if the store cannot write, so that a call is refused before anything of it is done. One
   * store has all shards: one is asked for all.
   */
  Future<Void> writable(QueueSpec queue) {
    return stored(queue, 0);
  }

  /** Completes when the store has all that a shard asked of it until now. */
  Future<Void> stored(QueueSpec queue, int shard) {
    return in(queue.name(), shard, (there, now) -> there.stored());
  }

  private <T> Future<T> ask(String address, Object question) {
    return named == null ? Future.failedFuture(off()) : bus.ask(here, address, question);
  }
}

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
package io.mqueduct.app;

import io.mqueduct.observe.DropCounts;
import io.mqueduct.observe.Figures;
import io.mqueduct.protocol.LoopStats;
import io.mqueduct.protocol.MqttListeners;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.routing.Router;
import io.mqueduct.store.StoreHealth;
import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Adds up what loops, routing and sessions count. Any thread. */
record BrokerFigures(
    MqttListeners listeners,
    Router router,
    AtomicInteger sessions,
    DropCounts drops,
    @Nullable NamedQueues queues,
    @Nullable StoreHealth store)
    implements Supplier<Figures> {
  @Override
  public Figures get() {
    Runtime runtime = Runtime.getRuntime();
    return new Figures(
        sum(loop -> loop.connected.get()),
        sessions.get(),
        sum(loop -> loop.connects.get()),
        listeners.sockets(),
        router.subscriptions(),
        router.retained().count(),
        queues == null ? 0 : queues.count(),
        sum(LoopStats::packetsReceived),
        sum(LoopStats::packetsSent),
        sum(LoopStats::wireBytesReceived),
        sum(LoopStats::wireBytesSent),
        sum(LoopStats::messagesReceived),
        sum(LoopStats::messagesSent),
        sum(LoopStats::bytesReceived),
        sum(LoopStats::bytesSent),
        drops.total() + sum(loop -> loop.publishesDropped.get()),
        runtime.totalMemory() - runtime.freeMemory(),
        Math.max(0, PlatformDependent.usedDirectMemory()),
        listeners.heapGuardLevel(),
        listeners.directGuardLevel(),
        store == null ? 0 : store.commands(),
        store == null ? 0 : store.rounds(),
        store == null ? 0 : store.syncs());
  }

  private long sum(ToLongFunction<LoopStats> figure) {
    return listeners.stats().stream().mapToLong(figure).sum();
  }
}

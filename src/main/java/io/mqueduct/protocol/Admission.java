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
package io.mqueduct.protocol;

import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.Rate;
import io.mqueduct.config.Settings;
import io.mqueduct.message.ReasonCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts sockets and CONNECTs against the limits of the broker and of each listener. Any thread.
 *
 * <p>A client above a limit is told so with a CONNACK. Sockets that say nothing cannot be told;
 * they are cut when there are half as many again as may connect.
 */
final class Admission {
  private final FlappingTable flapping = new FlappingTable();
  private final Supplier<MemoryRules.Level> memory;
  private final SocketRoom room;
  private final AtomicInteger sockets = new AtomicInteger();
  private final Bucket connects = new Bucket();
  private volatile boolean stopping;
  private final Map<String, Gate> gates = new ConcurrentHashMap<>();

  private static final class Gate {
    final AtomicInteger sockets = new AtomicInteger();
    final Bucket connects = new Bucket();
  }

  /** A token bucket that holds one second's worth; the time of the next free token, nanoseconds. */
  private static final class Bucket {
    private final AtomicLong nextFree = new AtomicLong();

    boolean takes(Rate rate, long nowMillis) {
      if (rate.isUnlimited()) {
        return true;
      }
      long nanos = nowMillis * 1_000_000;
      long each = (long) (1e9 / rate.perSecond());
      while (true) {
        long free = nextFree.get();
        long from = Math.max(free, nanos - Math.max(0, 1_000_000_000L - each));
        if (from > nanos) {
          return false;
        }
        if (nextFree.compareAndSet(free, from + each)) {
          return true;
        }
      }
    }
  }

  Admission(Supplier<MemoryRules.Level> memory, SocketRoom room) {
    this.memory = memory;
    this.room = room;
  }

  /** How much memory there is left. */
  MemoryRules.Level memory() {
    return memory.get();
  }

  private Gate gate(ListenerSettings listener) {
    return gates.computeIfAbsent(listener.id(), id -> new Gate());
  }

  /** A socket was accepted; false if it is to be cut at once. */
  boolean opened(ListenerSettings listener, Settings settings) {
    int all = sockets.incrementAndGet();
    int here = gate(listener).sockets.incrementAndGet();
    return all <= Math.min(room.most(), withReserve(settings.limits().maxConnections()))
        && here <= withReserve(listener.maxConnections());
  }

  private static int withReserve(int limit) {
    return limit > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : limit + limit / 2 + 8;
  }

  void closed(ListenerSettings listener) {
    sockets.decrementAndGet();
    gate(listener).sockets.decrementAndGet();
  }

  /** From now on nobody is let in; the broker stops. */
  void stop() {
    stopping = true;
  }

  /**
   * Why a client is refused.
   *
   * @param why for the client and for the log
   */
  record Refusal(ReasonCode code, String why) {}

  /** Why a client that sent a CONNECT is refused, or null. */
  @Nullable Refusal judge(
      ListenerSettings listener, Settings settings, String clientId, long nowMillis) {
    if (stopping) {
      // "shutting down" is no code of CONNACK
      return new Refusal(ReasonCode.SERVER_UNAVAILABLE, "the broker is shutting down");
    }
    if (flapping.isBanned(clientId, settings.limits().flapping(), nowMillis)) {
      return new Refusal(ReasonCode.BANNED, "connects too often, limits.flapping");
    }
    if (memory() != MemoryRules.Level.NORMAL) {
      return new Refusal(ReasonCode.QUOTA_EXCEEDED, "the broker is short of memory");
    }
    Gate gate = gate(listener);
    if (sockets.get() > settings.limits().maxConnections()) {
      return new Refusal(
          ReasonCode.QUOTA_EXCEEDED, "as many connections as limits.max_connections allows");
    }
    if (sockets.get() > room.clients()) {
      return new Refusal(
          ReasonCode.QUOTA_EXCEEDED, "as many connections as the open files of the broker allow");
    }
    if (gate.sockets.get() > listener.maxConnections()) {
      return new Refusal(
          ReasonCode.QUOTA_EXCEEDED,
          "as many connections as the max_connections of the listener allows");
    }
    if (!connects.takes(settings.limits().maxConnRate(), nowMillis)) {
      return new Refusal(
          ReasonCode.CONNECTION_RATE_EXCEEDED, "more new connections than limits.max_conn_rate");
    }
    if (!gate.connects.takes(listener.maxConnRate(), nowMillis)) {
      return new Refusal(
          ReasonCode.CONNECTION_RATE_EXCEEDED,
          "more new connections than the max_conn_rate of the listener");
    }
    return null;
  }

  /** Counts a client that was let in; true if it comes too often and is refused from now on. */
  boolean bans(String clientId, Settings settings, long nowMillis) {
    return flapping.connected(clientId, settings.limits().flapping(), nowMillis);
  }

  /** Forgets bans that are over; now and then. */
  void sweep(long nowMillis) {
    flapping.sweep(nowMillis);
  }

  /** Open sockets of a listener. Any thread. */
  int sockets(String listenerId) {
    Gate gate = gates.get(listenerId);
    return gate == null ? 0 : gate.sockets.get();
  }

  /** Open sockets. */
  int sockets() {
    return sockets.get();
  }
}

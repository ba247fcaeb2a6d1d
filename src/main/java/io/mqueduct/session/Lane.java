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
package io.mqueduct.session;

import io.mqueduct.routing.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that named queues and shared groups lent to a session and that wait for a slot. They
 * are not part of the mqueue: no priority, and no limit makes them a drop, since whoever lent them
 * can give them to somebody else.
 *
 * <p>Owned by the loop that owns the session; not thread-safe.
 */
final class Lane {
  /** How long a connected client that makes no progress may hold what others could take. */
  static final long PATIENCE_MILLIS = 1000;

  private final Fifo waiting = new Fifo();
  private long progressAtMillis;
  private boolean stuck;

  int size() {
    return waiting.size();
  }

  void add(Delivery delivery, long nowMillis) {
    if (waiting.size() == 0) {
      progressAtMillis = nowMillis;
    }
    waiting.add(delivery);
  }

  /** The next one that may still be sent, or null. */
  @Nullable Delivery poll(long nowMillis) {
    for (Delivery next = waiting.poll(); next != null; next = waiting.poll()) {
      progressAtMillis = nowMillis;
      if (!next.message.isExpired(nowMillis)) {
        return next;
      }
      giveBack(next);
    }
    return null;
  }

  /** Whether the client made no progress lately, so that it should be lent nothing. */
  boolean isStuck() {
    return stuck;
  }

  /** A slot became free, or the socket. */
  void progress(long nowMillis) {
    stuck = false;
    progressAtMillis = nowMillis;
  }

  /** When patience with a connected client ends. */
  long dueMillis() {
    return waiting.size() == 0 ? Long.MAX_VALUE : progressAtMillis + PATIENCE_MILLIS;
  }

  /** Ends patience if it is time. */
  void tick(long nowMillis) {
    if (dueMillis() <= nowMillis) {
      stuck = true;
      giveBackAll();
    }
  }

  void giveBackAll() {
    for (Delivery next = waiting.poll(); next != null; next = waiting.poll()) {
      giveBack(next);
    }
  }

  @Nullable Delivery first() {
    return waiting.first();
  }

  static void giveBack(Delivery delivery) {
    Settlement settlement = delivery.takeSettlement();
    if (settlement != null) {
      settlement.returned(delivery.id != 0); // it gets one when it is sent
    }
  }
}

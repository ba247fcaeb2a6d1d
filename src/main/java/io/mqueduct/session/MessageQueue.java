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

import io.mqueduct.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The mqueue of one session: messages that wait for a free slot in the window, for the socket, or
 * for the client to come back. Not a named queue.
 *
 * <p>Levels of priority have turns from high to low: a level with priority P may send (P + 1) ×
 * multiplier messages, then the next level that has any; a level that runs empty passes on what is
 * left of its turn. So high levels go first and none starves. Inside a level it is first in, first
 * out over every QoS.
 *
 * <p>Limits: one per level, and one in messages and one in bytes over all levels. Over the limit,
 * expired messages go first; then, in the same level, the oldest QoS 0, else the oldest. Over a
 * total limit it is the lowest level that has any.
 *
 * <p>Owned by the loop that owns the session; not thread-safe.
 */
final class MessageQueue {
  private final Drops drops;
  private PriorityLevel[] levels = {};
  private int size;
  private long bytes;
  private long sequence;
  private long earliestExpiry = Message.NEVER;
  private @Nullable PriorityLevel turn;
  private long allowance;

  MessageQueue(Drops drops) {
    this.drops = drops;
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** No waiting message expires before this wall clock. */
  long earliestExpiryMillis() {
    return earliestExpiry;
  }

  /** Adds a message at the end of its level, then makes room as the limits ask. */
  void add(Delivery delivery, SessionSettings settings, long nowMillis) {
    PriorityLevel level = level(settings.priorities().of(delivery.message.topic()));
    delivery.at = sequence++;
    level.add(delivery);
    size++;
    bytes += delivery.message.sizeBytes();
    earliestExpiry = Math.min(earliestExpiry, delivery.message.expiresAtMillis());
    int levelLimit = settings.maxMqueueLen();
    if (levelLimit > 0 && level.size() > levelLimit) {
      dropExpired(level, nowMillis);
      while (level.size() > levelLimit) {
        evict(level);
      }
    }
    if (isOverTotal(settings)) {
      dropExpired(nowMillis);
      while (isOverTotal(settings)) {
        evict(lowestNonEmpty());
      }
    }
  }

  /** The message whose turn it is, or null; messages found expired are dropped on the way. */
  @Nullable Delivery poll(int shiftMultiplier, long nowMillis) {
    while (size > 0) {
      PriorityLevel level = onTurn(shiftMultiplier);
      Delivery delivery = level.poll();
      if (delivery == null) {
        throw new IllegalStateException("an empty level has its turn");
      }
      taken(delivery);
      if (!delivery.message.isExpired(nowMillis)) {
        allowance--;
        return delivery;
      }
      drops.dropped(delivery, DropReason.EXPIRED);
    }
    return null;
  }

  /** Takes out any message, the next in arbitrary order; for the end of the session and purges. */
  @Nullable Delivery pollAny() {
    for (PriorityLevel level : levels) {
      Delivery delivery = level.poll();
      if (delivery != null) {
        taken(delivery);
        return delivery;
      }
    }
    return null;
  }

  /** Drops every expired message. */
  void dropExpired(long nowMillis) {
    if (earliestExpiry > nowMillis) {
      return;
    }
    long earliest = Message.NEVER;
    for (PriorityLevel level : levels) {
      dropExpired(level, nowMillis);
      earliest = Math.min(earliest, level.earliestExpiryMillis());
    }
    earliestExpiry = earliest;
  }

  /** Shows all waiting messages in the order in which they came. */
  void forEach(Visitor visitor) {
    Delivery[] cursors = new Delivery[levels.length * 2];
    int open = 0;
    for (PriorityLevel level : levels) {
      open = push(cursors, open, level.qos0().first());
      open = push(cursors, open, level.acknowledged().first());
    }
    while (open > 0) {
      int oldest = 0;
      for (int i = 1; i < open; i++) {
        if (cursors[i].at < cursors[oldest].at) {
          oldest = i;
        }
      }
      Delivery delivery = cursors[oldest];
      visitor.visit(delivery);
      Delivery next = delivery.following();
      cursors[oldest] = next != null ? next : cursors[--open];
    }
  }

  /** Is shown waiting messages; must not change the queue. */
  interface Visitor {
    void visit(Delivery delivery);
  }

  private static int push(Delivery[] cursors, int open, @Nullable Delivery first) {
    if (first == null) {
      return open;
    }
    cursors[open] = first;
    return open + 1;
  }

  private boolean isOverTotal(SessionSettings settings) {
    return (settings.maxMqueueTotalLen() > 0 && size > settings.maxMqueueTotalLen())
        || (settings.maxMqueueBytes() > 0 && bytes > settings.maxMqueueBytes());
  }

  private void evict(PriorityLevel level) {
    Delivery victim = level.evict();
    if (victim == null) {
      throw new IllegalStateException("nothing to evict");
    }
    taken(victim);
    drops.dropped(victim, DropReason.QUEUE_FULL);
  }

  private void dropExpired(PriorityLevel level, long nowMillis) {
    dropAll(level.qos0().takeExpired(nowMillis));
    dropAll(level.acknowledged().takeExpired(nowMillis));
  }

  private void dropAll(@Nullable Delivery expired) {
    Delivery next = expired;
    while (next != null) {
      Delivery delivery = next;
      next = delivery.following();
      delivery.next = null;
      taken(delivery);
      drops.dropped(delivery, DropReason.EXPIRED);
    }
  }

  private void taken(Delivery delivery) {
    size--;
    bytes -= delivery.message.sizeBytes();
    if (size == 0) {
      turn = null;
      earliestExpiry = Message.NEVER;
    }
  }

  private PriorityLevel onTurn(int shiftMultiplier) {
    PriorityLevel current = turn;
    if (current != null && !current.isEmpty() && allowance > 0) {
      return current;
    }
    PriorityLevel next = nonEmptyAfter(current);
    if (current == null || allowance <= 0) {
      allowance = (next.priority() + 1L) * shiftMultiplier;
    }
    turn = next;
    return next;
  }

  private PriorityLevel nonEmptyAfter(@Nullable PriorityLevel current) {
    int at = 0;
    while (current != null && levels[at++] != current) {}
    for (int i = 0; i < levels.length; i++) {
      PriorityLevel level = levels[(at + i) % levels.length];
      if (!level.isEmpty()) {
        return level;
      }
    }
    throw new IllegalStateException("no level has messages");
  }

  private PriorityLevel lowestNonEmpty() {
    for (int i = levels.length - 1; i >= 0; i--) {
      if (!levels[i].isEmpty()) {
        return levels[i];
      }
    }
    throw new IllegalStateException("no level has messages");
  }

  /** The level of a priority, made at its first message; from high to low in the array. */
  private PriorityLevel level(int priority) {
    int at = 0;
    while (at < levels.length && levels[at].priority() > priority) {
      at++;
    }
    if (at < levels.length && levels[at].priority() == priority) {
      return levels[at];
    }
    PriorityLevel level = new PriorityLevel(priority);
    PriorityLevel[] more = new PriorityLevel[levels.length + 1];
    System.arraycopy(levels, 0, more, 0, at);
    more[at] = level;
    System.arraycopy(levels, at, more, at + 1, levels.length - at);
    levels = more;
    return level;
  }
}

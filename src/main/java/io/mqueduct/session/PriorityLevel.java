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

import org.jspecify.annotations.Nullable;

/**
 * The waiting messages of one priority, in order of arrival. QoS 0 is kept in a list of its own, so
 * that the oldest QoS 0 message, which gives way first, is found at once; the sequence numbers
 * merge the two again. Owned by the loop that owns the session; not thread-safe.
 */
final class PriorityLevel {
  private final int priority;
  private final Fifo qos0 = new Fifo();
  private final Fifo acknowledged = new Fifo();

  /** What waits in the store behind the others; null for none. */
  @Nullable StoredTail tail;

  PriorityLevel(int priority) {
    this.priority = priority;
  }

  int priority() {
    return priority;
  }

  int size() {
    return inMemory() + inTail();
  }

  int inMemory() {
    return qos0.size() + acknowledged.size();
  }

  int inTail() {
    return tail == null ? 0 : tail.count;
  }

  boolean isEmpty() {
    return size() == 0;
  }

  long earliestExpiryMillis() {
    return Math.min(qos0.earliestExpiryMillis(), acknowledged.earliestExpiryMillis());
  }

  void add(Delivery delivery) {
    (delivery.qos == 0 ? qos0 : acknowledged).add(delivery);
  }

  /** The oldest of all. */
  @Nullable Delivery poll() {
    Delivery best = qos0.first();
    Delivery other = acknowledged.first();
    // A message that only memory has is numbered as the next one that the store will have.
    boolean takeQos0 = best != null && (other == null || best.at <= other.at);
    return (takeQos0 ? qos0 : acknowledged).poll();
  }

  /** The one that gives way when there are too many: the oldest QoS 0, else the oldest. */
  @Nullable Delivery evict() {
    Delivery victim = qos0.poll();
    return victim != null ? victim : acknowledged.poll();
  }

  /** Takes out what only memory has, which is QoS 0; linked by {@code next}, null for none. */
  @Nullable Delivery takeUnstored() {
    Fifo unstored = new Fifo();
    for (int left = qos0.size(); left > 0; left--) {
      Delivery next = qos0.poll();
      if (next != null) {
        (next instanceof StoredDelivery ? qos0 : unstored).add(next);
      }
    }
    return unstored.first();
  }

  /** What is in memory, all of which the store has, is in the store only from now on. */
  void leaveMemory() {
    StoredTail into = tailToAddTo();
    long first = 0;
    for (Delivery next = poll(); next != null; next = poll()) {
      if (next instanceof StoredDelivery stored) {
        first = first == 0 ? stored.sequence : first;
        into.count++;
        into.qos0 += stored.qos == 0 ? 1 : 0;
        into.bytes += stored.message.sizeBytes();
      }
    }
    if (first != 0) {
      into.from = first;
      into.readUntil = 0; // a page on its way begins too late
    }
  }

  /** The part in the store, made if there is none. */
  StoredTail tailToAddTo() {
    StoredTail known = tail;
    if (known == null) {
      known = new StoredTail();
      tail = known;
    }
    return known;
  }

  Fifo qos0() {
    return qos0;
  }

  Fifo acknowledged() {
    return acknowledged;
  }
}

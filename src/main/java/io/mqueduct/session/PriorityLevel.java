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

  Fifo qos0() {
    return qos0;
  }

  Fifo acknowledged() {
    return acknowledged;
  }
}

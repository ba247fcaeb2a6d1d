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
 * Deliveries that wait, first in first out, linked through themselves. Knows a lower bound of their
 * expiry times, so that looking for expired ones costs nothing while there are none; and as long as
 * they expire in the order in which they came (one time to live for all), only the expired ones are
 * looked at.
 *
 * <p>Owned by the loop that owns the session; not thread-safe.
 */
final class Fifo {
  private @Nullable Delivery head;
  private @Nullable Delivery tail;
  private int size;
  private long earliestExpiry = Message.NEVER;
  private boolean expireInOrder = true;

  int size() {
    return size;
  }

  @Nullable Delivery first() {
    return head;
  }

  /** Nothing in here expires before this wall clock. */
  long earliestExpiryMillis() {
    return earliestExpiry;
  }

  void add(Delivery delivery) {
    long expiry = delivery.message.expiresAtMillis();
    Delivery last = tail;
    delivery.next = null;
    if (last == null) {
      head = delivery;
      expireInOrder = true;
      earliestExpiry = expiry;
    } else {
      last.next = delivery;
      expireInOrder &= expiry >= last.message.expiresAtMillis();
      earliestExpiry = Math.min(earliestExpiry, expiry);
    }
    tail = delivery;
    size++;
  }

  @Nullable Delivery poll() {
    Delivery first = head;
    if (first == null) {
      return null;
    }
    Delivery second = first.following();
    first.next = null;
    head = second;
    size--;
    if (second == null) {
      tail = null;
      earliestExpiry = Message.NEVER;
    } else if (expireInOrder) {
      earliestExpiry = second.message.expiresAtMillis();
    }
    return first;
  }

  /** Takes out what has expired, and returns it as a list linked by {@code next}, or null. */
  @Nullable Delivery takeExpired(long nowMillis) {
    if (earliestExpiry > nowMillis) {
      return null;
    }
    Fifo expired = new Fifo();
    if (expireInOrder) {
      for (Delivery first = head;
          first != null && first.message.isExpired(nowMillis);
          first = head) {
        poll();
        expired.add(first);
      }
      return expired.head;
    }
    Fifo kept = new Fifo();
    for (Delivery delivery = poll(); delivery != null; delivery = poll()) {
      (delivery.message.isExpired(nowMillis) ? expired : kept).add(delivery);
    }
    head = kept.head;
    tail = kept.tail;
    size = kept.size;
    earliestExpiry = kept.earliestExpiry;
    expireInOrder = kept.expireInOrder;
    return expired.head;
  }
}

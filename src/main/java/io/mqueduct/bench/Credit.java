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
package io.mqueduct.bench;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many messages of one publisher are not yet delivered to all that should get them. The
 * publisher's event loop calls {@link #sent} and {@link #available}; {@link #delivered} may be
 * called from any.
 *
 * <p>A ring has the number of deliveries of each message that is under way. With keys a message has
 * the key of the one so many before it, and may be superseded by it: when one is delivered, the
 * older ones of its key that are still under way are taken for superseded.
 */
final class Credit {
  private static final int SUPERSEDED = 1 << 20;

  private final int receivers;
  private final int limit;
  private final int mask;
  private final int keys;
  private final AtomicIntegerArray deliveries;
  private int sent;
  private volatile int done;
  private final AtomicInteger superseded = new AtomicInteger();

  /**
   * All of it is there.
   *
   * @param keys 0: none
   */
  Credit(int limit, int receivers, int keys) {
    this.keys = keys;
    this.receivers = receivers;
    this.limit = limit;
    int size = Integer.highestOneBit(Math.max(1, limit)) * 4;
    this.mask = size - 1;
    this.deliveries = new AtomicIntegerArray(size);
  }

  int limit() {
    return limit;
  }

  /** One more is under way; the messages of a publisher are numbered from 1. */
  void sent() {
    sent++;
  }

  /** How many may be sent now. */
  int available() {
    int before = done;
    int upTo = before;
    while (upTo < sent && deliveries.get((upTo + 1) & mask) >= receivers) {
      deliveries.setRelease((upTo + 1) & mask, 0);
      upTo++;
    }
    if (upTo != before) {
      done = upTo;
    }
    return Math.max(0, limit - (sent - upTo));
  }

  /**
   * One receiver got it. The result is how many have, or more than should if it was done before.
   */
  int delivered(int sequence) {
    if (keys > 0) {
      return deliveredOfKey(sequence);
    }
    if (sequence <= done) {
      return receivers + 1;
    }
    return deliveries.incrementAndGet(sequence & mask);
  }

  private int deliveredOfKey(int sequence) {
    for (int older = sequence - keys; older > done; older -= keys) {
      if (deliveries.compareAndSet(older & mask, 0, SUPERSEDED)) {
        superseded.incrementAndGet();
      }
    }
    boolean late = sequence <= done;
    if (late && superseded.get() == 0) {
      return receivers + 1;
    }
    if (late || deliveries.compareAndSet(sequence & mask, SUPERSEDED, receivers)) {
      superseded.decrementAndGet(); // it was with a consumer when the newer one reached another
      return receivers;
    }
    return deliveries.incrementAndGet(sequence & mask);
  }

  /** How many were not delivered because a newer one of their key was. */
  int superseded() {
    return superseded.get();
  }

  /** Whether a message with that many deliveries is done. */
  boolean isDone(int delivered) {
    return delivered >= receivers;
  }

  /** Whether it went to more than it should. */
  boolean isTooMany(int delivered) {
    return delivered > receivers;
  }

  /** Takes all that is under way for lost. The result is how many those were. */
  int forgive() {
    int lost = sent - done;
    for (int i = 0; i <= mask; i++) {
      deliveries.setRelease(i, 0);
    }
    done = sent;
    return lost;
  }
}

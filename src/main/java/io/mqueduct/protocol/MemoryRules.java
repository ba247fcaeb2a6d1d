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

import io.mqueduct.config.LimitsSettings.MemoryGuard;
import java.util.Arrays;

/**
 * When memory is short. Owned by the context of {@link MemoryWatch}; the time is told.
 *
 * <p>What of the heap is in use is only known after a collection, and a collection of a part leaves
 * garbage in the rest. So the least of what the last three left is believed as long as it is
 * little; if it is much, a full collection is asked for, at most one a minute, and its result is
 * believed. Direct memory is counted by whoever allocates it, and is always known.
 */
final class MemoryRules {
  private static final int REMEMBERED = 3;
  private static final long BETWEEN_COLLECTIONS_MILLIS = 60_000;

  /** A level is left only when this part of the memory is free below its mark. */
  private static final double HYSTERESIS = 0.05;

  /** How much memory there is left to work with. */
  enum Level {
    /** Enough. */
    NORMAL,
    /** New connections are refused and publishers are slowed down. */
    HIGH,
    /** Publishes are refused. */
    CRITICAL
  }

  private final double[] left = new double[REMEMBERED];
  private int next;
  private long collectedAt = Long.MIN_VALUE / 2;
  private long askedAt = Long.MIN_VALUE / 2;
  private double direct;
  private Level level = Level.NORMAL;

  /**
   * A collection has ended.
   *
   * @param heapLeft part of the heap that was in use after it, 0 to 1
   * @param full whether it looked at all of the heap
   */
  void collected(double heapLeft, boolean full, long nowMillis) {
    if (full) {
      Arrays.fill(left, heapLeft);
    } else {
      left[next] = heapLeft;
      next = (next + 1) % REMEMBERED;
    }
    collectedAt = nowMillis;
  }

  /** The part of the direct memory that is in use, 0 to 1. */
  void direct(double inUse) {
    direct = inUse;
  }

  /** The part of the heap that is taken to be in use, 0 to 1. */
  double heap() {
    double least = left[0];
    for (double each : left) {
      least = Math.min(least, each);
    }
    return least;
  }

  /**
   * Whether a full collection is to be asked for: much seems to be in use and it is time for a
   * proof, or the level is not normal and nothing has been collected since, as happens when those
   * who were refused are gone.
   */
  boolean asksForCollection(MemoryGuard guard, long nowMillis) {
    if (!guard.enable() || nowMillis - askedAt < BETWEEN_COLLECTIONS_MILLIS) {
      return false;
    }
    boolean stale = nowMillis - collectedAt >= BETWEEN_COLLECTIONS_MILLIS;
    boolean asks = heap() >= guard.high() || (level != Level.NORMAL && stale);
    if (asks) {
      askedAt = nowMillis;
    }
    return asks;
  }

  /** The level by what is known now. */
  Level judge(MemoryGuard guard) {
    double used = Math.max(heap(), direct);
    if (!guard.enable()) {
      level = Level.NORMAL;
    } else if (used >= mark(guard.critical(), Level.CRITICAL)) {
      level = Level.CRITICAL;
    } else if (used >= mark(guard.high(), Level.HIGH)) {
      level = Level.HIGH;
    } else {
      level = Level.NORMAL;
    }
    return level;
  }

  private double mark(double configured, Level of) {
    return level.compareTo(of) >= 0 ? configured - HYSTERESIS : configured;
  }
}

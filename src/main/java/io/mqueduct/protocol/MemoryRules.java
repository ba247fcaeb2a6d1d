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
    NORMAL(0),
    /** New connections are refused and publishers are slowed down. */
    HIGH(1),
    /** Publishes are refused. */
    CRITICAL(2);

    /** As the figures show it. */
    final int number;

    Level(int number) {
      this.number = number;
    }
  }

  private final double[] left = new double[REMEMBERED];
  private int next;
  private long collectedAt = Long.MIN_VALUE / 2;
  private long askedAt = Long.MIN_VALUE / 2;
  private double direct;
  private Level ofHeap = Level.NORMAL;
  private Level ofDirect = Level.NORMAL;

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
    boolean asks = heap() >= guard.high() || (level() != Level.NORMAL && stale);
    if (asks) {
      askedAt = nowMillis;
    }
    return asks;
  }

  /** The level by what is known now. */
  Level judge(MemoryGuard guard) {
    ofHeap = judge(guard, heap(), ofHeap);
    ofDirect = judge(guard, direct, ofDirect);
    return level();
  }

  private static Level judge(MemoryGuard guard, double used, Level before) {
    if (!guard.enable()) {
      return Level.NORMAL;
    } else if (used >= mark(guard.critical(), Level.CRITICAL, before)) {
      return Level.CRITICAL;
    } else {
      return used >= mark(guard.high(), Level.HIGH, before) ? Level.HIGH : Level.NORMAL;
    }
  }

  private static double mark(double configured, Level of, Level before) {
    return before.compareTo(of) >= 0 ? configured - HYSTERESIS : configured;
  }

  /** That of the memory that is shorter, as last judged. */
  private Level level() {
    return ofHeap.compareTo(ofDirect) >= 0 ? ofHeap : ofDirect;
  }

  /** That of the heap, as last judged. */
  Level ofHeap() {
    return ofHeap;
  }

  /** That of the direct memory, as last judged. */
  Level ofDirect() {
    return ofDirect;
  }

  /** Which memory has the level, in words. */
  String shortMemory() {
    if (ofHeap == ofDirect) {
      return "memory (heap and direct)";
    }
    return ofHeap.compareTo(ofDirect) > 0 ? "memory (heap)" : "memory (direct)";
  }

  /** How much of which memory is in use, the shorter one first. */
  String inUse() {
    String heapText = Math.round(heap() * 100) + "% of the heap";
    String directText = Math.round(direct * 100) + "% of the direct memory";
    boolean heapFirst = ofHeap == ofDirect ? heap() >= direct : ofHeap.compareTo(ofDirect) > 0;
    return heapFirst
        ? heapText + " and " + directText + " are in use"
        : directText + " and " + heapText + " are in use";
  }
}

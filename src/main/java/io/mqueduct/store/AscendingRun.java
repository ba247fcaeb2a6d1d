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
package io.mqueduct.store;

/**
 * Notices that one lane is worked through in order. Remembers a few lanes at a time; owned by the
 * writer thread.
 */
final class AscendingRun {
  private static final int LANES = 256;
  private static final int LONG = 8;

  private final long[] numbers = new long[LANES];
  private final long[] latest = new long[LANES];
  private final int[] lengths = new int[LANES];

  /** Whether this miss is one of many in ascending order. */
  boolean isLongAt(long number, int lane, long sequence) {
    long mixed = (number * 256 + lane) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 56);
    boolean ascending = numbers[slot] == number && sequence > latest[slot];
    numbers[slot] = number;
    latest[slot] = sequence;
    lengths[slot] = ascending ? Math.min(LONG, lengths[slot] + 1) : 0;
    return lengths[slot] == LONG;
  }
}

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

import java.util.Arrays;

/**
 * What happened to several messages of one list, each with a mark that packs its lane, a value and
 * what it is: what {@link Mark} and {@link Settle} have in common. Immutable, any thread; the
 * arrays are taken over.
 */
abstract sealed class Marks permits Mark, Settle {
  private final long number;
  private final long epoch;
  private final long[] sequences;
  private final int[] marks;

  /** Both arrays have the same length. */
  Marks(long number, long epoch, long[] sequences, int[] marks) {
    if (sequences.length != marks.length) {
      throw new IllegalArgumentException("lengths differ");
    }
    this.number = number;
    this.epoch = epoch;
    this.sequences = sequences;
    this.marks = marks;
  }

  /** Packs a lane (0–255), a value (0–65535) and what happened. */
  static int pack(int lane, int value, int what) {
    return what << 24 | lane << 16 | value;
  }

  /** Whose list. */
  public final long number() {
    return number;
  }

  /** Of which connection; 0 for any. */
  public final long epoch() {
    return epoch;
  }

  final int size() {
    return sequences.length;
  }

  final long sequence(int i) {
    return sequences[i];
  }

  final int packed(int i) {
    return marks[i];
  }

  final int lane(int i) {
    return marks[i] >> 16 & 0xFF;
  }

  /** A packet id or a count. */
  final int value(int i) {
    return marks[i] & 0xFFFF;
  }

  final int what(int i) {
    return marks[i] >>> 24;
  }

  /** About what it takes in memory and on the disk. */
  public final int sizeBytes() {
    return 64 + 12 * sequences.length;
  }

  @Override
  @SuppressWarnings("EqualsGetClass") // a mark is no settlement, whatever they have in common
  public final boolean equals(Object other) {
    return other instanceof Marks that
        && getClass() == that.getClass()
        && number == that.number
        && epoch == that.epoch
        && Arrays.equals(sequences, that.sequences)
        && Arrays.equals(marks, that.marks);
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(sequences);
  }
}

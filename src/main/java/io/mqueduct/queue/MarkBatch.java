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
package io.mqueduct.queue;

import java.util.Arrays;

/**
 * Messages of a list and what is to be said of each, collected so that the store hears of all with
 * one command. Owned by the queue's loop.
 */
final class MarkBatch {
  private static final int FIRST_CAPACITY = 64;

  private long[] sequences = new long[FIRST_CAPACITY];
  private int[] marks = new int[FIRST_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(long sequence, int mark) {
    if (size == sequences.length) {
      sequences = Arrays.copyOf(sequences, size * 2);
      marks = Arrays.copyOf(marks, size * 2);
    }
    sequences[size] = sequence;
    marks[size++] = mark;
  }

  /** What {@link #sequences} and {@link #marks} gave comes back. */
  void addAll(long[] moreSequences, int[] moreMarks) {
    for (int i = 0; i < moreSequences.length; i++) {
      add(moreSequences[i], moreMarks[i]);
    }
  }

  long[] sequences() {
    return Arrays.copyOf(sequences, size);
  }

  int[] marks() {
    return Arrays.copyOf(marks, size);
  }

  void clear() {
    size = 0;
  }
}

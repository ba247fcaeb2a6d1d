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
 * Which messages of which lists were removed in this round, while the engine still shows them.
 * Owned by the writer thread.
 */
final class RemovedReferences {
  private long[] numbers = new long[256];
  private long[] sequences = new long[256];
  private int size;

  private int find(long number, long sequence) {
    int mask = numbers.length - 1;
    long mixed = (sequence + number * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
    int i = (int) (mixed >>> 40) & mask;
    while (numbers[i] != 0 && (numbers[i] != number || sequences[i] != sequence)) {
      i = (i + 1) & mask;
    }
    return i;
  }

  boolean contains(long number, long sequence) {
    return size > 0 && numbers[find(number, sequence)] != 0;
  }

  void add(long number, long sequence) {
    if ((size + 1) * 2 > numbers.length) {
      grow();
    }
    int i = find(number, sequence);
    if (numbers[i] == 0) {
      numbers[i] = number;
      sequences[i] = sequence;
      size++;
    }
  }

  private void grow() {
    long[] oldNumbers = numbers;
    long[] oldSequences = sequences;
    numbers = new long[oldNumbers.length * 2];
    sequences = new long[numbers.length];
    for (int j = 0; j < oldNumbers.length; j++) {
      if (oldNumbers[j] != 0) {
        int i = find(oldNumbers[j], oldSequences[j]);
        numbers[i] = oldNumbers[j];
        sequences[i] = oldSequences[j];
      }
    }
  }

  void clear() {
    if (size == 0) {
      return;
    }
    if (numbers.length > 1 << 16) {
      numbers = new long[256];
      sequences = new long[256];
    } else {
      Arrays.fill(numbers, 0);
    }
    size = 0;
  }
}

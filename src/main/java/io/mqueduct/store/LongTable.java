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

/** A map from positive numbers to numbers without boxing. Not thread-safe. */
final class LongTable {
  static final long ABSENT = Long.MIN_VALUE;

  private long[] keys = new long[64];
  private long[] values = new long[64];
  private int size;

  private int find(long key) {
    int mask = keys.length - 1;
    int i = (int) (Scatter.of(key) >>> 40) & mask;
    while (keys[i] != 0 && keys[i] != key) {
      i = (i + 1) & mask;
    }
    return i;
  }

  int size() {
    return size;
  }

  long get(long key) {
    int i = find(key);
    return keys[i] == key ? values[i] : ABSENT;
  }

  void put(long key, long value) {
    if (key <= 0) {
      throw new IllegalArgumentException("key " + key);
    }
    int i = find(key);
    if (keys[i] == 0) {
      if ((size + 1) * 2 > keys.length) {
        grow();
        i = find(key);
      }
      keys[i] = key;
      size++;
    }
    values[i] = value;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = new long[keys.length];
    for (int j = 0; j < oldKeys.length; j++) {
      if (oldKeys[j] != 0) {
        int i = find(oldKeys[j]);
        keys[i] = oldKeys[j];
        values[i] = oldValues[j];
      }
    }
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        visitor.entry(keys[i], values[i]);
      }
    }
  }

  void clear() {
    if (size == 0) {
      return;
    }
    if (keys.length > 1 << 16) {
      keys = new long[64];
      values = new long[64];
    } else {
      Arrays.fill(keys, 0);
    }
    size = 0;
  }

  /** Sees entries. */
  @FunctionalInterface
  interface Visitor {
    void entry(long key, long value);
  }
}

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
package io.mqueduct.routing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Hash table of entries by a piece of their filters: all of it, or one level of it. Written by the
 * tree's one writer, read by any thread without locks.
 *
 * <p>Open addressing. An entry never moves within one table, and a place that was taken never
 * becomes empty again, so that a reader cannot miss an entry that stays; growing makes a new table,
 * which the writer publishes. Readers must have read something volatile of the tree before, which
 * makes the hashes visible.
 */
final class FilterTable {
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(FilterEntry[].class);
  private static final FilterEntry GONE = new TrieNode("", 0);
  private static final int SMALLEST = 8;

  private final int[] hashes;
  private final @Nullable FilterEntry[] slots;
  private final boolean isWhole;
  private int taken; // slots that are not null, the writer's
  private int size; // slots with an entry, the writer's

  private FilterTable(int capacity, boolean isWhole) {
    this.hashes = new int[capacity];
    this.slots = new FilterEntry[capacity];
    this.isWhole = isWhole;
  }

  /** An empty table whose key is the whole filter. */
  static FilterTable ofFilters() {
    return new FilterTable(SMALLEST, true);
  }

  /** An empty table whose key is one level of the filter, at an offset that all entries share. */
  static FilterTable ofLevels() {
    return new FilterTable(SMALLEST, false);
  }

  /** Number of entries; for the writer. */
  int size() {
    return size;
  }

  /**
   * The entry with a key.
   *
   * @param text text that the key is a piece of
   * @param from start of the key in the text
   * @param to end of the key in the text, exclusive
   * @param offset where the key is in the filters of the entries
   */
  @Nullable FilterEntry find(String text, int from, int to, int offset) {
    return find(TopicHash.of(text, from, to), text, from, to, offset);
  }

  /** The same, with the hash of the key. */
  @Nullable FilterEntry find(int hash, String text, int from, int to, int offset) {
    int mask = slots.length - 1;
    for (int at = hash & mask; ; at = (at + 1) & mask) {
      // Read once: the place may be given to another entry right after it was compared.
      FilterEntry entry = (FilterEntry) SLOTS.getAcquire(slots, at);
      if (entry == null || isAt(at, entry, hash, text, from, to, offset)) {
        return entry;
      }
    }
  }

  /** The place of an entry, or -1; for the writer, while a place does not change under it. */
  private int locate(int hash, String text, int from, int to, int offset) {
    int mask = slots.length - 1;
    int at = hash & mask;
    for (FilterEntry entry; (entry = slots[at]) != null; at = (at + 1) & mask) {
      if (isAt(at, entry, hash, text, from, to, offset)) {
        return at;
      }
    }
    return -1;
  }

  private boolean isAt(
      int at, FilterEntry entry, int hash, String text, int from, int to, int offset) {
    if (hashes[at] != hash || entry == GONE) {
      return false;
    }
    String filter = entry.filter();
    return isWhole
        ? filter.length() == to - from && filter.regionMatches(0, text, from, to - from)
        : TopicFilter.isLevel(filter, offset, text, from, to - from);
  }

  /** Adds or replaces; returns the table to go on with, to be published by the caller. */
  FilterTable put(FilterEntry entry, int from, int to) {
    String filter = entry.filter();
    int hash = TopicHash.of(filter, from, to);
    int at = locate(hash, filter, from, to, from);
    if (at >= 0) {
      SLOTS.setRelease(slots, at, entry);
      return this;
    }
    FilterTable table = taken + 1 > slots.length - slots.length / 4 ? resized(size + 1) : this;
    table.insert(hash, entry);
    return table;
  }

  /** Removes the entry of a filter; returns the table to go on with. */
  FilterTable remove(String filter, int from, int to) {
    int at = locate(TopicHash.of(filter, from, to), filter, from, to, from);
    if (at < 0) {
      return this;
    }
    SLOTS.setRelease(slots, at, GONE);
    size--;
    return slots.length > SMALLEST && size < slots.length / 8 ? resized(size) : this;
  }

  /** Copies the entries; for the writer. */
  FilterEntry[] entries() {
    FilterEntry[] entries = new FilterEntry[size];
    int count = 0;
    for (FilterEntry entry : slots) {
      if (entry != null && entry != GONE) {
        entries[count++] = entry;
      }
    }
    return entries;
  }

  private FilterTable resized(int expected) {
    int capacity = SMALLEST;
    while (capacity - capacity / 4 < expected + expected / 8 + 1) {
      capacity *= 2;
    }
    FilterTable copy = new FilterTable(capacity, isWhole);
    for (int i = 0; i < slots.length; i++) {
      FilterEntry entry = slots[i];
      if (entry != null && entry != GONE) {
        copy.insert(hashes[i], entry);
      }
    }
    return copy;
  }

  private void insert(int hash, FilterEntry entry) {
    int mask = slots.length - 1;
    int at = hash & mask;
    while (slots[at] != null && slots[at] != GONE) {
      at = (at + 1) & mask;
    }
    if (slots[at] == null) {
      taken++;
    }
    hashes[at] = hash;
    SLOTS.setRelease(slots, at, entry);
    size++;
  }
}

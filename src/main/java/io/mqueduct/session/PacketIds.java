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

import org.jspecify.annotations.Nullable;

/**
 * The packet identifiers that are in use, each with the entry it stands for, in the order in which
 * they were taken. An identifier that is in use is never given out again, however the counter wraps
 * and however many connections come and go (MQTT-2.2.1-3).
 *
 * <p>Owned by the loop that owns the session; not thread-safe. Find, add and remove take constant
 * time: identifiers are given out in sequence, so they fill the table without collisions. Without
 * entries it needs no memory beyond itself.
 */
final class PacketIds {
  /** The greatest identifier, and so the greatest number in use at one time. */
  static final int MAX = 65_535;

  private static final int MIN_TABLE = 8;
  private static final int KEPT_TABLE = 64;

  /** What an identifier stands for. Its link is free for other lists while it is in no table. */
  static class Entry {
    @Nullable Entry next;
    @Nullable Entry previous;

    /** The identifier, 1 to 65,535; 0 while it has none. */
    char id;

    /** A time or a number that the owner of the entry gives a meaning to. */
    long at;
  }

  private @Nullable Entry @Nullable [] table;
  private @Nullable Entry head;
  private @Nullable Entry tail;
  private int size;
  private int last;

  /** Entries that are not in the slot of their own; almost always none. */
  private int displaced;

  int size() {
    return size;
  }

  /** The entry that was taken first, or null. */
  @Nullable Entry first() {
    return head;
  }

  /** The entry with this identifier, or null. */
  @Nullable Entry find(int id) {
    @Nullable Entry[] slots = table;
    if (slots == null) {
      return null;
    }
    int mask = slots.length - 1;
    for (int i = id & mask; ; i = (i + 1) & mask) {
      Entry entry = slots[i];
      if (entry == null || entry.id == id) {
        return entry;
      }
    }
  }

  /** Gives the entry the next free identifier. There must be one: {@link #size} below the most. */
  void take(Entry entry) {
    if (size >= MAX) {
      throw new IllegalStateException("all packet identifiers are in use");
    }
    do {
      last = last == MAX ? 1 : last + 1;
    } while (find(last) != null);
    add(entry, last);
  }

  /** Adds an entry whose identifier somebody else chose; it must not be in use. */
  void add(Entry entry, int id) {
    entry.id = (char) id;
    @Nullable Entry[] slots = table;
    if (slots == null) {
      slots = new @Nullable Entry[MIN_TABLE];
      table = slots;
    } else if ((size + 1) * 2 > slots.length) {
      slots = grown();
      table = slots;
    }
    insert(slots, entry);
    size++;
    entry.next = null;
    entry.previous = tail;
    if (tail == null) {
      head = entry;
    } else {
      tail.next = entry;
    }
    tail = entry;
  }

  /** Takes an entry out; its identifier is free then. */
  void remove(Entry entry) {
    @Nullable Entry[] slots = table;
    if (slots == null || find(entry.id) != entry) {
      throw new IllegalStateException("packet identifier " + (int) entry.id + " is not in use");
    }
    erase(slots, entry);
    if (entry.previous == null) {
      head = entry.next;
    } else {
      entry.previous.next = entry.next;
    }
    if (entry.next == null) {
      tail = entry.previous;
    } else {
      entry.next.previous = entry.previous;
    }
    entry.next = null;
    entry.previous = null;
    size--;
    if (size == 0 && slots.length > KEPT_TABLE) {
      table = null;
    }
  }

  /** Gives back memory that is not needed now. */
  void trim() {
    if (size == 0) {
      table = null;
    }
  }

  /** The identifier that was given out last, 0 before the first. */
  int last() {
    return last;
  }

  /** Continues the sequence after a restart. */
  void continueAfter(int id) {
    last = id;
  }

  private @Nullable Entry[] grown() {
    @Nullable Entry[] bigger = new @Nullable Entry[Integer.highestOneBit((size + 1) * 4 - 1)];
    displaced = 0;
    for (Entry entry = head; entry != null; entry = entry.next) {
      insert(bigger, entry);
    }
    return bigger;
  }

  private void insert(@Nullable Entry[] slots, Entry entry) {
    int mask = slots.length - 1;
    int i = entry.id & mask;
    displaced += slots[i] == null ? 0 : 1;
    while (slots[i] != null) {
      i = (i + 1) & mask;
    }
    slots[i] = entry;
  }

  /** Removes by moving later entries of the same run back, so that no tombstones pile up. */
  private void erase(@Nullable Entry[] slots, Entry entry) {
    int mask = slots.length - 1;
    int hole = entry.id & mask;
    if (displaced == 0) {
      slots[hole] = null; // else the whole run would be looked at, which is as long as the window
      return;
    }
    displaced -= slots[hole] == entry ? 0 : 1;
    while (slots[hole] != entry) {
      hole = (hole + 1) & mask;
    }
    for (int i = (hole + 1) & mask; ; i = (i + 1) & mask) {
      Entry candidate = slots[i];
      if (candidate == null) {
        break;
      }
      int home = candidate.id & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        slots[hole] = candidate;
        displaced -= hole == home ? 1 : 0;
        hole = i;
      }
    }
    slots[hole] = null;
  }
}

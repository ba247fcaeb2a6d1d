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

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the message of a key was put last, so that a last-value queue whose keys change often reads
 * nothing. A table of fixed size, made when the first key comes, in which a newer entry takes the
 * place of an older one; those of the present round, which the engine does not show yet, are never
 * lost. Owned by the writer thread.
 */
final class KeyPlaces {
  /** Full, it takes some 8 MB. */
  private static final int SLOTS = 1 << 16;

  /** Longer ones are remembered for their round alone, as the table is to be small. */
  static final int LONGEST = 64;

  private final int slots;
  private @Nullable Entry @Nullable [] table;

  /** Of the present round, and without a place in the table; or once had none. */
  private final Map<Reference.Key, KeyPlace> overflow = new HashMap<>();

  private static final class Entry {
    Reference.Key key;
    KeyPlace place;
    long changedBy;

    Entry(Reference.Key key, KeyPlace place, long changedBy) {
      this.key = key;
      this.place = place;
      this.changedBy = changedBy;
    }
  }

  KeyPlaces() {
    this(SLOTS);
  }

  /** With another number of entries, a power of two and at least two. */
  KeyPlaces(int slots) {
    this.slots = slots;
  }

  /** The first of the two slots that a key may be in; the other is beside it. */
  private int slot(Reference.Key key) {
    int mixed = key.hashCode() * 0x9E3779B9;
    return (mixed ^ (mixed >>> 15)) & (slots - 1);
  }

  /**
   * Remembers where the message of a key is from now on.
   *
   * @param sequence of the command that says so
   * @param firstOfRound the least sequence that the engine does not show yet
   */
  void put(Reference.Key key, KeyPlace place, long sequence, long firstOfRound) {
    if (key.latin1().length() > LONGEST) {
      overflow.put(key, place);
      return;
    }
    @Nullable Entry[] all = table;
    if (all == null) {
      all = new @Nullable Entry[slots];
      table = all;
    }
    int slot = slot(key);
    Entry here = all[slot];
    Entry beside = all[slot ^ 1];
    Entry mine;
    if (here != null && here.key.equals(key)) {
      mine = here;
    } else if (beside != null && beside.key.equals(key)) {
      mine = beside;
    } else if (here == null || beside == null) {
      all[here == null ? slot : slot ^ 1] = new Entry(key, place, sequence);
      return;
    } else {
      mine = here.changedBy <= beside.changedBy ? here : beside;
      if (mine.changedBy >= firstOfRound) {
        overflow.put(mine.key, mine.place);
      }
      mine.key = key;
    }
    mine.place = place;
    mine.changedBy = sequence;
  }

  /** Where the message of a key is, or null if the engine has to be asked. */
  @Nullable KeyPlace find(Reference.Key key) {
    @Nullable Entry[] all = table;
    if (all != null) {
      int slot = slot(key);
      Entry here = all[slot];
      if (here != null && here.key.equals(key)) {
        return here.place;
      }
      Entry beside = all[slot ^ 1];
      if (beside != null && beside.key.equals(key)) {
        return beside.place;
      }
    }
    return overflow.isEmpty() ? null : overflow.get(key);
  }

  /** The engine now shows everything. */
  void endOfRound() {
    if (!overflow.isEmpty()) {
      overflow.clear();
    }
  }

  void clear() {
    table = null;
    overflow.clear();
  }
}

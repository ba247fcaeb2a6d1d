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
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The references that were written last, so that settling a message that is delivered at once reads
 * nothing. A table of fixed size in which a newer entry takes the place of an older one; those of
 * the present round, which the engine does not show yet, are never lost. Those with long keys are
 * remembered for their round alone, as the table is to be small. Owned by the writer thread.
 */
final class RecentReferences {
  private static final int SLOTS = 1 << 16;

  private final long[] numbers = new long[SLOTS];
  private final @Nullable Reference[] references = new @Nullable Reference[SLOTS];
  private final Map<Place, Reference> overflow = new HashMap<>();

  private record Place(long number, long sequence) {}

  static int slot(long number, long sequence) {
    long mixed = (sequence + number * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 48);
  }

  /** Adds one; {@code firstOfRound} is the least sequence that the engine does not show yet. */
  void add(long number, Reference reference, long firstOfRound) {
    var key = reference.key();
    if (key != null && key.latin1().length() > KeyPlaces.LONGEST) {
      overflow.put(new Place(number, reference.sequence()), reference);
      return;
    }
    int slot = slot(number, reference.sequence());
    var displaced = references[slot];
    if (displaced != null && displaced.sequence() >= firstOfRound) {
      overflow.put(new Place(numbers[slot], displaced.sequence()), displaced);
    }
    numbers[slot] = number;
    references[slot] = reference;
  }

  @Nullable Reference find(long number, int lane, long sequence) {
    int slot = slot(number, sequence);
    var found = references[slot];
    if (found == null || found.sequence() != sequence || numbers[slot] != number) {
      found = overflow.isEmpty() ? null : overflow.get(new Place(number, sequence));
    }
    return found != null && found.lane() == lane ? found : null;
  }

  /** Forgets one that was removed. */
  void remove(long number, long sequence) {
    int slot = slot(number, sequence);
    var found = references[slot];
    if (found != null && found.sequence() == sequence && numbers[slot] == number) {
      references[slot] = null;
    } else if (!overflow.isEmpty()) {
      overflow.remove(new Place(number, sequence));
    }
  }

  /** The engine now shows everything. */
  void endOfRound() {
    if (!overflow.isEmpty()) {
      overflow.clear();
    }
  }

  void clear() {
    Arrays.fill(references, null);
    overflow.clear();
  }
}

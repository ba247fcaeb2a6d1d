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

import java.util.ArrayList;
import java.util.List;

/**
 * Which message a last-value queue holds for a key: of those that came lately {@link RecentKeys}
 * knows, of the others {@link Column#QUEUE_KEYS}. Owned by the writer thread.
 */
final class KeyIndex {
  private final Columns columns;
  private final Round round;
  private final RecentKeys recent;
  private final KeyPlaces places = new KeyPlaces();
  private final ByteSink value = new ByteSink(16);

  KeyIndex(Columns columns, Round round, RecentKeys recent) {
    this.columns = columns;
    this.round = round;
    this.recent = recent;
  }

  /** Where the message of a key is, or {@link KeyPlace#NOWHERE}. */
  KeyPlace find(Reference.Key key) {
    var known = places.find(key);
    if (known == null) {
      known = recent.find(key);
    }
    if (known != null) {
      return known;
    }
    byte[] stored = columns.get(Column.QUEUE_KEYS, columnKey(key));
    if (stored == null) {
      return KeyPlace.NOWHERE;
    }
    var in = new ByteSource(stored);
    return KeyPlace.indexed(in.u8(), in.u64());
  }

  /** The command that is being applied adds the message of a key; an older one was removed. */
  void put(Reference.Key key, int lane, int size) {
    var place = new KeyPlace(key, lane, round.sequence(), cost(key, size));
    recent.add(place);
    remember(key, place);
  }

  /** A message is gone, and if it was that of its key, the key with it. */
  void remove(Reference.Key key, long sequence) {
    var place = find(key);
    if (place.sequence != sequence) {
      return;
    }
    if (place.recent) {
      recent.remove(place);
    } else {
      round.writes.delete(Column.QUEUE_KEYS, columnKey(key));
    }
    remember(key, KeyPlace.NOWHERE);
  }

  private void remember(Reference.Key key, KeyPlace place) {
    places.put(key, place, round.sequence(), round.first());
  }

  /** To be called before each command, so that it is the same however they are grouped. */
  void nameOld() {
    KeyPlace old = recent.pollOld(round.sequence(), 0);
    while (old != null) {
      var key = old.key;
      recent.remove(old);
      if (key != null) {
        round.writes.put(
            Column.QUEUE_KEYS,
            columnKey(key),
            value.clear().u8(old.lane).u64(old.sequence).toByteArray());
      }
      old = recent.pollOld(round.sequence(), old.sequence);
    }
  }

  /** All messages with a key and a lower sequence are in the column. */
  long firstRecent(long applied) {
    return recent.firstSequence(applied);
  }

  void endOfRound() {
    recent.endOfRound();
    places.endOfRound();
  }

  /** The queue is gone, and the column is cleared of it later. */
  void forget(long number) {
    recent.removeAll(number);
  }

  /** What was not written is forgotten. */
  void clear() {
    places.clear();
    recent.clear();
  }

  /** Begins anew with what the engine has. */
  void load() {
    places.clear();
    List<KeyPlace> found = new ArrayList<>();
    var mark = AppliedMark.read(columns);
    if (mark.keysFrom() <= mark.applied()) {
      try (var cursor = columns.scan(Column.QUEUES, Keys.number(0), null)) {
        while (cursor.next()) {
          load(Keys.longAt(cursor.key(), 0), mark.keysFrom(), found);
        }
      }
    }
    recent.replaceAll(found);
  }

  private void load(long number, long from, List<KeyPlace> found) {
    byte[] stored = columns.get(Column.LISTS, Keys.number(number));
    var list = stored == null ? null : ListState.decode(number, stored);
    if (list == null || !list.keyed) {
      return;
    }
    byte[] prefix = Reference.newPrefix();
    for (var lane : list.lanes()) {
      byte[] first = Keys.message(number, lane.id, Math.max(lane.head, from));
      try (var cursor = columns.scan(Column.MESSAGES, first, Keys.afterLane(number, lane.id))) {
        while (cursor.next()) {
          var reference = Reference.decode(cursor, prefix);
          var key = reference.key();
          if (key != null) {
            long cost = cost(key, reference.size());
            found.add(new KeyPlace(key, lane.id, reference.sequence(), cost));
          }
        }
      }
    }
  }

  private static long cost(Reference.Key key, int size) {
    return (long) size + key.latin1().length();
  }

  private static byte[] columnKey(Reference.Key key) {
    return Keys.numberAndBytes(key.number(), key.bytes());
  }
}

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
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes from the message lists what has to be looked for: over the limit, purged, expired, left
 * behind. Owned by the writer thread.
 */
final class ListScans {
  private static final int READ_AHEAD = 64;

  private final Columns columns;
  private final Round round;
  private final ListStates states;
  private final MessageLists lists;
  private final DropListener drops;
  private final byte[] prefix = Reference.newPrefix();
  private boolean trash;

  /** A purge that comes in portions, and how far it is in each lane: it does not begin anew. */
  private @Nullable Purge purging;

  private final long[] purgedUntil = new long[256];

  ListScans(
      Columns columns, Round round, ListStates states, MessageLists lists, DropListener drops) {
    this.columns = columns;
    this.round = round;
    this.states = states;
    this.lists = lists;
    this.drops = drops;
    lookForTrash();
  }

  /** What was not written is forgotten. */
  void clear() {
    purging = null;
    lookForTrash();
  }

  private void lookForTrash() {
    try (var cursor = columns.scan(Column.TRASH, Keys.number(0), null)) {
      trash = cursor.next();
    }
  }

  /** Whether a {@link MessageCommand.Sweep} would find something. */
  boolean hasTrash() {
    return trash;
  }

  long trim(MessageCommand.Trim command) {
    var state = states.find(command.number());
    var lane = state == null ? null : state.lane(command.lane());
    if (state == null || lane == null) {
      return 0;
    }
    long dropped = 0;
    while (lane.count > 0 && (lane.count > command.maxCount() || lane.bytes > command.maxBytes())) {
      boolean anyQos0 = lane.qos0 > 0;
      if (!anyQos0 && command.onlyQos0()) {
        break;
      }
      var victim = anyQos0 ? oldestOfQos0(state, lane) : oldest(state, lane);
      if (victim == null) {
        throw ByteSource.damaged("list " + state.number + " has fewer messages than it counts");
      }
      if (!anyQos0) {
        lane.head = victim.sequence();
      }
      lists.take(state, victim);
      dropped++;
    }
    return dropped;
  }

  private @Nullable Reference oldest(ListState state, ListState.Lane lane) {
    var known = lane.ahead.peekFirst();
    if (known != null) {
      return known;
    }
    for (int attempt = 0; attempt < 2; attempt++) {
      readAhead(state, lane);
      if (!lane.ahead.isEmpty()) {
        return lane.ahead.peekFirst();
      }
      round.split();
    }
    return null;
  }

  private void readAhead(ListState state, ListState.Lane lane) {
    byte[] from = Keys.message(state.number, lane.id, lane.head);
    try (var cursor = columns.scan(Column.MESSAGES, from, Keys.afterLane(state.number, lane.id))) {
      while (lane.ahead.size() < READ_AHEAD && cursor.next()) {
        var reference = Reference.decode(cursor, prefix);
        if (!lists.isRemoved(state.number, reference.sequence())) {
          lane.ahead.addLast(reference);
        }
      }
    }
  }

  private @Nullable Reference oldestOfQos0(ListState state, ListState.Lane lane) {
    var known = lists.findRecent(state.number, lane.id, lane.headOfQos0);
    if (known != null && known.isQos0()) {
      return known;
    }
    for (int attempt = 0; attempt < 2; attempt++) {
      byte[] from = Keys.message(state.number, lane.id, Math.max(lane.head, lane.headOfQos0));
      try (var cursor =
          columns.scan(Column.MESSAGES, from, Keys.afterLane(state.number, lane.id))) {
        while (cursor.next()) {
          var reference = Reference.decode(cursor, prefix);
          if (reference.isQos0() && !lists.isRemoved(state.number, reference.sequence())) {
            lane.headOfQos0 = reference.sequence();
            return reference;
          }
        }
      }
      round.split();
    }
    return null;
  }

  long purge(Purge command) {
    var state = states.find(command.number());
    if (state == null) {
      return 0;
    }
    states.settleForScan(state);
    if (!Objects.equals(command, purging)) {
      purging = command;
      Arrays.fill(purgedUntil, 0);
    }
    List<Reference> found = new ArrayList<>();
    for (var lane : state.lanes()) {
      long first = Math.max(lane.head, purgedUntil[lane.id]);
      byte[] from = Keys.message(state.number, lane.id, first);
      try (var cursor =
          columns.scan(Column.MESSAGES, from, Keys.afterLane(state.number, lane.id))) {
        while (found.size() < command.limit() && cursor.next()) {
          var reference = Reference.decode(cursor, prefix);
          if (reference.sequence() > command.untilSequence()) {
            break;
          }
          purgedUntil[lane.id] = reference.sequence() + 1;
          if (!command.keeps(reference.sequence())) {
            found.add(reference);
          }
        }
      }
    }
    for (var reference : found) {
      lists.take(state, reference);
    }
    return found.size();
  }

  long expire(MessageCommand.Expire command) {
    round.split();
    List<byte[]> due = new ArrayList<>();
    byte[] until = Keys.number(command.nowMillis() + 1);
    byte[] from = Keys.number(Math.min(lists.earliestExpiry(), command.nowMillis() + 1));
    try (var cursor = columns.scan(Column.EXPIRY, from, until)) {
      while (due.size() < command.limit() && cursor.next()) {
        due.add(cursor.key());
      }
    }
    boolean all = due.size() < command.limit();
    lists.nothingExpiresBefore(
        all ? command.nowMillis() + 1 : Keys.longAt(due.get(due.size() - 1), 0));
    for (byte[] key : due) {
      long number = Keys.longAt(key, 8);
      int lane = key[16] & 0xFF;
      long sequence = Keys.longAt(key, 17);
      var state = states.find(number);
      var reference = state == null ? null : lists.find(number, lane, sequence);
      if (state != null && reference != null) {
        lists.take(state, reference);
        drops.expired(number, lane, sequence, reference.qos(), reference.size());
      } else {
        round.writes.delete(Column.EXPIRY, key);
      }
    }
    return due.size();
  }

  /** The list is gone; what it holds is freed later, in portions. */
  void discard(ListState state) {
    states.remove(state);
    if (state.keyed) {
      lists.forgetKeys(state.number);
    }
    if (!state.isEmpty() || state.queue) {
      round.writes.put(Column.TRASH, Keys.number(state.number), Keys.number(state.number));
      trash = true;
    }
  }

  long sweep(MessageCommand.Sweep command) {
    round.split();
    byte[] key;
    byte[] from;
    try (var cursor = columns.scan(Column.TRASH, Keys.number(0), null)) {
      if (!cursor.next()) {
        trash = false;
        return 0;
      }
      key = cursor.key();
      from = cursor.value();
    }
    long number = Keys.longAt(key, 0);
    byte[] until = Keys.after(number);
    long count = 0;
    Reference last = null;
    try (var cursor = columns.scan(Column.MESSAGES, from, until)) {
      while (count < command.limit() && cursor.next()) {
        last = Reference.decode(cursor, prefix);
        lists.erase(number, last);
        count++;
      }
    }
    if (last != null && count == command.limit()) {
      round.writes.put(Column.TRASH, key, Keys.message(number, last.lane(), last.sequence() + 1));
      return count;
    }
    eraseAll(Column.QUEUE_KEYS, number);
    eraseAll(Column.DELIVERIES, number);
    round.writes.delete(Column.TRASH, key);
    return count;
  }

  /** Removes everything of a number from a column whose values are nobody else's business. */
  void eraseAll(Column column, long number) {
    byte[] until = Keys.after(number);
    List<byte[]> found = new ArrayList<>();
    try (var cursor = columns.scan(column, Keys.number(number), until)) {
      while (found.size() <= READ_AHEAD && cursor.next()) {
        found.add(cursor.key());
      }
    }
    if (found.size() > READ_AHEAD) {
      round.writes.deleteRange(column, Keys.number(number), until);
    } else {
      for (byte[] key : found) {
        round.writes.delete(column, key);
      }
    }
  }
}

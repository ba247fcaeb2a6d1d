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

import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lists that are in use, read from the engine when first needed and written back once a round.
 * Owned by the writer thread.
 */
final class ListStates {
  private static final int MAX_IN_MEMORY = 100_000;

  private final Columns columns;
  private final Round round;

  /** By scattered number. */
  private final LongObjectHashMap<ListState> states = new LongObjectHashMap<>();

  private final List<ListState> dirty = new ArrayList<>();
  private final LongTable gone = new LongTable();
  private final ByteSink scratch = new ByteSink(256);

  ListStates(Columns columns, Round round) {
    this.columns = columns;
    this.round = round;
  }

  /** A list, or null if there is none. */
  @Nullable ListState find(long number) {
    var state = states.get(Scatter.of(number));
    if (state != null) {
      return state;
    }
    if (number <= 0 || gone.get(number) != LongTable.ABSENT) {
      return null;
    }
    byte[] value = columns.get(Column.LISTS, Keys.number(number));
    if (value == null) {
      return null;
    }
    state = ListState.decode(number, value);
    states.put(Scatter.of(number), state);
    return state;
  }

  /** A list that the given connection may change, or null. */
  @Nullable ListState find(long number, long epoch) {
    var state = find(number);
    return state == null || (epoch != 0 && epoch != state.epoch) ? null : state;
  }

  ListState create(long number, boolean queue, long epoch) {
    var state = new ListState(number, queue, epoch);
    state.sentRuns = new SentRuns(number);
    states.put(Scatter.of(number), state);
    changed(state);
    return state;
  }

  /** Something of the session or queue was changed in this round. */
  void touched(ListState state) {
    state.touchedInRound = round.id();
  }

  /** The list itself was changed and has to be written. */
  void changed(ListState state) {
    state.touchedInRound = round.id();
    if (!state.dirty) {
      state.dirty = true;
      dirty.add(state);
    }
  }

  /** Makes the engine show what this round changed of it. */
  void settleForScan(ListState state) {
    if (state.touchedInRound == round.id()) {
      round.split();
    }
  }

  void remove(ListState state) {
    states.remove(Scatter.of(state.number));
    gone.put(state.number, 1);
    state.dirty = false;
    dirty.remove(state);
    round.writes.delete(Column.LISTS, Keys.number(state.number));
  }

  void flush() {
    for (int i = 0; i < dirty.size(); i++) {
      var state = dirty.get(i);
      state.encode(scratch.clear());
      round.writes.put(Column.LISTS, Keys.number(state.number), scratch.array(), 0, scratch.size());
      state.dirty = false;
    }
    dirty.clear();
  }

  void endOfRound() {
    gone.clear();
  }

  /** Bounds the memory. Never within a command, which would go on with a list that is no more. */
  void betweenCommands() {
    if (states.size() > MAX_IN_MEMORY) {
      states.clear();
    }
  }

  void clear() {
    states.clear();
    dirty.clear();
    gone.clear();
  }
}

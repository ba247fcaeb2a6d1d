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

/**
 * Which messages of sessions are on the way to their client, in {@link Column#INFLIGHT}. Owned by
 * the writer thread.
 *
 * <p>A message of QoS 1 is in a {@link SentRun}, whose row is removed with the last of its messages
 * that leaves the list: for most messages neither that they were sent nor that they were
 * acknowledged is a change of its own. One of QoS 2 has a row under its packet id, and another
 * after PUBREC.
 */
final class Inflight {
  private final Columns columns;
  private final Round round;
  private final Lists lists;
  private final SentRun run = new SentRun();
  private final SentRun stored = new SentRun();
  private final ByteSink value = new ByteSink(1024);

  /** Knows what is in the lists. */
  interface Lists {
    /** Whether the list has a message that was added in an earlier round. */
    boolean has(long number, int lane, long sequence);
  }

  Inflight(Columns columns, Round round, Lists lists) {
    this.columns = columns;
    this.round = round;
    this.lists = lists;
  }

  /** The runs of a session, read when first needed: those that no list has any message of go. */
  private SentRuns runs(ListState state) {
    var known = state.sentRuns;
    if (known != null) {
      return known;
    }
    var runs = new SentRuns(state.number);
    state.sentRuns = runs;
    byte[] until = Keys.inflight(state.number, 1, false);
    try (var cursor = columns.scan(Column.INFLIGHT, Keys.number(state.number), until)) {
      while (cursor.next()) {
        stored.decode(cursor.key(), cursor.value());
        keepWhatIsThere(state.number);
        runs.add(stored, round.writes);
      }
    }
    return runs;
  }

  private void keepWhatIsThere(long number) {
    int count = stored.size;
    stored.size = 0;
    for (int i = 0; i < count; i++) {
      if (lists.has(number, stored.lanes[i], stored.sequences[i])) {
        stored.add(stored.packetIds[i], stored.lanes[i], stored.sequences[i]);
      }
    }
  }

  /** A message in the list was sent, as one of a command; {@link #endOfCommand} has to follow. */
  void sent(ListState state, Reference reference, int packetId, int place) {
    if (reference.qos() == 1) {
      if (!run.takes(place)) {
        endOfCommand(state);
        run.begin(round.sequence(), place);
      }
      run.add(packetId, reference.lane(), reference.sequence());
      return;
    }
    round.writes.put(
        Column.INFLIGHT,
        Keys.inflight(state.number, packetId, false),
        value
            .clear()
            .u64(round.sequence())
            .varint(place)
            .u8(reference.lane())
            .u64(reference.sequence())
            .toByteArray());
  }

  /** All that the command says was sent has been told. */
  void endOfCommand(ListState state) {
    if (run.size > 0) {
      runs(state).add(run, round.writes);
      run.encode(value.clear());
      round.writes.put(Column.INFLIGHT, run.key(state.number), value.array(), 0, value.size());
      run.size = 0;
    }
  }

  /** The command that was being told failed. */
  void clear() {
    run.size = 0;
  }

  /** A message leaves the list, for whatever reason; whether it was in a run. */
  boolean removed(ListState state, Reference reference) {
    return !state.queue
        && reference.qos() == 1
        && runs(state).remove(reference.sequence(), round.writes);
  }

  /** PUBREC: the packet id waits for PUBCOMP. */
  void received(long number, int packetId, int place) {
    byte[] order = value.clear().u64(round.sequence()).varint(place).toByteArray();
    round.writes.put(Column.INFLIGHT, Keys.inflight(number, packetId, true), order);
  }

  /** The packet id is free, if it has a row of its own. */
  void acknowledged(long number, int packetId) {
    round.writes.delete(Column.INFLIGHT, Keys.inflight(number, packetId, false));
  }

  /** PUBCOMP: the packet id is free. */
  void completed(long number, int packetId) {
    acknowledged(number, packetId);
    round.writes.delete(Column.INFLIGHT, Keys.inflight(number, packetId, true));
  }
}

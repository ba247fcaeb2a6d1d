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

/** Applies {@link SessionCommand}s. Owned by the writer thread. */
final class SessionTable {
  private final Columns columns;
  private final Round round;
  private final ListStates states;
  private final ListScans scans;

  /** What this round changed and the engine does not show yet; 0 is no session. */
  private final Map<String, Long> numbers = new HashMap<>();

  private final Map<Long, StoredSession> sessions = new HashMap<>();

  SessionTable(Columns columns, Round round, ListStates states, ListScans scans) {
    this.columns = columns;
    this.round = round;
    this.states = states;
    this.scans = scans;
  }

  long apply(SessionCommand command) {
    if (command instanceof SessionCommand.OpenSession c) {
      return open(c);
    }
    var state = states.find(command.number(), command.epoch());
    if (state == null || state.queue) {
      return 0;
    }
    if (command instanceof SessionCommand.DropSession) {
      drop(state);
      return 1;
    }
    states.touched(state);
    long number = state.number;
    var writes = round.writes;
    if (command instanceof SessionCommand.DetachSession c) {
      return detach(c);
    } else if (command instanceof SessionCommand.PutSubscription c) {
      var options = new ByteSink(8);
      c.subscription().encodeOptions(options);
      writes.put(
          Column.SUBSCRIPTIONS,
          Keys.numberAndText(number, c.subscription().filter()),
          options.toByteArray());
    } else if (command instanceof SessionCommand.RemoveSubscription c) {
      writes.delete(Column.SUBSCRIPTIONS, Keys.numberAndText(number, c.filter()));
    } else if (command instanceof SessionCommand.PutInboundId c) {
      byte[] value = new ByteSink(8).u64(c.nowMillis()).toByteArray();
      writes.put(Column.INBOUND, Keys.inbound(number, c.packetId()), value);
    } else if (command instanceof SessionCommand.RemoveInboundId c) {
      writes.delete(Column.INBOUND, Keys.inbound(number, c.packetId()));
    } else if (command instanceof SessionCommand.PutWill c) {
      byte[] value = new StoredWill(c.delaySeconds(), c.message()).encode();
      writes.put(Column.WILLS, Keys.number(number), value);
    } else if (command instanceof SessionCommand.RemoveWill) {
      writes.delete(Column.WILLS, Keys.number(number));
    } else {
      throw new IllegalArgumentException(command.getClass().getName());
    }
    return 1;
  }

  private long open(SessionCommand.OpenSession c) {
    long number = numberOf(c.clientId());
    var state = number == 0 ? null : states.find(number);
    if (state != null && c.cleanStart()) {
      drop(state);
      state = null;
    }
    long sequence = round.sequence();
    var before = state == null ? null : session(state.number);
    if (state == null || before == null) {
      state = states.create(sequence, false, sequence);
      numbers.put(c.clientId(), sequence);
      round.writes.put(Column.CLIENTS, Keys.text(c.clientId()), Keys.number(sequence));
    }
    state.epoch = sequence;
    states.changed(state);
    write(
        new StoredSession(
            state.number,
            c.clientId(),
            sequence,
            before == null ? c.nowMillis() : before.createdAtMillis(),
            true,
            c.nowMillis(),
            c.expirySeconds(),
            c.protocolVersion(),
            c.username()));
    StoredWill will = c.will();
    if (will != null) {
      round.writes.put(Column.WILLS, Keys.number(state.number), will.encode());
    } else if (before != null) {
      round.writes.delete(Column.WILLS, Keys.number(state.number));
    }
    return state.number;
  }

  private long detach(SessionCommand.DetachSession c) {
    var before = session(c.number());
    if (before == null) {
      return 0;
    }
    write(
        new StoredSession(
            before.number(),
            before.clientId(),
            before.epoch(),
            before.createdAtMillis(),
            false,
            c.nowMillis(),
            c.expirySeconds(),
            before.protocolVersion(),
            before.username()));
    return 1;
  }

  private void drop(ListState state) {
    states.settleForScan(state);
    long number = state.number;
    var session = session(number);
    if (session != null) {
      round.writes.delete(Column.CLIENTS, Keys.text(session.clientId()));
      numbers.put(session.clientId(), 0L);
    }
    round.writes.delete(Column.SESSIONS, Keys.number(number));
    sessions.remove(number);
    round.writes.delete(Column.WILLS, Keys.number(number));
    scans.eraseAll(Column.SUBSCRIPTIONS, number);
    scans.eraseAll(Column.INFLIGHT, number);
    scans.eraseAll(Column.INBOUND, number);
    scans.discard(state);
  }

  private void write(StoredSession session) {
    sessions.put(session.number(), session);
    round.writes.put(Column.SESSIONS, Keys.number(session.number()), session.encode());
  }

  private long numberOf(String clientId) {
    Long known = numbers.get(clientId);
    if (known != null) {
      return known;
    }
    byte[] stored = columns.get(Column.CLIENTS, Keys.text(clientId));
    return stored == null ? 0 : Keys.longAt(stored, 0);
  }

  private @Nullable StoredSession session(long number) {
    var known = sessions.get(number);
    if (known != null) {
      return known;
    }
    byte[] stored = columns.get(Column.SESSIONS, Keys.number(number));
    return stored == null ? null : StoredSession.decode(number, stored);
  }

  void endOfRound() {
    if (!sessions.isEmpty()) {
      sessions.clear();
    }
    if (!numbers.isEmpty()) {
      numbers.clear();
    }
  }
}

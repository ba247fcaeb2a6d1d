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

import io.mqueduct.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds to the message lists, hands out from them and takes from them, by name. Owned by the writer
 * thread.
 *
 * <p>A message with one target lies in the list itself; one with several lies once in {@link
 * SharedBodies}.
 */
final class MessageLists {
  private static final int READ_AHEAD = 256;

  private final Columns columns;
  private final Round round;
  private final ListStates states;
  private final SharedBodies bodies;
  private final RecentReferences recent = new RecentReferences();
  private final AscendingRun run = new AscendingRun();
  private final RemovedReferences removed = new RemovedReferences();
  private final KeyIndex keys;
  private final Inflight inflight;
  private final List<@Nullable ListState> takers = new ArrayList<>();
  private final ByteSink body = new ByteSink(1024);
  private final ByteSink value = new ByteSink(1024);
  private final byte[] prefix = Reference.newPrefix();
  private final byte[] anything = new byte[1];

  private long releasedBytes;

  /** Nothing expires before; else every look at what does would pass by all that has. */
  private long earliestExpiry;

  MessageLists(
      Columns columns, Round round, ListStates states, SharedBodies bodies, KeyIndex keys) {
    this.columns = columns;
    this.round = round;
    this.states = states;
    this.bodies = bodies;
    this.keys = keys;
    inflight = new Inflight(columns, round, this::has);
  }

  long append(MessageCommand.Append command) {
    var message = command.message();
    var targets = command.targets();
    takers.clear();
    int taking = 0;
    for (int i = 0; i < targets.size(); i++) {
      var state = states.find(targets.get(i).number());
      if (state != null && state.latestAppend == round.sequence()) {
        state = null; // a list takes a message once, whatever its targets say
      }
      if (state != null) {
        state.latestAppend = round.sequence();
      }
      takers.add(state);
      taking += state != null ? 1 : 0;
    }
    if (taking == 0) {
      return 0;
    }
    MessageCodec.encode(message, body.clear());
    if (taking > 1) {
      bodies.store(round.sequence(), body, taking);
    }
    for (int i = 0; i < targets.size(); i++) {
      var state = takers.get(i);
      if (state != null) {
        add(state, targets.get(i), message, taking == 1);
      }
    }
    return taking;
  }

  long move(MessageCommand.Move command) {
    var from = states.find(command.number());
    var to = states.find(command.target().number());
    var reference =
        from == null ? null : find(command.number(), command.lane(), command.sequence());
    if (from == null || reference == null) {
      return 0;
    }
    if (to == null || to == from) {
      return MessageCommand.Move.TARGET_GONE;
    }
    take(from, reference);
    MessageCodec.encode(command.message(), body.clear());
    add(to, command.target(), command.message(), true);
    return 1;
  }

  private void add(ListState state, Target target, Message message, boolean inline) {
    long number = state.number;
    long sequence = round.sequence();
    int size = message.sizeBytes();
    long expiresAt = message.expiresAtMillis() == Message.NEVER ? 0 : message.expiresAtMillis();
    byte[] keyBytes = target.key();
    Reference.@Nullable Key key = keyBytes == null ? null : Reference.Key.of(number, keyBytes);
    if (key != null) {
      replace(state, key);
      keys.put(key, target.lane(), size);
      state.keyed = true;
    }
    Reference.encode(target, inline, size, expiresAt, value.clear());
    int flags = value.array()[0] & 0xFF;
    if (inline) {
      value.raw(body.array(), 0, body.size());
    }
    round.writes.put(
        Column.MESSAGES,
        Keys.message(number, target.lane(), sequence),
        value.array(),
        0,
        value.size());
    if (expiresAt != 0) {
      earliestExpiry = Math.min(earliestExpiry, expiresAt);
      round.writes.put(
          Column.EXPIRY,
          Keys.expiry(expiresAt, number, target.lane(), sequence),
          WriteSet.Visitor.NOTHING);
    }
    recent.add(
        number, new Reference(target.lane(), sequence, flags, size, expiresAt, key), round.first());
    var lane = state.laneForAppend(target.lane());
    if (lane.count == 0) {
      lane.head = sequence;
      lane.ahead.clear();
    }
    lane.count++;
    lane.bytes += size;
    if (target.qos() == 0) {
      if (lane.qos0 == 0) {
        lane.headOfQos0 = sequence;
      }
      lane.qos0++;
    }
    states.changed(state);
  }

  /** A newer message of a key: the older one goes (spec of last-value queues). */
  private void replace(ListState state, Reference.Key key) {
    var old = keys.find(key);
    if (old.sequence == 0) {
      return;
    }
    var reference = find(state.number, old.lane, old.sequence);
    if (reference != null) {
      take(state, reference);
    } else {
      keys.remove(key, old.sequence);
    }
  }

  /** What the list says about a message, or null if it does not have it (any more). */
  @Nullable Reference find(long number, int lane, long sequence) {
    if (removed.contains(number, sequence)) {
      return null;
    }
    var known = recent.find(number, lane, sequence);
    if (known != null || sequence >= round.first()) {
      return known;
    }
    if (run.isLongAt(number, lane, sequence)) {
      return readAhead(number, lane, sequence);
    }
    return Reference.read(columns, number, lane, sequence, prefix);
  }

  /** Looks one up of those that were sent: most are gone, and reading on does not find them. */
  private boolean has(long number, int lane, long sequence) {
    return !removed.contains(number, sequence)
        && columns.get(Column.MESSAGES, Keys.message(number, lane, sequence), anything) >= 0;
  }

  /**
   * Somebody works through a backlog in order: reading on is cheaper than looking up. Returns the
   * one that was asked for, which may have lost its place in the table to one of those behind it.
   */
  private @Nullable Reference readAhead(long number, int lane, long sequence) {
    Reference asked = null;
    byte[] until = lane == 255 ? Keys.after(number) : Keys.message(number, lane + 1, 0);
    try (var cursor = columns.scan(Column.MESSAGES, Keys.message(number, lane, sequence), until)) {
      for (int i = 0; i < READ_AHEAD && cursor.next(); i++) {
        var reference = Reference.decode(cursor, prefix);
        if (reference.sequence() == sequence) {
          asked = reference;
        }
        if (!removed.contains(number, reference.sequence())) {
          recent.add(number, reference, round.first());
        }
      }
    }
    return asked;
  }

  boolean isRemoved(long number, long sequence) {
    return removed.contains(number, sequence);
  }

  @Nullable Reference findRecent(long number, int lane, long sequence) {
    return removed.contains(number, sequence) ? null : recent.find(number, lane, sequence);
  }

  /** Takes a message out of a list that has it; whether it was in a {@link SentRun}. */
  boolean take(ListState state, Reference reference) {
    var lane = state.lane(reference.lane());
    if (lane == null || lane.count == 0) {
      throw ByteSource.damaged("list " + state.number + " has more messages than it counts");
    }
    var oldest = lane.ahead.peekFirst();
    if (oldest != null && oldest.sequence() == reference.sequence()) {
      lane.ahead.pollFirst();
    } else if (oldest != null) {
      lane.ahead.clear();
    }
    lane.count--;
    lane.bytes -= reference.size();
    if (reference.isQos0()) {
      lane.qos0--;
    }
    if (reference.sequence() == lane.head) {
      lane.head = reference.sequence() + 1;
    }
    states.changed(state);
    var key = reference.key();
    if (key != null) {
      keys.remove(key, reference.sequence());
    }
    boolean inRun = inflight.removed(state, reference);
    erase(state.number, reference);
    return inRun;
  }

  /** The list is gone. */
  void forgetKeys(long number) {
    keys.forget(number);
  }

  /** Removes what is written of a message, without counting. */
  void erase(long number, Reference reference) {
    int lane = reference.lane();
    long sequence = reference.sequence();
    releasedBytes += reference.size();
    removed.add(number, sequence);
    recent.remove(number, sequence);
    round.writes.deleteOnce(Column.MESSAGES, Keys.message(number, lane, sequence));
    if (reference.expiresAtMillis() != 0) {
      round.writes.delete(
          Column.EXPIRY, Keys.expiry(reference.expiresAtMillis(), number, lane, sequence));
    }
    if (reference.isShared()) {
      bodies.release(sequence);
    }
  }

  long settle(Settle command) {
    var state = states.find(command.number(), command.epoch());
    if (state == null) {
      return 0;
    }
    long number = state.number;
    long count = 0;
    for (int i = 0; i < command.size(); i++) {
      int what = command.what(i);
      int packetId = command.value(i);
      boolean inRun = false;
      if (what != Settle.COMPLETED) {
        var reference = find(number, command.lane(i), command.sequence(i));
        if (reference != null) {
          inRun = take(state, reference);
          count++;
        }
      }
      switch (what) {
        case Settle.ACKNOWLEDGED -> {
          if (!inRun) {
            inflight.acknowledged(number, packetId);
          }
        }
        case Settle.RECEIVED -> inflight.received(number, packetId, i);
        case Settle.COMPLETED -> inflight.completed(number, packetId);
        case Settle.DONE_COUNTED ->
            round.writes.delete(Column.DELIVERIES, Keys.delivery(number, command.sequence(i)));
        default -> {}
      }
    }
    states.touched(state);
    return count;
  }

  long mark(Mark command) {
    var state = states.find(command.number(), command.epoch());
    if (state == null) {
      return 0;
    }
    long number = state.number;
    long count = 0;
    for (int i = 0; i < command.size(); i++) {
      int lane = command.lane(i);
      long sequence = command.sequence(i);
      var reference = find(number, lane, sequence);
      if (reference == null) {
        continue;
      }
      count++;
      if (reference.expiresAtMillis() != 0) {
        round.writes.delete(
            Column.EXPIRY, Keys.expiry(reference.expiresAtMillis(), number, lane, sequence));
      }
      int what = command.what(i);
      if (what == Mark.DELIVERIES || what == Mark.REJECTED) {
        int rejected = what == Mark.REJECTED ? StoreReader.REJECTED_BIT : 0;
        round.writes.put(
            Column.DELIVERIES,
            Keys.delivery(number, sequence),
            value.clear().varint(command.value(i) | rejected).toByteArray());
      } else {
        state.lastPacketId = command.value(i);
        states.changed(state);
        inflight.sent(state, reference, command.value(i), i);
      }
    }
    inflight.endOfCommand(state);
    states.touched(state);
    return count;
  }

  long releasedBytes() {
    return releasedBytes;
  }

  long earliestExpiry() {
    return earliestExpiry;
  }

  void nothingExpiresBefore(long millis) {
    earliestExpiry = Math.max(earliestExpiry, millis);
  }

  void endOfRound() {
    recent.endOfRound();
    removed.clear();
  }

  void clear() {
    recent.clear();
    removed.clear();
    inflight.clear();
    earliestExpiry = 0;
  }
}

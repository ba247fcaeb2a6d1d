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

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The message list of one session or queue: who may change it, and what is in it, in numbers. Owned
 * by the writer thread, which keeps it in memory while it is in use.
 */
final class ListState {
  private static final int FORMAT = 1;
  private static final int QUEUE = 1;
  private static final int KEYED = 2;

  final long number;
  final boolean queue;

  /** Whether a message with a key was ever added. */
  boolean keyed;

  long epoch;
  int lastPacketId;
  boolean dirty;

  /** The round that last changed anything of this session or queue. */
  long touchedInRound;

  /** Sequence of the message that was added last by this process. */
  long latestAppend;

  /** What {@link Inflight} knows of a session; null as long as it has not read it. */
  @Nullable SentRuns sentRuns;

  private Lane[] lanes = new Lane[0];

  ListState(long number, boolean queue, long epoch) {
    this.number = number;
    this.queue = queue;
    this.epoch = epoch;
  }

  /** One priority level. */
  static final class Lane {
    final int id;

    /** No message has a sequence below. */
    long head;

    /** No message of QoS 0 has a sequence below. */
    long headOfQos0;

    long count;
    long bytes;
    long qos0;

    /** The oldest messages, read ahead for dropping. */
    final ArrayDeque<Reference> ahead = new ArrayDeque<>(0);

    Lane(int id) {
      this.id = id;
    }
  }

  Lane[] lanes() {
    return lanes;
  }

  @Nullable Lane lane(int id) {
    for (var lane : lanes) {
      if (lane.id == id) {
        return lane;
      }
    }
    return null;
  }

  Lane laneForAppend(int id) {
    var found = lane(id);
    if (found != null) {
      return found;
    }
    var added = new Lane(id);
    lanes = Arrays.copyOf(lanes, lanes.length + 1);
    lanes[lanes.length - 1] = added;
    Arrays.sort(lanes, (a, b) -> Integer.compare(a.id, b.id));
    return added;
  }

  boolean isEmpty() {
    for (var lane : lanes) {
      if (lane.count > 0) {
        return false;
      }
    }
    return true;
  }

  void encode(ByteSink out) {
    int filled = 0;
    for (var lane : lanes) {
      filled += lane.count > 0 ? 1 : 0;
    }
    int flags = (queue ? QUEUE : 0) | (keyed ? KEYED : 0);
    out.u8(FORMAT).u8(flags).varint(epoch).u16(lastPacketId).varint(filled);
    for (var lane : lanes) {
      if (lane.count > 0) {
        out.u8(lane.id).varint(lane.head).varint(lane.count).varint(lane.bytes).varint(lane.qos0);
      }
    }
  }

  static ListState decode(long number, byte[] value) {
    var in = new ByteSource(value);
    if (in.u8() != FORMAT) {
      throw ByteSource.damaged("a list of another format");
    }
    int flags = in.u8();
    if (flags > (QUEUE | KEYED)) {
      throw ByteSource.damaged("a list with flags " + flags);
    }
    var list = new ListState(number, (flags & QUEUE) != 0, in.varint());
    list.keyed = (flags & KEYED) != 0;
    list.lastPacketId = in.u16();
    list.lanes = new Lane[in.count(256)];
    for (int i = 0; i < list.lanes.length; i++) {
      var lane = new Lane(in.u8());
      lane.head = in.varint();
      lane.headOfQos0 = lane.head;
      lane.count = in.varint();
      lane.bytes = in.varint();
      lane.qos0 = in.varint();
      list.lanes[i] = lane;
    }
    in.end();
    return list;
  }

  MessageCounts counts() {
    long count = 0;
    long bytes = 0;
    var perLane = new MessageCounts.Lane[lanes.length];
    for (int i = 0; i < lanes.length; i++) {
      var lane = lanes[i];
      count += lane.count;
      bytes += lane.bytes;
      perLane[i] = new MessageCounts.Lane(lane.id, lane.head, lane.count, lane.bytes, lane.qos0);
    }
    return new MessageCounts(count, bytes, List.of(perLane));
  }
}

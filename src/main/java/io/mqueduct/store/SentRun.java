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
 * A row of {@link Column#INFLIGHT}: messages of QoS 1 of one session that were sent one after the
 * other, in the layout {@code count, then for each: packet id(2) lane(1) sequence(8)}. Reusable;
 * one owner.
 */
final class SentRun {
  /**
   * A row with one message unacknowledged keeps them all, and after a restart each of them is
   * looked up; so it is short.
   */
  static final int MOST = 16;

  private static final int ENTRY_BYTES = 11;

  /** Sequence of the command that marked them. */
  long command;

  /** Place of the first one among those of the command. */
  int index;

  int[] packetIds = new int[MOST];
  int[] lanes = new int[MOST];
  long[] sequences = new long[MOST];
  int size;

  void begin(long newCommand, int newIndex) {
    command = newCommand;
    index = newIndex;
    size = 0;
  }

  /** Whether the message at this place of the command continues the run. */
  boolean takes(int place) {
    return size > 0 && size < MOST && place == index + size;
  }

  void add(int packetId, int lane, long sequence) {
    packetIds[size] = packetId;
    lanes[size] = lane;
    sequences[size++] = sequence;
  }

  byte[] key(long number) {
    return Keys.sentRun(number, command, index);
  }

  void encode(ByteSink out) {
    out.varint(size);
    for (int i = 0; i < size; i++) {
      out.u16(packetIds[i]).u8(lanes[i]).u64(sequences[i]);
    }
  }

  /** Whether the row is a run, and not of one packet id. */
  static boolean isRun(byte[] key) {
    return key.length == Keys.SENT_RUN_LENGTH;
  }

  /** Fills it from a row that {@link #isRun}, however many the build that wrote it put there. */
  void decode(byte[] key, byte[] value) {
    begin(Keys.longAt(key, 10), Keys.intAt(key, 18));
    var in = new ByteSource(value);
    int count = in.count(in.remaining() / ENTRY_BYTES);
    if (count > packetIds.length) {
      packetIds = new int[count];
      lanes = new int[count];
      sequences = new long[count];
    }
    for (int i = 0; i < count; i++) {
      add(in.u16(), in.u8(), in.u64());
    }
    in.end();
  }
}

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

/**
 * Messages of one list that were handed out: for a session with the packet id that each is sent
 * with, for a queue with how often it has been delivered. Immutable, any thread; the arrays are
 * taken over. Result: how many. A message that is marked is no longer removed by {@link
 * MessageCommand.Expire} (MQTT-4.4.0-1 resends it).
 */
public final class Mark implements MessageCommand {
  /** The value is the packet id of a PUBLISH of QoS 1 or 2. */
  public static final int SENT = 0;

  /** The value is the number of deliveries so far, at most 65535. */
  public static final int DELIVERIES = 1;

  private final long number;
  private final long epoch;
  private final long[] sequences;
  private final int[] marks;

  /** Marks several; both arrays have the same length, in the order of sending. */
  public Mark(long number, long epoch, long[] sequences, int[] marks) {
    if (sequences.length != marks.length) {
      throw new IllegalArgumentException("lengths differ");
    }
    this.number = number;
    this.epoch = epoch;
    this.sequences = sequences;
    this.marks = marks;
  }

  /** Packs a lane (0–255), a packet id or count (0–65535) and which of the two it is. */
  public static int mark(int lane, int value, int what) {
    return what << 24 | lane << 16 | value;
  }

  /** Whose list. */
  public long number() {
    return number;
  }

  /** Of which connection; 0 for any. */
  public long epoch() {
    return epoch;
  }

  int size() {
    return sequences.length;
  }

  long sequence(int i) {
    return sequences[i];
  }

  int packed(int i) {
    return marks[i];
  }

  int lane(int i) {
    return marks[i] >> 16 & 0xFF;
  }

  int value(int i) {
    return marks[i] & 0xFFFF;
  }

  int what(int i) {
    return marks[i] >>> 24;
  }

  @Override
  public int sizeBytes() {
    return 64 + 12 * sequences.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Mark that
        && number == that.number
        && epoch == that.epoch
        && Arrays.equals(sequences, that.sequences)
        && Arrays.equals(marks, that.marks);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sequences);
  }
}

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
 * Messages of one list that are done with, and packet ids that move on. Immutable, any thread; the
 * arrays are taken over. Result: how many messages were removed.
 *
 * <p>{@code marks[i]} packs the lane, the packet id and what happened; see {@link #mark}.
 */
public final class Settle implements MessageCommand {
  /** The message is removed; it had no packet id in the store. */
  public static final int DONE = 0;

  /** The message is removed and its packet id is free (PUBACK, PUBREC with an error, dropped). */
  public static final int ACKNOWLEDGED = 1;

  /** The message is removed, its packet id waits for PUBCOMP (PUBREC). */
  public static final int RECEIVED = 2;

  /** No message (sequence 0): the packet id is free (PUBCOMP). */
  public static final int COMPLETED = 3;

  /** The message is removed, and the count of its deliveries with it (queues). */
  public static final int DONE_COUNTED = 4;

  private final long number;
  private final long epoch;
  private final long[] sequences;
  private final int[] marks;

  /** Settles several; both arrays have the same length. */
  public Settle(long number, long epoch, long[] sequences, int[] marks) {
    if (sequences.length != marks.length) {
      throw new IllegalArgumentException("lengths differ");
    }
    this.number = number;
    this.epoch = epoch;
    this.sequences = sequences;
    this.marks = marks;
  }

  /** Packs a lane (0–255), a packet id (0–65535) and what happened. */
  public static int mark(int lane, int packetId, int what) {
    return what << 24 | lane << 16 | packetId;
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

  int packetId(int i) {
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
    return other instanceof Settle that
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

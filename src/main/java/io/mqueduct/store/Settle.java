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
 * Messages of one list that are done with, and packet ids that move on. Immutable, any thread; the
 * arrays are taken over. Result: how many messages were removed.
 *
 * <p>{@code marks[i]} packs the lane, the packet id and what happened; see {@link #mark}.
 */
public final class Settle extends Marks implements MessageCommand {
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

  /** Settles several; both arrays have the same length. */
  public Settle(long number, long epoch, long[] sequences, int[] marks) {
    super(number, epoch, sequences, marks);
  }

  /** Packs a lane (0–255), a packet id (0–65535) and what happened. */
  public static int mark(int lane, int packetId, int what) {
    return pack(lane, packetId, what);
  }
}

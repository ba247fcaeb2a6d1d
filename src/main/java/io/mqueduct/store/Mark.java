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
 * Messages of one list that were handed out: for a session with the packet id that each is sent
 * with, for a queue with how often it has been delivered. Immutable, any thread; the arrays are
 * taken over. Result: how many. A message that is marked is no longer removed by {@link
 * MessageCommand.Expire} (MQTT-4.4.0-1 resends it).
 */
public final class Mark extends Marks implements MessageCommand {
  /** The value is the packet id of a PUBLISH of QoS 1 or 2. */
  public static final int SENT = 0;

  /** The value is the number of deliveries so far, at most 65535. */
  public static final int DELIVERIES = 1;

  /** The same, and a consumer has rejected the message for good. */
  public static final int REJECTED = 2;

  /** Marks several; both arrays have the same length, in the order of sending. */
  public Mark(long number, long epoch, long[] sequences, int[] marks) {
    super(number, epoch, sequences, marks);
  }

  /** Packs a lane (0–255), a packet id or count (0–65535) and which of the two it is. */
  public static int mark(int lane, int value, int what) {
    return pack(lane, value, what);
  }
}

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
package io.mqueduct.session;

/** What the mqueue of a durable session needs of the store. Owned by the session's loop. */
interface Backlog {
  /** Reads a page of a lane; it comes back through {@link MessageQueue#page}. */
  void read(int lane, long from, long until, int max);

  /**
   * Drops from a lane down to so many that wait: the oldest QoS 0, else the oldest. If the store
   * has sent but unacknowledged messages in the lane, which are older, only QoS 0 goes.
   */
  void trim(int lane, long maxWaiting);

  /** Whether the store has sent but unacknowledged messages in the lane. */
  boolean hasInflight(int lane);

  /** The newest message that the session has heard of. */
  long newest();

  /**
   * Stores a QoS 0 message that was in memory only. It comes back through the inbox, or is counted
   * as dropped.
   *
   * @return false if that cannot be done
   */
  boolean store(Delivery delivery, int lane);

  /** Whether such a message is on its way, so that others must not overtake it. */
  boolean isStoring();
}

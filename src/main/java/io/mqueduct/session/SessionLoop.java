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

import io.mqueduct.message.Message;

/** The event loop that owns a session. Any thread may call, unless said otherwise. */
public interface SessionLoop {
  /** Whether the calling thread is this loop. */
  boolean isCurrent();

  /** Wall clock in milliseconds; may be the time at which the current loop pass began. */
  long nowMillis();

  /**
   * Makes the loop call {@link Session#drain} soon. Calls are collected: a loop that is already
   * awake, or already has been woken, is not woken again.
   */
  void wake(Session session);

  /**
   * Says that more messages wait for this loop than it takes out in time; whoever publishes them
   * should pause. Called for every message while that is so.
   */
  void overloaded();

  /**
   * Whether one more delivery of this pass may wait in an inbox for its end; false when they are so
   * many, or of so much, that they take memory. Called by the loop itself, once for each, for all
   * of a message one behind the other.
   */
  boolean collects(Message message);

  /**
   * Makes the loop call {@link Session#tick} at the given wall clock or a little later (a coarse
   * timer of up to a second is fine). Called by the loop itself, each time the earliest due time of
   * the session moves ahead; the earlier request may then be forgotten. A session without timers
   * never calls it.
   */
  void tickAt(Session session, long atMillis);

  /**
   * Makes the loop call {@link Ledger#endOfPass} at the end of this pass, if it still owns the
   * session then. Called by the loop itself, once for each call of that method.
   */
  void atEndOfPass(Session session);
}

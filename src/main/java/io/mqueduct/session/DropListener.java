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

/** Told of every message that a session drops, for the broker-wide counters. Any thread calls. */
public interface DropListener {
  /** Does nothing. */
  DropListener NONE = (session, message, reason) -> {};

  /** A message was dropped; must be quick and must not call the session. */
  void dropped(Session session, Message message, DropReason reason);

  /**
   * So many messages that wait in the store, and not in memory, are gone: only counted, since
   * nobody has them at hand.
   */
  default void droppedInStore(Session session, DropReason reason, int count) {}
}

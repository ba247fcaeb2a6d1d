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
import io.mqueduct.routing.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Is shown what a session holds, in order; for the store and for REST. The counterparts that put it
 * back are the {@code restore…} methods of {@link SessionState}. Called by the loop that owns the
 * session; must not change the session.
 */
public interface SessionVisitor {
  /**
   * A delivery in the window, in the order of the first sends.
   *
   * @param released past PUBREC: a PUBREL is owed, and the message is null
   * @param lent its message belongs to a named queue or shared group
   * @param sinceMillis wall clock of the first send
   */
  void inflight(
      int packetId,
      int qos,
      boolean released,
      boolean retain,
      boolean lent,
      long sinceMillis,
      @Nullable Message message,
      int[] identifiers);

  /** A message in the mqueue, in order of arrival; those lent by queues and groups come last. */
  void waiting(Message message, int qos, boolean retain, boolean lent, int[] identifiers);

  /** An inbound QoS 2 identifier that waits for its PUBREL, from old to new. */
  void awaitingRel(int packetId, long sinceMillis);

  /** A subscription. */
  void subscription(Subscription subscription);
}

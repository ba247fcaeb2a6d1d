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
package io.mqueduct.routing;

import io.mqueduct.message.ReasonCode;

/** Where a message comes from that may have to be stored. The publisher's loop. */
public interface Origin {
  /** Who published it. */
  Publisher publisher();

  /** Whether whoever published a message of a QoS waits for an answer. */
  default boolean isAnswered(int qos) {
    return qos > 0;
  }

  /** Whether the message has a packet identifier that survives a restart. */
  boolean hasDurableId();

  /**
   * The message has to be stored, so the publisher is answered later. Called at most once.
   *
   * @param ifStored what the answer says then
   */
  Receipt receipt(ReasonCode ifStored);
}

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
import org.jspecify.annotations.Nullable;

/** What a publisher wants to know about a message that has to be stored. */
public interface Receipt {
  /** The publisher's own list, if its packet identifier is to be stored with the message. */
  @Nullable StoredList publisherList();

  /** The packet identifier of a QoS 2 message; counts if there is a {@link #publisherList}. */
  int packetId();

  /**
   * How full the fullest queue is that it went to, before one of the answers; 0 if none has a
   * limit.
   */
  default void hint(int fillPercent) {}

  /** What the publisher may read beside the code; before {@link #failed}. */
  default void reason(String text) {}

  /** It is stored. Any thread, once. */
  void stored();

  /**
   * It is not, and nobody durable gets it. Any thread, once.
   *
   * @param why {@link ReasonCode#SERVER_BUSY} if it may be tried again soon
   */
  void failed(ReasonCode why);
}

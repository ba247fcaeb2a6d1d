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

/**
 * Somebody who wants to know what became of one QoS 1 or 2 delivery: a named queue or a shared
 * group. Exactly one of {@link #settled} and {@link #returned} is called, once, by the loop that
 * owns the session.
 */
public interface Settlement {
  /**
   * The client acknowledged it (PUBACK, or PUBREC for QoS 2), or refused it (a code of 0x80 or
   * more). {@code PACKET_TOO_LARGE}: it can never be sent to this client. {@code UNSPECIFIED_ERROR}
   * also stands for a QoS 2 delivery that was sent and whose session ended before the PUBREC: it
   * may not go to anybody else (MQTT-4.8.2-4).
   *
   * @param reason the Reason String of the client, if there was one
   */
  void settled(ReasonCode code, @Nullable String reason);

  /**
   * It was never acknowledged and never will be here: the client went away, the session ended, or
   * the message waited too long for its turn or for its expiry. It may go to somebody else.
   *
   * @param wasSent whether the client may have got it
   */
  void returned(boolean wasSent);

  /**
   * Whether it may wait in the session for a client that is away. If not, it is returned at once.
   * What waited when the client went away is returned in any case.
   */
  default boolean mayWaitWhileAway() {
    return false;
  }
}

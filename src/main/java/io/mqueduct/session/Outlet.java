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
import io.mqueduct.message.ReasonCode;

/**
 * The way out of a session while a connection is attached to it. Called by the loop that owns the
 * session only; nothing is written to the socket inside a call, the connection flushes once a loop
 * pass.
 */
public interface Outlet {
  /** Whether the send buffer is above its high-water mark and has not yet fallen to the low one. */
  boolean isCongested();

  /**
   * Appends a PUBLISH.
   *
   * @param packetId 1 to 65,535, or 0 for QoS 0
   * @param subscriptionIds identifiers for a 5.0 client, maybe empty
   * @param nowMillis wall clock, for the remaining Message Expiry Interval; 0 is left if the
   *     message has expired since it was first sent and is sent again
   * @return false if the packet would exceed the client's Maximum Packet Size; nothing was appended
   *     then (MQTT-3.1.2-24, MQTT-3.1.2-25). On a connection that is closed already nothing is
   *     appended either, but the answer is true: the session keeps the delivery for the next one
   */
  boolean publish(
      Message message,
      int packetId,
      int qos,
      boolean dup,
      boolean retain,
      int[] subscriptionIds,
      long nowMillis);

  /** Appends a PUBREL. */
  void pubrel(int packetId, ReasonCode code);

  /** Ends the connection, with a DISCONNECT for a 5.0 client; later calls do nothing. */
  void disconnect(ReasonCode code, String why);
}

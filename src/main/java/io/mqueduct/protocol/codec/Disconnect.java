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
package io.mqueduct.protocol.codec;

import io.mqueduct.message.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * A DISCONNECT packet of a client (MQTT 5.0 section 3.14).
 *
 * @param code 0x00 means: without the Will
 * @param sessionExpirySeconds 0 to 4,294,967,295, or -1 to leave what the CONNECT said; never
 *     greater than 0 if that was 0
 * @param reasonString text for people, if any
 */
public record Disconnect(ReasonCode code, long sessionExpirySeconds, @Nullable String reasonString)
    implements Packet {
  /** What the older versions, and most 5.0 clients, send. */
  static final Disconnect NORMAL = new Disconnect(ReasonCode.SUCCESS, -1, null);

  @Override
  public PacketType type() {
    return PacketType.DISCONNECT;
  }
}

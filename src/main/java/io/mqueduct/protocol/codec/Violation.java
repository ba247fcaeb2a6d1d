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

/**
 * A broken rule of the protocol. The connection must be closed (MQTT 5.0 section 4.13), before that
 * a 5.0 client may be told the code: in a CONNACK if it was its first packet, else in a DISCONNECT.
 *
 * @param code 0x80 or more
 * @param why for the log; a constant text, never bytes of the client
 */
public record Violation(ReasonCode code, String why) implements Decoded {
  static Violation malformed(String why) {
    return new Violation(ReasonCode.MALFORMED_PACKET, why);
  }

  static Violation protocolError(String why) {
    return new Violation(ReasonCode.PROTOCOL_ERROR, why);
  }
}

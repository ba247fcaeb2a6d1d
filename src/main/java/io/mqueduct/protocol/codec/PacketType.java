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

/** The control packet types of MQTT, section 2.1.2, in the order of their numbers. */
public enum PacketType {
  RESERVED,
  CONNECT,
  CONNACK,
  PUBLISH,
  PUBACK,
  PUBREC,
  PUBREL,
  PUBCOMP,
  SUBSCRIBE,
  SUBACK,
  UNSUBSCRIBE,
  UNSUBACK,
  PINGREQ,
  PINGRESP,
  DISCONNECT,
  AUTH;

  private static final PacketType[] BY_VALUE = values();

  /** The number on the wire, 0 to 15. */
  public int value() {
    return ordinal();
  }

  /** The type in the upper four bits of the first byte of a packet. */
  static PacketType ofFirstByte(int firstByte) {
    return BY_VALUE[(firstByte >> 4) & 0x0F];
  }
}

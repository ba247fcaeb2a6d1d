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
  RESERVED(0),
  CONNECT(1),
  CONNACK(2),
  PUBLISH(3),
  PUBACK(4),
  PUBREC(5),
  PUBREL(6),
  PUBCOMP(7),
  SUBSCRIBE(8),
  SUBACK(9),
  UNSUBSCRIBE(10),
  UNSUBACK(11),
  PINGREQ(12),
  PINGRESP(13),
  DISCONNECT(14),
  AUTH(15);

  private static final PacketType[] BY_VALUE = values();

  private final int value;

  PacketType(int value) {
    this.value = value;
  }

  /** The number on the wire, 0 to 15. */
  public int value() {
    return value;
  }

  /** The type in the upper four bits of the first byte of a packet. */
  static PacketType ofFirstByte(int firstByte) {
    return BY_VALUE[(firstByte >> 4) & 0x0F];
  }
}

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
package io.mqueduct.testkit;

/** The control packet types of section 2.1.2, with their number on the wire. */
public enum PacketType {
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

  private final int number;

  PacketType(int number) {
    this.number = number;
  }

  /** The number in the upper half of the first byte. */
  public int number() {
    return number;
  }

  /** The flags that the standard fixes for this type; 0 for PUBLISH, whose flags are free. */
  public int fixedFlags() {
    return this == PUBREL || this == SUBSCRIBE || this == UNSUBSCRIBE ? 2 : 0;
  }

  static PacketType of(int number) {
    if (number < 1 || number > 15) {
      throw new AssertionError("packet type " + number + " does not exist");
    }
    return values()[number - 1];
  }
}

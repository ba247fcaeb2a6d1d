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

import io.netty.buffer.ByteBuf;

/** Variable Byte Integers for writing (MQTT 5.0 section 1.5.5): 0 to {@value #MAX}. Stateless. */
final class Varint {
  static final int MAX = 268_435_455;

  private Varint() {}

  static int size(int value) {
    if (value < 128) {
      return 1;
    }
    if (value < 16_384) {
      return 2;
    }
    return value < 2_097_152 ? 3 : 4;
  }

  static void write(ByteBuf out, int value) {
    int rest = value;
    while (rest > 127) {
      out.writeByte(rest | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  /** Bytes of a packet with a body of that length. */
  static int packetSize(int bodyLength) {
    return 1 + size(bodyLength) + bodyLength;
  }
}

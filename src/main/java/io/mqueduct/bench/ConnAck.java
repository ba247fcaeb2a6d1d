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
package io.mqueduct.bench;

import io.netty.buffer.ByteBuf;

/** Reads the properties of a CONNACK (MQTT 5, 3.2.2.3). */
final class ConnAck {
  private static final int RECEIVE_MAXIMUM = 0x21;
  private static final int NONE = 65_535;

  private ConnAck() {}

  /** The broker's Receive Maximum, or 65,535 if it names none. */
  static int receiveMaximum(ByteBuf in, int from, int end) {
    int at = from;
    while (at < end && in.getByte(at) < 0) {
      at++; // the length of the properties, which go up to the end of the packet
    }
    at++;
    while (at < end) {
      int property = in.getUnsignedByte(at++);
      if (property == RECEIVE_MAXIMUM) {
        return at + 2 <= end ? in.getUnsignedShort(at) : NONE;
      }
      int size = size(property, in, at, end);
      if (size < 0) {
        return NONE;
      }
      at += size;
    }
    return NONE;
  }

  private static int size(int property, ByteBuf in, int at, int end) {
    return switch (property) {
      case 0x24, 0x25, 0x28, 0x29, 0x2A -> 1;
      case 0x13, 0x22 -> 2;
      case 0x11, 0x27 -> 4;
      case 0x12, 0x15, 0x16, 0x1A, 0x1C, 0x1F -> text(in, at, end);
      case 0x26 -> {
        int name = text(in, at, end);
        int value = name < 0 ? -1 : text(in, at + name, end);
        yield value < 0 ? -1 : name + value;
      }
      default -> -1;
    };
  }

  private static int text(ByteBuf in, int at, int end) {
    return at + 2 <= end ? 2 + in.getUnsignedShort(at) : -1;
  }
}

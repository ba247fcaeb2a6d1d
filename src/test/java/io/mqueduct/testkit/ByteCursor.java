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

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a packet's body and fails the test where the bytes break the standard. One thread.
 *
 * <p>So every packet a broker sends to a {@link WirePeer} is checked for form in passing.
 */
final class ByteCursor {
  private final byte[] bytes;
  private int at;

  ByteCursor(byte[] bytes) {
    this.bytes = bytes;
  }

  int remaining() {
    return bytes.length - at;
  }

  int u8() {
    need(1);
    return bytes[at++] & 0xFF;
  }

  int u16() {
    return u8() << 8 | u8();
  }

  long u32() {
    return (long) u16() << 16 | u16();
  }

  int varint() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int b = u8();
      value |= (b & 0x7F) << (7 * i);
      if ((b & 0x80) == 0) {
        if (i > 0 && b == 0) {
          throw new AssertionError("a Variable Byte Integer is longer than it must be");
        }
        return value;
      }
    }
    throw new AssertionError("a Variable Byte Integer has more than four bytes");
  }

  byte[] take(int length) {
    need(length);
    byte[] part = new byte[length];
    System.arraycopy(bytes, at, part, 0, length);
    at += length;
    return part;
  }

  byte[] rest() {
    return take(remaining());
  }

  byte[] binary() {
    return take(u16());
  }

  String utf8() {
    byte[] raw = binary();
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
      if (text.indexOf('\0') >= 0) {
        throw new AssertionError("a string holds U+0000");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new AssertionError("a string is not UTF-8", e);
    }
  }

  void end() {
    if (remaining() != 0) {
      throw new AssertionError(remaining() + " bytes are left over at the end of a packet");
    }
  }

  private void need(int length) {
    if (remaining() < length) {
      throw new AssertionError("a packet ends " + (length - remaining()) + " bytes too early");
    }
  }
}

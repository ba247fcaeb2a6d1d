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
package io.mqueduct.store;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link ByteSink} wrote, with strict bounds: whatever the bytes are, the outcome is a
 * value or a {@link BrokerException} with {@link Problem#STORE_FAILED}, and no more is allocated
 * than there are bytes. One owner.
 */
final class ByteSource {
  private final byte[] array;
  private final int end;
  private int position;

  ByteSource(byte[] array) {
    this(array, 0, array.length);
  }

  ByteSource(byte[] array, int offset, int length) {
    this.array = array;
    this.position = offset;
    this.end = offset + length;
  }

  static BrokerException damaged(String what) {
    return new BrokerException(Problem.STORE_FAILED, "damaged data in the store: " + what);
  }

  int remaining() {
    return end - position;
  }

  int position() {
    return position;
  }

  private void need(int bytes) {
    if (bytes < 0 || end - position < bytes) {
      throw damaged("a value of " + bytes + " bytes with " + (end - position) + " left");
    }
  }

  int u8() {
    need(1);
    return array[position++] & 0xFF;
  }

  boolean bool() {
    int value = u8();
    if (value > 1) {
      throw damaged("a flag of " + value);
    }
    return value == 1;
  }

  int u16() {
    need(2);
    int value = (array[position] & 0xFF) << 8 | (array[position + 1] & 0xFF);
    position += 2;
    return value;
  }

  int u32() {
    return u16() << 16 | u16();
  }

  long u64() {
    return (long) u32() << 32 | (u32() & 0xFFFF_FFFFL);
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = u8();
      if (shift == 63 && next > 1) {
        throw damaged("a number beyond 64 bits");
      }
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw damaged("a number beyond 64 bits");
  }

  /** A varint from 0 to {@code max}. */
  int count(int max) {
    long value = varint();
    if (value < 0 || value > max) {
      throw damaged("a count of " + Long.toUnsignedString(value) + ", at most " + max);
    }
    return (int) value;
  }

  private int length() {
    int length = count(Integer.MAX_VALUE);
    need(length);
    return length;
  }

  byte[] bytes() {
    int length = length();
    byte[] bytes = Arrays.copyOfRange(array, position, position + length);
    position += length;
    return bytes;
  }

  byte[] rest() {
    byte[] bytes = Arrays.copyOfRange(array, position, end);
    position = end;
    return bytes;
  }

  void skip(int bytes) {
    need(bytes);
    position += bytes;
  }

  String text() {
    int length = length();
    try {
      var text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(array, position, length));
      position += length;
      return text.toString();
    } catch (CharacterCodingException e) {
      throw damaged("text that is not UTF-8");
    }
  }

  /** Nothing may be left. */
  void end() {
    if (position != end) {
      throw damaged((end - position) + " bytes too many");
    }
  }
}

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

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Builds packets byte by byte, well-formed or not. One thread.
 *
 * <p>Nothing is checked: a test that wants a string of the wrong length or a reserved bit writes
 * it.
 */
public final class Bytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** An empty piece of packet. */
  public static Bytes bytes() {
    return new Bytes();
  }

  /** Bytes from hex digits; spaces are allowed. */
  public static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /** Appends one byte. */
  public Bytes u8(int value) {
    out.write(value);
    return this;
  }

  /** Appends two bytes, big endian. */
  public Bytes u16(int value) {
    return u8(value >>> 8).u8(value);
  }

  /** Appends four bytes, big endian. */
  public Bytes u32(long value) {
    return u16((int) (value >>> 16)).u16((int) value);
  }

  /** Appends a Variable Byte Integer in its shortest form. */
  public Bytes varint(int value) {
    int rest = value;
    do {
      int low = rest & 0x7F;
      rest >>>= 7;
      u8(rest == 0 ? low : low | 0x80);
    } while (rest != 0);
    return this;
  }

  /** Appends a string with its length in front. */
  public Bytes utf8(String value) {
    return binary(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Appends bytes with their length in front. */
  public Bytes binary(byte[] value) {
    return u16(value.length).raw(value);
  }

  /** Appends bytes as they are. */
  public Bytes raw(byte[] value) {
    out.write(value, 0, value.length);
    return this;
  }

  /** Appends hex digits as bytes. */
  public Bytes raw(String hex) {
    return raw(hex(hex));
  }

  /** What was appended so far. */
  public byte[] toArray() {
    return out.toByteArray();
  }

  /** What was appended so far as the body of a packet whose first byte is given. */
  public byte[] packet(int firstByte) {
    byte[] body = toArray();
    return bytes().u8(firstByte).varint(body.length).raw(body).toArray();
  }

  /** What was appended so far as the body of a packet, with the flags the standard wants. */
  public byte[] packet(PacketType type) {
    return packet(type.number() << 4 | type.fixedFlags());
  }
}

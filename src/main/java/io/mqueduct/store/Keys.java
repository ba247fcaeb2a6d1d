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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Builds the keys of all columns, and is the only place that does: numbers are big-endian and of
 * fixed length, so that they sort as numbers; text is UTF-8 with its length in two or four bytes in
 * front, so that no key is ever the beginning of another one's text. Stateless.
 */
final class Keys {
  private Keys() {}

  static final byte[] APPLIED = meta("applied");
  static final byte[] FORMAT = meta("format");
  static final byte[] NODE_ID = meta("node");

  private static byte[] meta(String name) {
    return text(name);
  }

  /** A key of only a number: a session, queue, list, will, shared body. */
  static byte[] number(long number) {
    byte[] key = new byte[8];
    putLong(key, 0, number);
    return key;
  }

  /** A key of only text: a client id, a queue's name, a topic. */
  static byte[] text(String text) {
    return text(text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] text(byte[] utf8) {
    return ByteBuffer.allocate(4 + utf8.length).putInt(utf8.length).put(utf8).array();
  }

  static byte[] numberAndText(long number, String text) {
    return numberAndBytes(number, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] numberAndBytes(long number, byte[] bytes) {
    return ByteBuffer.allocate(12 + bytes.length)
        .putLong(number)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  static byte[] message(long number, int lane, long sequence) {
    byte[] key = new byte[17];
    putLong(key, 0, number);
    key[8] = (byte) lane;
    putLong(key, 9, sequence);
    return key;
  }

  static byte[] expiry(long atMillis, long number, int lane, long sequence) {
    byte[] key = new byte[25];
    putLong(key, 0, atMillis);
    putLong(key, 8, number);
    key[16] = (byte) lane;
    putLong(key, 17, sequence);
    return key;
  }

  /** An id in a session's window; {@code released} for what follows PUBREC. */
  static byte[] inflight(long number, int packetId, boolean released) {
    return ByteBuffer.allocate(11)
        .putLong(number)
        .putShort((short) packetId)
        .put((byte) (released ? 1 : 0))
        .array();
  }

  static final int SENT_RUN_LENGTH = 22;

  /**
   * A run of messages that were sent, by the command that says so and its first place in it. Before
   * those of {@link #inflight}: there is no packet id 0.
   */
  static byte[] sentRun(long number, long command, int index) {
    return ByteBuffer.allocate(SENT_RUN_LENGTH)
        .putLong(number)
        .putShort((short) 0)
        .putLong(command)
        .putInt(index)
        .array();
  }

  static byte[] inbound(long number, int packetId) {
    return ByteBuffer.allocate(10).putLong(number).putShort((short) packetId).array();
  }

  static byte[] delivery(long number, long sequence) {
    return ByteBuffer.allocate(16).putLong(number).putLong(sequence).array();
  }

  /** The least key after all messages of a lane. */
  static byte[] afterLane(long number, int lane) {
    return lane == 255 ? after(number) : message(number, lane + 1, 0);
  }

  /** The least key after all that begin with this number. */
  static byte[] after(long number) {
    return number(number + 1);
  }

  static long longAt(byte[] key, int offset) {
    return ByteBuffer.wrap(key).getLong(offset);
  }

  static int intAt(byte[] key, int offset) {
    return ByteBuffer.wrap(key).getInt(offset);
  }

  static int shortAt(byte[] key, int offset) {
    return ByteBuffer.wrap(key).getShort(offset) & 0xFFFF;
  }

  /** The text of a {@link #text} or {@link #numberAndText} key. */
  static String textAt(byte[] key, int offset) {
    int length = ByteBuffer.wrap(key).getInt(offset);
    if (length != key.length - offset - 4) {
      throw ByteSource.damaged("a key with a text of " + length + " bytes");
    }
    return new String(key, offset + 4, length, StandardCharsets.UTF_8);
  }

  static byte[] bytesAt(byte[] key, int offset) {
    return Arrays.copyOfRange(key, offset + 4, key.length);
  }

  private static void putLong(byte[] key, int offset, long value) {
    for (int i = 7; i >= 0; i--) {
      key[offset + 7 - i] = (byte) (value >>> (8 * i));
    }
  }
}

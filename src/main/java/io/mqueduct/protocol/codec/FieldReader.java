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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the data types of MQTT 5.0 section 1.5 from a stretch of bytes, one after the other. Part
 * of a {@link Workspace}, so one event loop's; throws {@link Refusal} for what is malformed.
 */
final class FieldReader {
  private byte[] bytes = Message.NO_BYTES;
  private int at;
  private int end;

  void reset(byte[] source, int from, int to) {
    bytes = source;
    at = from;
    end = to;
  }

  int position() {
    return at;
  }

  int remaining() {
    return end - at;
  }

  byte[] copy(int from, int to) {
    return from == to ? Message.NO_BYTES : Arrays.copyOfRange(bytes, from, to);
  }

  void copyTo(int from, byte[] target, int targetFrom, int length) {
    System.arraycopy(bytes, from, target, targetFrom, length);
  }

  /** Stops reading at a nearer end; returns the old one for {@link #widen}. */
  int narrow(int length) {
    require(length);
    int old = end;
    end = at + length;
    return old;
  }

  void widen(int oldEnd) {
    end = oldEnd;
  }

  int uint8() {
    require(1);
    return bytes[at++] & 0xFF;
  }

  int uint16() {
    require(2);
    int value = ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
    at += 2;
    return value;
  }

  long uint32() {
    return ((long) uint16() << 16) | uint16();
  }

  /** A Variable Byte Integer, 0 to 268,435,455, in its shortest form (MQTT-1.5.5-1). */
  int varint() {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int digit = uint8();
      value |= (digit & 0x7F) << shift;
      if (digit < 0x80) {
        if (digit == 0 && shift > 0) {
          throw Refusal.malformed("variable byte integer longer than needed");
        }
        return value;
      }
    }
    throw Refusal.malformed("variable byte integer of more than four bytes");
  }

  /** Passes over binary data and returns where it began; it ends at {@link #position()}. */
  int skipBinary() {
    int length = uint16();
    require(length);
    int from = at;
    at += length;
    return from;
  }

  byte[] binary() {
    int from = skipBinary();
    return copy(from, at);
  }

  /** Passes over a text and returns where it began; it ends at {@link #position()}. */
  int skipText() {
    int from = skipBinary();
    if (!Utf8.isText(bytes, from, at)) {
      throw Refusal.malformed("text that is not well-formed UTF-8, or holds U+0000");
    }
    return from;
  }

  String text() {
    int from = skipText();
    return new String(bytes, from, at - from, StandardCharsets.UTF_8);
  }

  /** A topic name; one that is empty or has wildcards is refused with the code. */
  TopicName topic(ReasonCode code) {
    int from = skipTopic(code);
    return TopicName.ofUtf8(copy(from, at));
  }

  int skipTopic(ReasonCode code) {
    int from = skipText();
    if (from == at) {
      throw new Refusal(new Violation(code, "empty topic name"));
    }
    if (hasWildcard(bytes, from, at)) {
      throw new Refusal(new Violation(code, "wildcard in a topic name"));
    }
    return from;
  }

  /** [MQTT-3.3.2-2] */
  static boolean hasWildcard(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '+' || bytes[i] == '#') {
        return true;
      }
    }
    return false;
  }

  void requireEnd() {
    if (at != end) {
      throw Refusal.malformed("bytes after the last field");
    }
  }

  private void require(int length) {
    if (end - at < length) {
      throw Refusal.malformed("packet ends inside a field");
    }
  }
}

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
package io.mqueduct.queue.property;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads and extends the property block of a {@link io.mqueduct.message.Message} (MQTT 5.0 section
 * 2.2.2) without decoding all of it. Stateless, any thread. A block that is not well-formed reads
 * as if it ended there.
 */
public final class PublishProperties {
  /** Payload Format Indicator, one byte. */
  public static final int PAYLOAD_FORMAT = 0x01;

  /** Content Type, text. */
  public static final int CONTENT_TYPE = 0x03;

  /** Response Topic, text. */
  public static final int RESPONSE_TOPIC = 0x08;

  /** Correlation Data, bytes. */
  public static final int CORRELATION_DATA = 0x09;

  private static final int USER_PROPERTY = 0x26;

  private PublishProperties() {}

  /** Receives user properties in their order; returns whether it wants more. */
  @FunctionalInterface
  public interface Visitor {
    /** One user property: where it is in the block, its name and its value. */
    boolean visit(int from, int until, String name, String value);
  }

  /** The value of the first user property of a name, or null. */
  public static @Nullable String user(byte[] block, String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < block.length; at = end(block, at)) {
      if (block[at] == USER_PROPERTY) {
        int length = u16(block, at + 1);
        int valueAt = at + 3 + length;
        int until = end(block, at);
        if (until <= block.length
            && Arrays.equals(wanted, 0, wanted.length, block, at + 3, valueAt)) {
          return new String(block, valueAt + 2, until - valueAt - 2, StandardCharsets.UTF_8);
        }
      }
    }
    return null;
  }

  /** Whether there may be a user property whose name begins with {@code mq-}; no allocation. */
  public static boolean hasOwn(byte[] block) {
    for (int at = 0; at < block.length; at = end(block, at)) {
      if (block[at] == USER_PROPERTY
          && at + 6 <= block.length
          && block[at + 3] == 'm'
          && block[at + 4] == 'q'
          && block[at + 5] == '-') {
        return true;
      }
    }
    return false;
  }

  /** The value of a text or binary property, or null; not for {@link #PAYLOAD_FORMAT}. */
  public static byte @Nullable [] bytes(byte[] block, int id) {
    for (int at = 0; at < block.length; at = end(block, at)) {
      int until = end(block, at);
      if (block[at] == id && until <= block.length) {
        return Arrays.copyOfRange(block, at + 3, until);
      }
    }
    return null;
  }

  /** The Payload Format Indicator; 0 if it is not there. */
  public static int payloadFormat(byte[] block) {
    for (int at = 0; at < block.length - 1; at = end(block, at)) {
      if (block[at] == PAYLOAD_FORMAT) {
        return block[at + 1];
      }
    }
    return 0;
  }

  /** Goes through the user properties in their order. */
  public static void forEachUser(byte[] block, Visitor visitor) {
    for (int at = 0; at < block.length; ) {
      int until = end(block, at);
      if (block[at] == USER_PROPERTY && until <= block.length) {
        int valueAt = at + 3 + u16(block, at + 1);
        String name = new String(block, at + 3, valueAt - at - 3, StandardCharsets.UTF_8);
        String value = new String(block, valueAt + 2, until - valueAt - 2, StandardCharsets.UTF_8);
        if (!visitor.visit(at, until, name, value)) {
          return;
        }
      }
      at = until;
    }
  }

  /** The block with user properties at its end; names and values alternate, all ≤ 65,535 bytes. */
  public static byte[] with(byte[] block, String... namesAndValues) {
    byte[][] texts = new byte[namesAndValues.length][];
    int size = block.length;
    for (int i = 0; i < texts.length; i++) {
      texts[i] = namesAndValues[i].getBytes(StandardCharsets.UTF_8);
      if (texts[i].length > 65_535) {
        texts[i] = Arrays.copyOf(texts[i], 0);
      }
      size += texts[i].length + 2 + (i % 2 == 0 ? 1 : 0);
    }
    byte[] extended = Arrays.copyOf(block, size);
    int at = block.length;
    for (int i = 0; i < texts.length; i++) {
      if (i % 2 == 0) {
        extended[at++] = USER_PROPERTY;
      }
      extended[at++] = (byte) (texts[i].length >>> 8);
      extended[at++] = (byte) texts[i].length;
      System.arraycopy(texts[i], 0, extended, at, texts[i].length);
      at += texts[i].length;
    }
    return extended;
  }

  /** The block without the user properties whose name begins with a prefix. */
  public static byte[] without(byte[] block, String prefix) {
    byte[] kept = new byte[block.length];
    int[] size = {0};
    int[] copied = {0};
    forEachUser(
        block,
        (from, until, name, value) -> {
          if (name.startsWith(prefix)) {
            System.arraycopy(block, copied[0], kept, size[0], from - copied[0]);
            size[0] += from - copied[0];
            copied[0] = until;
          }
          return true;
        });
    if (copied[0] == 0) {
      return block;
    }
    System.arraycopy(block, copied[0], kept, size[0], block.length - copied[0]);
    return Arrays.copyOf(kept, size[0] + block.length - copied[0]);
  }

  /** Where the property at a place ends; beyond the block if it is not well-formed. */
  private static int end(byte[] block, int at) {
    switch (block[at]) {
      case PAYLOAD_FORMAT -> {
        return at + 2;
      }
      case CONTENT_TYPE, RESPONSE_TOPIC, CORRELATION_DATA -> {
        return at + 3 + u16(block, at + 1);
      }
      case USER_PROPERTY -> {
        int valueAt = at + 3 + u16(block, at + 1);
        return valueAt + 2 + u16(block, valueAt);
      }
      default -> {
        return Integer.MAX_VALUE;
      }
    }
  }

  private static int u16(byte[] block, int at) {
    return at + 1 < block.length ? (block[at] & 0xFF) << 8 | (block[at + 1] & 0xFF) : 65_536;
  }
}

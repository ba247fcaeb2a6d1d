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

/** The rules for text of MQTT 5.0 section 1.5.4, on bytes. Stateless, any thread. */
public final class Utf8 {
  private Utf8() {}

  /**
   * Whether the bytes are UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. U+0000
   * is allowed, as in a payload whose Payload Format Indicator is 1.
   */
  public static boolean isWellFormed(byte[] bytes) {
    return isWellFormed(bytes, 0, bytes.length, true);
  }

  /** Whether a text field may hold these bytes (MQTT-1.5.4-1, MQTT-1.5.4-2: also no U+0000). */
  static boolean isText(byte[] bytes, int from, int to) {
    return isWellFormed(bytes, from, to, false);
  }

  private static boolean isWellFormed(byte[] bytes, int from, int to, boolean allowsNull) {
    int at = from;
    while (at < to) {
      int first = bytes[at++];
      if (first > 0 || (first == 0 && allowsNull)) {
        continue;
      }
      int more = continuations(first & 0xFF);
      if (more == 0 || to - at < more || !isSecond(first & 0xFF, bytes[at] & 0xFF)) {
        return false;
      }
      for (int i = 1; i < more; i++) {
        if ((bytes[at + i] & 0xC0) != 0x80) {
          return false;
        }
      }
      at += more;
    }
    return true;
  }

  /** How many bytes follow the first one of a character beyond ASCII; 0 if it cannot be a first. */
  private static int continuations(int first) {
    if (first < 0xC2) {
      return 0; // U+0000, a continuation byte, or the overlong forms C0 and C1
    }
    if (first < 0xE0) {
      return 1;
    }
    if (first < 0xF0) {
      return 2;
    }
    return first < 0xF5 ? 3 : 0;
  }

  private static boolean isSecond(int first, int second) {
    int least = 0x80;
    int greatest = 0xBF;
    switch (first) {
      case 0xE0 -> least = 0xA0; // overlong
      case 0xED -> greatest = 0x9F; // surrogates
      case 0xF0 -> least = 0x90; // overlong
      case 0xF4 -> greatest = 0x8F; // above U+10FFFF
      default -> {}
    }
    return second >= least && second <= greatest;
  }
}

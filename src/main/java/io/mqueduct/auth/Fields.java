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
package io.mqueduct.auth;

import java.util.Base64;

/** Reads the parts of stored hashes with messages that name the part and never show it. */
final class Fields {
  private static final Base64.Encoder UNPADDED = Base64.getEncoder().withoutPadding();

  private Fields() {}

  /** The parts between {@code $} signs, after the first one; exactly {@code count}. */
  static String[] split(String encoded, int count, String form) {
    var parts = encoded.substring(1).split("\\$", -1);
    if (parts.length != count) {
      throw new IllegalArgumentException("the hash should look like " + form);
    }
    return parts;
  }

  /** A decimal number within bounds. */
  static int number(String text, String what, int min, int max) {
    int value;
    try {
      value = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(what + " is not a number", e);
    }
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          what + " is " + value + ", allowed are " + min + " to " + max);
    }
    return value;
  }

  /**
   * Base64 with or without padding, {@code .} read as {@code +}; at least {@code minBytes} and at
   * most 1024 bytes.
   */
  static byte[] base64(String text, String what, int minBytes) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text.replace('.', '+'));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(what + " is not base64", e);
    }
    if (bytes.length < minBytes || bytes.length > 1024) {
      throw new IllegalArgumentException(
          what + " has " + bytes.length + " bytes, allowed are " + minBytes + " to 1024");
    }
    return bytes;
  }

  static String unpadded(byte[] bytes) {
    return UNPADDED.encodeToString(bytes);
  }
}

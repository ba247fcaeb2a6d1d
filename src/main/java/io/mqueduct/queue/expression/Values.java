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
package io.mqueduct.queue.expression;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the values of an expression into one another. Stateless. */
final class Values {
  private Values() {}

  /** A value as text: numbers in decimal, bytes as UTF-8, a list of one as that one. */
  static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof byte[] bytes) {
      String text = utf8(bytes);
      if (text == null) {
        throw new Fault("binary data where text is wanted");
      }
      return text;
    }
    if (value instanceof List<?> list) {
      Object only = list.size() == 1 ? list.get(0) : null;
      if (only != null) {
        return text(only);
      }
      throw new Fault("a list where text is wanted");
    }
    return value.toString();
  }

  /** Bytes as text, or null if they are not UTF-8. */
  static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** A value as bytes. */
  static byte[] bytes(Object value) {
    return value instanceof byte[] bytes ? bytes : text(value).getBytes(StandardCharsets.UTF_8);
  }

  /** A value as an integer. */
  static long integer(Object value) {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof Double number && number == Math.rint(number)) {
      return number.longValue();
    }
    try {
      return Long.parseLong(text(value).strip());
    } catch (NumberFormatException e) {
      throw new Fault("not an integer: " + shortened(value));
    }
  }

  /** A value as a number. */
  static double number(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    String text = text(value).strip();
    if (text.length() > 64) {
      throw new Fault("not a number: " + shortened(text));
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new Fault("not a number: " + shortened(text));
    }
  }

  /** Compares two numbers, exactly if both are integers. */
  static int compareNumbers(Object a, Object b) {
    return a instanceof Long x && b instanceof Long y
        ? Long.compare(x, y)
        : Double.compare(number(a), number(b));
  }

  /** Whether nothing is in it. */
  static boolean isEmpty(@Nullable Object value) {
    return value == null
        || (value instanceof String text && text.isEmpty())
        || (value instanceof byte[] bytes && bytes.length == 0)
        || (value instanceof List<?> list && list.isEmpty());
  }

  /** Whether a condition holds: true, or anything that is neither empty, nor false. */
  static boolean isTrue(@Nullable Object value) {
    return value instanceof Boolean flag ? flag : !isEmpty(value) && !"false".equals(value);
  }

  private static String shortened(Object value) {
    String text = value instanceof String s ? s : value.getClass().getSimpleName();
    return text.length() <= 32 ? text : text.substring(0, 32) + "…";
  }
}

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

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions from text to text. Stateless. */
final class TextFunctions {
  private TextFunctions() {}

  static Object concat(Evaluation e, Object[] a) {
    StringBuilder built = new StringBuilder();
    for (Object each : a) {
      append(e, built, each);
    }
    return built.toString();
  }

  private static void append(Evaluation e, StringBuilder built, @Nullable Object value) {
    if (value instanceof List<?> list) {
      for (Object item : list) {
        if (item == null) {
          throw new Fault("a list with a gap where text is wanted");
        }
        append(e, built, item);
      }
    } else if (value != null) {
      String text = Values.text(value);
      e.grow(built.length(), text.length());
      built.append(text);
    }
  }

  /** An argument as text that is looked at once. */
  static String text(Evaluation e, Object value) {
    String text = Values.text(value);
    e.made(text.length());
    return text;
  }

  static Object lower(Evaluation e, Object[] a) {
    return text(e, a[0]).toLowerCase(Locale.ROOT);
  }

  static Object upper(Evaluation e, Object[] a) {
    return text(e, a[0]).toUpperCase(Locale.ROOT);
  }

  static Object trim(Evaluation e, Object[] a) {
    return text(e, a[0]).strip();
  }

  static Object ltrim(Evaluation e, Object[] a) {
    return text(e, a[0]).stripLeading();
  }

  static Object rtrim(Evaluation e, Object[] a) {
    return text(e, a[0]).stripTrailing();
  }

  static Object strlen(Evaluation e, Object[] a) {
    String text = text(e, a[0]);
    return (long) text.codePointCount(0, text.length());
  }

  /** {@code substr(text, from)} or {@code (text, from, length)}, from 0, in characters. */
  static Object substr(Evaluation e, Object[] a) {
    String text = text(e, a[0]);
    int points = text.codePointCount(0, text.length());
    long from = Values.integer(a[1]);
    long length = a.length > 2 ? Values.integer(a[2]) : Long.MAX_VALUE;
    if (from < 0 || length < 0) {
      throw new Fault("substr of less than nothing");
    }
    int first = (int) Math.min(from, points);
    int count = (int) Math.min(length, points - first);
    int start = text.offsetByCodePoints(0, first);
    return text.substring(start, text.offsetByCodePoints(start, count));
  }

  /** {@code pad(text, length[, 'trailing'|'leading'|'both'[, character]])}. */
  static Object pad(Evaluation e, Object[] a) {
    String text = text(e, a[0]);
    long wanted = Values.integer(a[1]);
    String side = a.length > 2 ? Values.text(a[2]) : "trailing";
    String fill = a.length > 3 ? Values.text(a[3]) : " ";
    if (fill.isEmpty() || fill.codePointCount(0, fill.length()) > 1) {
      throw new Fault("pad takes one character to fill with");
    }
    long missing = wanted - text.codePointCount(0, text.length());
    if (missing <= 0) {
      return text;
    }
    e.made(text.length() + missing * fill.length());
    int all = (int) missing;
    return switch (side) {
      case "trailing" -> text + fill.repeat(all);
      case "leading" -> fill.repeat(all) + text;
      case "both" -> fill.repeat(all / 2) + text + fill.repeat(all - all / 2);
      default -> throw new Fault("pad knows trailing, leading and both");
    };
  }

  static Object replace(Evaluation e, Object[] a) {
    String text = text(e, a[0]);
    String search = Values.text(a[1]);
    String with = Values.text(a[2]);
    if (search.isEmpty()) {
      throw new Fault("replace of nothing");
    }
    StringBuilder built = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf(search); at >= 0; at = text.indexOf(search, from)) {
      built.append(text, from, at);
      e.grow(built.length(), with.length());
      built.append(with);
      from = at + search.length();
    }
    e.grow(built.length(), text.length() - from);
    return built.append(text, from, text.length()).toString();
  }

  /** {@code hash(algorithm, data)} in hexadecimal digits. */
  static Object hash(Evaluation e, Object[] a) {
    String name = Values.text(a[0]).toLowerCase(Locale.ROOT);
    String algorithm =
        switch (name) {
          case "md5" -> "MD5";
          case "sha", "sha1" -> "SHA-1";
          case "sha224", "sha256", "sha384", "sha512" -> "SHA-" + name.substring(3);
          default -> throw new Fault("hash knows md5, sha1, sha224, sha256, sha384, sha512");
        };
    byte[] data = Values.bytes(a[1]);
    e.charge(data.length);
    return HexFormat.of().formatHex(digest(algorithm, data));
  }

  private static byte[] digest(String algorithm, byte[] data) {
    try {
      return MessageDigest.getInstance(algorithm).digest(data);
    } catch (NoSuchAlgorithmException x) {
      throw new Fault("no such algorithm here: " + algorithm);
    }
  }

  /** {@code hash_to_range(data, min, max)}: a number that spreads evenly, both ends included. */
  static Object hashToRange(Evaluation e, Object[] a) {
    byte[] data = Values.bytes(a[0]);
    e.charge(data.length);
    return inRange(digest("SHA-256", data), a);
  }

  /** {@code map_to_range(data, min, max)}: the bytes as one number, mapped into the range. */
  static Object mapToRange(Evaluation e, Object[] a) {
    byte[] data = Values.bytes(a[0]);
    if (data.length > 256) {
      throw new Fault("map_to_range of more than 256 bytes");
    }
    e.charge(data.length);
    return inRange(data, a);
  }

  private static Object inRange(byte[] number, Object[] a) {
    long min = Values.integer(a[1]);
    long max = Values.integer(a[2]);
    if (max < min) {
      throw new Fault("a range whose end is before its beginning");
    }
    BigInteger size = BigInteger.valueOf(max).subtract(BigInteger.valueOf(min)).add(BigInteger.ONE);
    return new BigInteger(1, number).mod(size).add(BigInteger.valueOf(min)).longValue();
  }

  static Object base64Encode(Evaluation e, Object[] a) {
    byte[] data = Values.bytes(a[0]);
    e.made(data.length * 4L / 3 + 4);
    return Base64.getEncoder().encodeToString(data);
  }

  static Object base64Decode(Evaluation e, Object[] a) {
    byte[] data = Values.bytes(a[0]);
    e.made(data.length);
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(data);
    } catch (IllegalArgumentException bad) {
      throw new Fault("not base64");
    }
    String text = Values.utf8(decoded);
    return text != null ? text : (Object) decoded;
  }
}

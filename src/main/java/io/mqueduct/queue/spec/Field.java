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
package io.mqueduct.queue.spec;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads single values of the queue object; every error names the field. Stateless. */
final class Field {
  /** What stands for no limit, outside. */
  static final String INFINITY = "infinity";

  private static final String[] UNITS = {"ms", "s", "m", "h", "d", "w"};
  private static final long[] MILLIS = {1, 1000, 60_000, 3_600_000, 86_400_000, 604_800_000};

  private Field() {}

  static BrokerException error(String field, String what) {
    return new BrokerException(Problem.BAD_REQUEST, field + ": " + what);
  }

  static String text(String field, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw error(field, "must be a string");
  }

  static boolean flag(String field, Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw error(field, "must be true or false");
  }

  /** An integer; also if it came as {@code 5.0}. */
  static long integer(String field, Object value, long min, long max) {
    if (!isIntegral(value)) {
      throw error(field, "must be an integer" + range(min, max));
    }
    return inRange(field, ((Number) value).longValue(), min, max);
  }

  private static boolean isIntegral(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte
        || (value instanceof Number number
            && number.doubleValue() == Math.rint(number.doubleValue())
            && Math.abs(number.doubleValue()) < 1L << 53);
  }

  private static long inRange(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw error(field, "must be" + range(min, max) + ", not " + number);
    }
    return number;
  }

  private static String range(long min, long max) {
    return max == Long.MAX_VALUE ? " at least " + min : " from " + min + " to " + max;
  }

  /** An integer or {@code "infinity"}. */
  static long count(String field, Object value, long max) {
    return INFINITY.equals(value) ? Long.MAX_VALUE : integer(field, value, 1, max);
  }

  /** Milliseconds, {@code "1h30m"}, or {@code "infinity"} if that is allowed. */
  static long duration(String field, Object value, long min, boolean infinite) {
    if (infinite && INFINITY.equals(value)) {
      return Long.MAX_VALUE;
    }
    // Ten thousand years are enough, and sums with the clock do not overflow.
    return duration(field, value, min, 315_360_000_000_000L);
  }

  /** Milliseconds, or {@code "1h30m"}. */
  static long duration(String field, Object value, long min, long max) {
    long millis = value instanceof String text ? parseDuration(field, text) : -1;
    if (millis < 0 && isIntegral(value)) {
      millis = ((Number) value).longValue();
    } else if (millis < 0) {
      throw error(field, "must be a duration such as \"7d\", or milliseconds");
    }
    return inRange(field, millis, min, max);
  }

  private static long parseDuration(String field, String text) {
    String rest = text.strip().toLowerCase(Locale.ROOT);
    long sum = 0;
    try {
      do {
        int digits = 0;
        while (digits < rest.length() && Character.digit(rest.charAt(digits), 10) >= 0) {
          digits++;
        }
        int end = digits;
        while (end < rest.length() && Character.isLetter(rest.charAt(end))) {
          end++;
        }
        String unit = rest.substring(digits, end);
        if (unit.isEmpty() && (sum > 0 || end < rest.length())) {
          throw new NumberFormatException();
        }
        long amount = Long.parseLong(rest.substring(0, digits));
        sum = Math.addExact(sum, Math.multiplyExact(amount, millisOf(unit)));
        rest = rest.substring(end).strip();
      } while (!rest.isEmpty());
      return sum;
    } catch (NumberFormatException e) {
      throw error(field, "must be a duration such as \"7d\", or milliseconds");
    } catch (ArithmeticException e) {
      throw error(field, "is too long");
    }
  }

  private static long millisOf(String unit) {
    for (int i = 0; i < UNITS.length; i++) {
      if (unit.equals(UNITS[i]) || unit.isEmpty()) {
        return MILLIS[i];
      }
    }
    throw new NumberFormatException();
  }

  /** Bytes, {@code "100MB"} (powers of 1024) or {@code "infinity"}. */
  static long size(String field, Object value) {
    if (INFINITY.equals(value)) {
      return Long.MAX_VALUE;
    }
    if (!(value instanceof String text)) {
      return integer(field, value, 1, Long.MAX_VALUE);
    }
    String rest = text.strip().toUpperCase(Locale.ROOT);
    int digits = 0;
    while (digits < rest.length() && Character.digit(rest.charAt(digits), 10) >= 0) {
      digits++;
    }
    int shift =
        switch (rest.substring(digits).strip()) {
          case "", "B" -> 0;
          case "K", "KB", "KIB" -> 10;
          case "M", "MB", "MIB" -> 20;
          case "G", "GB", "GIB" -> 30;
          case "T", "TB", "TIB" -> 40;
          default -> -1;
        };
    try {
      if (shift < 0) {
        throw new NumberFormatException();
      }
      long amount = Long.parseLong(rest.substring(0, digits));
      return inRange(field, Math.multiplyExact(amount, 1L << shift), 1, Long.MAX_VALUE);
    } catch (NumberFormatException e) {
      throw error(field, "must be a size such as \"100MB\", or bytes, or \"infinity\"");
    } catch (ArithmeticException e) {
      throw error(field, "is too large");
    }
  }

  /** One of the names of an enum, in lower case. */
  static <E extends Enum<E>> E choice(String field, Object value, E[] all) {
    StringBuilder known = new StringBuilder();
    for (E each : all) {
      String name = each.name().toLowerCase(Locale.ROOT);
      if (name.equals(value)) {
        return each;
      }
      known.append(known.isEmpty() ? "" : ", ").append(name);
    }
    throw error(field, "must be one of " + known);
  }

  /** An object whose fields are all known. */
  static Map<?, ?> object(String field, Object value, List<String> known) {
    if (!(value instanceof Map<?, ?> map)) {
      throw error(field, "must be an object");
    }
    for (Object key : map.keySet()) {
      if (!known.contains(key)) {
        throw error(field + "." + key, "is an unknown field");
      }
    }
    return map;
  }
}

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
package io.mqueduct.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations, sizes, rates and addresses as people write them. Every {@code parse} method throws
 * {@link IllegalArgumentException} for what it does not understand; {@code format} writes the
 * shortest exact form, which parses to the same value.
 */
public final class Quantities {
  private static final Pattern NUMBER_UNIT = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]*)");
  private static final Pattern RATE = Pattern.compile("(.+?)\\s*(?:/\\s*(\\d*\\s*[a-z]+))?");
  private static final String[] DURATION_UNITS = {"d", "h", "m", "s", "ms"};
  private static final long[] DURATION_MILLIS = {86_400_000, 3_600_000, 60_000, 1000, 1};
  private static final String[] BYTE_UNITS = {"TB", "GB", "MB", "KB"};
  private static final long[] BYTE_SIZES = {1L << 40, 1L << 30, 1L << 20, 1L << 10};

  private Quantities() {}

  /** Milliseconds of {@code 100ms}, {@code 5s}, {@code 1h30m}, {@code 7d}, {@code 250}. */
  public static long parseDuration(String text) {
    String rest = text.strip().toLowerCase(Locale.ROOT);
    long sum = 0;
    boolean any = false;
    while (!rest.isEmpty()) {
      Matcher m = NUMBER_UNIT.matcher(rest);
      if (!m.lookingAt()) {
        throw new IllegalArgumentException("not a duration");
      }
      String unit = m.group(2);
      if (unit.isEmpty() && (any || m.end() != rest.length())) {
        throw new IllegalArgumentException("not a duration");
      }
      sum = Math.addExact(sum, Math.multiplyExact(Long.parseLong(m.group(1)), durationUnit(unit)));
      rest = rest.substring(m.end()).strip();
      any = true;
    }
    if (!any) {
      throw new IllegalArgumentException("not a duration");
    }
    return sum;
  }

  private static long durationUnit(String unit) {
    return switch (unit) {
      case "", "ms" -> 1;
      case "s", "sec" -> 1000;
      case "m", "min" -> 60_000;
      case "h" -> 3_600_000;
      case "d" -> 86_400_000;
      case "w" -> 7 * 86_400_000L;
      default -> throw new IllegalArgumentException("not a duration");
    };
  }

  /** Bytes of {@code 64KB}, {@code 1MB}, {@code 512}; powers of 1024. */
  public static long parseBytes(String text) {
    Matcher m = NUMBER_UNIT.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException("not a size");
    }
    long unit =
        switch (m.group(2).toUpperCase(Locale.ROOT)) {
          case "", "B" -> 1;
          case "K", "KB", "KIB" -> 1L << 10;
          case "M", "MB", "MIB" -> 1L << 20;
          case "G", "GB", "GIB" -> 1L << 30;
          case "T", "TB", "TIB" -> 1L << 40;
          default -> throw new IllegalArgumentException("not a size");
        };
    return Math.multiplyExact(Long.parseLong(m.group(1)), unit);
  }

  /** A rate such as {@code 100/s}, {@code 1MB/10s}, {@code 50} (a second), {@code infinity}. */
  public static Rate parseRate(String text) {
    String trimmed = text.strip();
    if (trimmed.equalsIgnoreCase("infinity")) {
      return Rate.UNLIMITED;
    }
    Matcher m = RATE.matcher(trimmed);
    if (!m.matches()) {
      throw new IllegalArgumentException("not a rate");
    }
    long amount = parseBytes(m.group(1));
    String per = m.group(2) == null ? "1s" : m.group(2);
    long period = parseDuration(Character.isDigit(per.charAt(0)) ? per : "1" + per);
    if (amount <= 0 || period <= 0) {
      throw new IllegalArgumentException("not a rate");
    }
    return new Rate(amount, period);
  }

  /** An address such as {@code 1883}, {@code :1883}, {@code host:port}, {@code [::1]:1883}. */
  public static BindAddress parseBind(String text) {
    String trimmed = text.strip();
    int colon = trimmed.lastIndexOf(':');
    String host = colon < 0 ? "" : trimmed.substring(0, colon);
    String port = trimmed.substring(colon + 1);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException("an IPv6 address needs brackets");
    }
    if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65535 || host.matches(".*\\s.*")) {
      throw new IllegalArgumentException("not an address");
    }
    boolean all = host.isEmpty() || host.equals("*");
    return new BindAddress(all ? "0.0.0.0" : host, Integer.parseInt(port));
  }

  /** The shortest exact form of a number of milliseconds. */
  public static String formatDuration(long millis) {
    return format(millis, DURATION_MILLIS, DURATION_UNITS, "0");
  }

  /** The shortest exact form of a number of bytes. */
  public static String formatBytes(long bytes) {
    return format(bytes, BYTE_SIZES, BYTE_UNITS, Long.toString(bytes));
  }

  private static String format(long value, long[] sizes, String[] units, String otherwise) {
    for (int i = 0; i < sizes.length; i++) {
      if (value != 0 && value % sizes[i] == 0) {
        return value / sizes[i] + units[i];
      }
    }
    return otherwise;
  }

  /** The form of a rate that {@link #parseRate} reads. */
  public static String formatRate(Rate rate) {
    if (rate.isUnlimited()) {
      return "infinity";
    }
    String period = rate.periodMillis() == 1000 ? "s" : formatDuration(rate.periodMillis());
    return formatBytes(rate.amount()) + "/" + period;
  }
}

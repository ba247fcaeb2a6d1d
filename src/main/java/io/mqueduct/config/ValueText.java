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

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes values back as they would stand in the file, and says in words what a key accepts. */
final class ValueText {
  /** What is shown instead of a secret. */
  static final String MASK = "******";

  private ValueText() {}

  /** The value as it would be written in the file; lists and maps in flow style. */
  static String of(Setting setting, Object value) {
    if (value instanceof List<?> list) {
      return list.stream()
          .map(v -> quoted(of(setting, v)))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.isEmpty() ? "disabled" : flow(setting, map);
    }
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT);
    }
    if (value instanceof Rate rate) {
      return Quantities.formatRate(rate);
    }
    if (value instanceof Number number && !(value instanceof Double)) {
      return number(setting, number);
    }
    return String.valueOf(value);
  }

  private static String flow(Setting setting, Map<?, ?> map) {
    return map.entrySet().stream()
        .map(e -> quoted(String.valueOf(e.getKey())) + ": " + quoted(of(setting, e.getValue())))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String number(Setting setting, Number number) {
    long value = number.longValue();
    boolean greatest =
        number instanceof Integer ? value == Integer.MAX_VALUE : value == Long.MAX_VALUE;
    if (greatest && setting.infinity()) {
      return "infinity";
    }
    if (value == Settings.UNSET && !setting.word().isEmpty()) {
      return setting.word();
    }
    return written(setting, value);
  }

  private static String written(Setting setting, long value) {
    return switch (setting.unit()) {
      case NUMBER -> Long.toString(value);
      case DURATION -> Quantities.formatDuration(value);
      case BYTES -> Quantities.formatBytes(value);
    };
  }

  /** A text in the form that YAML reads as the same text. */
  static String quoted(String text) {
    boolean plain = text.matches("[A-Za-z0-9_./-][A-Za-z0-9_./ -]*") && text.equals(text.strip());
    return plain ? text : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** What is accepted, in words: for errors and for the reference. */
  static String allowed(Setting setting, Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class
          ? "a list of " + plural(setting, (Class<?>) arguments[0])
          : "disabled or a map to " + plural(setting, (Class<?>) arguments[1]);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == String.class) {
      return setting.file() ? "the name of a file" : "a text";
    }
    if (plain == boolean.class) {
      return "true or false";
    }
    if (plain.isEnum()) {
      return words(plain);
    }
    if (plain == Rate.class) {
      return "a rate such as 100/s or 1MB/10s, or infinity";
    }
    if (plain == BindAddress.class) {
      return "1883, :1883, host:port or [::1]:1883";
    }
    return numbers(setting, plain);
  }

  private static String plural(Setting setting, Class<?> element) {
    if (element == String.class) {
      return "texts";
    }
    return element.isEnum() ? words(element) : numbers(setting, element);
  }

  private static String words(Class<?> type) {
    List<String> names =
        Arrays.stream(type.getEnumConstants())
            .map(c -> ((Enum<?>) c).name().toLowerCase(Locale.ROOT))
            .toList();
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  private static String numbers(Setting setting, Class<?> type) {
    String kind =
        switch (setting.unit()) {
          case NUMBER -> type == double.class ? "a number" : "an integer";
          case DURATION -> "a duration";
          case BYTES -> "a size";
        };
    long greatest = ValueReader.greatest(setting, type);
    String from = written(setting, setting.min());
    String range =
        greatest == Long.MAX_VALUE
            ? " of at least " + from
            : " from " + from + " to " + written(setting, greatest);
    String example =
        switch (setting.unit()) {
          case NUMBER -> "";
          case DURATION -> " (as 100ms, 5s, 2h, 7d)";
          case BYTES -> " (as 64KB, 1MB)";
        };
    String infinity = setting.infinity() ? ", or infinity" : "";
    String word = setting.word().isEmpty() ? "" : ", or " + setting.word();
    return kind + range + example + infinity + word;
  }
}

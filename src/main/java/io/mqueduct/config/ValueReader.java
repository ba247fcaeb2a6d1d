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

import io.mqueduct.config.RawValue.Scalar;
import io.mqueduct.config.RawValue.Sequence;
import io.mqueduct.config.RawValue.Table;
import io.mqueduct.config.Setting.Unit;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Turns a written value into the type of a record component. Throws {@link
 * IllegalArgumentException} for what is not allowed; {@link ValueText#allowed} says what is.
 */
final class ValueReader {
  private ValueReader() {}

  static Object read(Setting setting, Type type, RawValue raw) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class
          ? list(setting, arguments[0], raw)
          : map(setting, arguments[1], raw);
    }
    if (raw instanceof Scalar scalar) {
      return scalar(setting, (Class<?>) type, scalar.text());
    }
    throw new IllegalArgumentException("expected one value");
  }

  private static List<?> list(Setting setting, Type element, RawValue raw) {
    List<Object> result = new ArrayList<>();
    if (raw instanceof Sequence sequence) {
      sequence.items().forEach(item -> result.add(read(setting, element, item)));
    } else if (raw instanceof Table table) {
      indexed(table).forEach(item -> result.add(read(setting, element, item)));
    } else {
      for (String part : ((Scalar) raw).text().split(",", -1)) {
        if (!part.isBlank()) {
          result.add(scalar(setting, (Class<?>) element, part.strip()));
        }
      }
    }
    return List.copyOf(result);
  }

  /** The values of a table whose keys are 0, 1, 2 …, as the environment gives lists. */
  static List<RawValue> indexed(Table table) {
    List<RawValue> items = new ArrayList<>();
    for (int i = 0; i < table.entries().size(); i++) {
      RawValue item = table.entries().get(Integer.toString(i));
      if (item == null) {
        throw new IllegalArgumentException("expected a list");
      }
      items.add(item);
    }
    return items;
  }

  private static Map<String, ?> map(Setting setting, Type element, RawValue raw) {
    if (raw instanceof Scalar scalar && isDisabled(scalar.text())) {
      return Map.of();
    }
    if (!(raw instanceof Table table)) {
      throw new IllegalArgumentException("expected a map");
    }
    Map<String, Object> result = new LinkedHashMap<>();
    table.entries().forEach((key, value) -> result.put(key, read(setting, element, value)));
    return Collections.unmodifiableMap(result);
  }

  private static boolean isDisabled(String text) {
    return text.isBlank() || text.equals("disabled");
  }

  private static Object scalar(Setting setting, Class<?> type, String text) {
    if (type == String.class) {
      if (text.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("neither a text of MQTT nor a path has it");
      }
      return text;
    }
    if (type == boolean.class) {
      return bool(text);
    }
    if (type.isEnum()) {
      return constant(type, text);
    }
    if (type == Rate.class) {
      return Quantities.parseRate(text);
    }
    if (type == BindAddress.class) {
      return Quantities.parseBind(text);
    }
    if (type == double.class) {
      return decimal(setting, text);
    }
    boolean isInt = type == int.class || type == Integer.class;
    long value = number(setting, text, isInt ? Integer.MAX_VALUE : Long.MAX_VALUE);
    if (isInt) {
      return Math.toIntExact(value);
    }
    return value;
  }

  private static boolean bool(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "on", "yes" -> true;
      case "false", "off", "no" -> false;
      default -> throw new IllegalArgumentException("not a boolean");
    };
  }

  private static Object constant(Class<?> type, String text) {
    String wanted = text.strip().replace('-', '_');
    return Arrays.stream(type.getEnumConstants())
        .filter(c -> ((Enum<?>) c).name().equalsIgnoreCase(wanted))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not one of the words"));
  }

  private static double decimal(Setting setting, String text) {
    String trimmed = text.strip();
    double value =
        trimmed.endsWith("%")
            ? Double.parseDouble(trimmed.substring(0, trimmed.length() - 1)) / 100
            : Double.parseDouble(trimmed);
    if (!(value >= setting.min() && value <= setting.max())) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static long number(Setting setting, String text, long greatest) {
    String trimmed = text.strip();
    if (setting.infinity() && trimmed.equalsIgnoreCase("infinity")) {
      return greatest;
    }
    if (!setting.word().isEmpty() && trimmed.equalsIgnoreCase(setting.word())) {
      return Settings.UNSET;
    }
    long value =
        switch (setting.unit()) {
          case NUMBER -> Long.parseLong(trimmed.replace("_", ""));
          case DURATION -> Quantities.parseDuration(trimmed);
          case BYTES -> Quantities.parseBytes(trimmed);
        };
    if (value == 0 && setting.zeroIsInfinity()) {
      return greatest;
    }
    if (value < setting.min() || value > Math.min(setting.max(), greatest)) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  /** The greatest number that may be written, or MAX_VALUE if there is no bound worth telling. */
  static long greatest(Setting setting, Class<?> type) {
    boolean isInt = type == int.class || type == Integer.class;
    if (!isInt || setting.max() <= Integer.MAX_VALUE) {
      return setting.max();
    }
    return setting.unit() == Unit.NUMBER ? Long.MAX_VALUE : Integer.MAX_VALUE;
  }
}

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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value as it was written, with the place where: a scalar, a list or a table. Immutable. */
sealed interface RawValue {
  /** Where it was written: {@code conf/mqueduct.yaml:12}, {@code environment variable X}. */
  String origin();

  /** A text. */
  record Scalar(String text, String origin) implements RawValue {}

  /** A sequence. */
  record Sequence(List<RawValue> items, String origin) implements RawValue {
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /** Named values, in the order they were written. */
  record Table(Map<String, RawValue> entries, String origin) implements RawValue {
    static Table empty(String origin) {
      return new Table(Map.of(), origin);
    }
  }

  /** The value that a Java value (text, number, boolean, list or map) stands for. */
  static RawValue of(Object value, String origin) {
    if (value instanceof Map<?, ?> map) {
      Map<String, RawValue> entries = new LinkedHashMap<>();
      map.forEach((k, v) -> entries.put(String.valueOf(k), of(v, origin)));
      return new Table(entries, origin);
    }
    if (value instanceof List<?> list) {
      return new Sequence(list.stream().map(v -> of(v, origin)).toList(), origin);
    }
    return new Scalar(String.valueOf(value), origin);
  }
}

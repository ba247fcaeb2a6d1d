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
import io.mqueduct.config.RawValue.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builds a layer of the configuration from single assignments: {@code --set}, environment, system
 * properties. A later assignment of the same key wins. Used by one thread.
 */
final class Assignments {
  private static final String ENVIRONMENT_PREFIX = "MQUEDUCT_";
  private static final String PROPERTY_PREFIX = "mqueduct.";

  private final Map<String, Object> root = new LinkedHashMap<>();

  /** From {@code key=value} texts. */
  static Table fromSets(List<String> sets) {
    Assignments result = new Assignments();
    for (String set : sets) {
      int equals = set.indexOf('=');
      if (equals <= 0) {
        throw new ConfigException("--set " + set + ": expected key=value, as mqtt.max_inflight=64");
      }
      result.put(set.substring(0, equals).strip(), set.substring(equals + 1), "--set");
    }
    return result.table("--set");
  }

  /**
   * From the environment. Only names with two underscores in a row are settings, so that what
   * Kubernetes puts there for a service of our name ({@code MQUEDUCT_SERVICE_HOST}) is none.
   */
  static Table fromEnvironment(Map<String, String> environment) {
    Assignments result = new Assignments();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (name.startsWith(ENVIRONMENT_PREFIX) && name.contains("__")) {
                String key =
                    name.substring(ENVIRONMENT_PREFIX.length())
                        .toLowerCase(Locale.ROOT)
                        .replace("__", ".");
                result.put(key, value, "environment variable " + name);
              }
            });
    return result.table("environment");
  }

  /** From system properties {@code mqueduct.KEY}. */
  static Table fromProperties(Map<String, String> properties) {
    Assignments result = new Assignments();
    new TreeMap<>(properties)
        .forEach(
            (name, value) -> {
              if (name.startsWith(PROPERTY_PREFIX)) {
                result.put(
                    name.substring(PROPERTY_PREFIX.length()), value, "system property " + name);
              }
            });
    return result.table("system properties");
  }

  /** From a map of keys to Java values. */
  static Table fromMap(Map<String, ?> values, String origin) {
    Assignments result = new Assignments();
    values.forEach((key, value) -> result.putRaw(key, RawValue.of(value, origin)));
    return result.table(origin);
  }

  private void put(String key, String text, String origin) {
    boolean structured = text.startsWith("{") || text.startsWith("[");
    RawValue value = structured ? YamlText.parseFlow(text, origin) : new Scalar(text, origin);
    putRaw(key, value);
  }

  @SuppressWarnings("unchecked")
  private void putRaw(String key, RawValue value) {
    Map<String, Object> at = root;
    String[] parts = key.split("\\.", -1);
    for (int i = 0; i < parts.length - 1; i++) {
      Object next = at.get(parts[i]);
      if (!(next instanceof Map)) {
        next = new LinkedHashMap<String, Object>();
        at.put(parts[i], next);
      }
      at = (Map<String, Object>) next;
    }
    at.put(parts[parts.length - 1], value);
  }

  private Table table(String origin) {
    return freeze(root, origin);
  }

  private static Table freeze(Map<?, ?> map, String origin) {
    Map<String, RawValue> entries = new LinkedHashMap<>();
    map.forEach(
        (key, value) ->
            entries.put(
                String.valueOf(key),
                value instanceof Map<?, ?> inner ? freeze(inner, origin) : (RawValue) value));
    return new Table(entries, origin);
  }
}

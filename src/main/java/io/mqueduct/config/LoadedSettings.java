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

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings together with where each value came from.
 *
 * @param settings what is in force
 * @param values every key with its origin, in the order of the table
 */
public record LoadedSettings(Settings settings, List<EffectiveValue> values) {
  /** Keys whose value differs between this and another, with their entry in the table. */
  public Map<String, Setting> changedKeys(LoadedSettings other) {
    Map<String, EffectiveValue> mine = byKey();
    Map<String, EffectiveValue> theirs = other.byKey();
    Map<String, Setting> changed = new TreeMap<>();
    mine.forEach(
        (key, value) -> {
          EffectiveValue their = theirs.get(key);
          if (their == null || !their.value().equals(value.value())) {
            changed.put(key, value.setting());
          }
        });
    theirs.forEach(
        (key, value) -> {
          if (!mine.containsKey(key)) {
            changed.put(key, value.setting());
          }
        });
    return changed;
  }

  /** Names of the files that the settings refer to. */
  public List<String> files() {
    return values.stream()
        .filter(v -> v.setting().file() && !v.value().isEmpty())
        .map(EffectiveValue::value)
        .distinct()
        .toList();
  }

  private Map<String, EffectiveValue> byKey() {
    Map<String, EffectiveValue> map = new TreeMap<>();
    values.forEach(v -> map.put(v.key(), v));
    return map;
  }
}

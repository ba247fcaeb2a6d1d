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

import io.mqueduct.config.RecordFields.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Merges new settings into those in force: hot keys take their new value, others keep the old one.
 * A listener that is new, or gone, is a matter of a restart.
 */
final class SettingsMerge {
  private SettingsMerge() {}

  /** What is in force after a reload, and the changed keys (or whole listeners) of either kind. */
  record Result(LoadedSettings merged, Set<String> changed, Set<String> needRestart) {}

  static Result merge(LoadedSettings old, LoadedSettings next) {
    Set<String> both = new TreeSet<>(listenerPaths(old));
    both.retainAll(listenerPaths(next));
    Set<String> changed = new TreeSet<>();
    Set<String> cold = new TreeSet<>();
    Set<String> needRestart = new TreeSet<>();
    old.changedKeys(next)
        .forEach(
            (key, setting) -> {
              boolean come =
                  key.startsWith("listeners.") && both.stream().noneMatch(key::startsWith);
              if (setting.hot() && !come) {
                changed.add(key);
              } else {
                cold.add(key);
                needRestart.add(come ? key.replaceFirst("^(\\w+\\.\\w+\\.[^.]+)\\..*", "$1") : key);
              }
            });
    Settings settings = (Settings) record(old.settings(), next.settings());
    return new Result(new LoadedSettings(settings, values(old, next, cold)), changed, needRestart);
  }

  private static List<EffectiveValue> values(
      LoadedSettings old, LoadedSettings next, Set<String> cold) {
    Map<String, EffectiveValue> merged = new LinkedHashMap<>();
    next.values().stream()
        .filter(v -> !cold.contains(v.key()))
        .forEach(v -> merged.put(v.key(), v));
    old.values().stream().filter(v -> cold.contains(v.key())).forEach(v -> merged.put(v.key(), v));
    return List.copyOf(merged.values());
  }

  private static Set<String> listenerPaths(LoadedSettings loaded) {
    return loaded.settings().listeners().stream()
        .map(SettingsMerge::path)
        .collect(Collectors.toSet());
  }

  private static String path(ListenerSettings listener) {
    return "listeners."
        + listener.transport().name().toLowerCase(Locale.ROOT)
        + "."
        + listener.name()
        + ".";
  }

  private static Object record(Object old, Object next) {
    RecordFields fields = RecordFields.of(old.getClass());
    List<Object> values = new ArrayList<>();
    for (Field field : fields.fields()) {
      Object mine = field.valueOf(old);
      Object theirs = field.valueOf(next);
      if (field.setting() != null) {
        values.add(field.setting().hot() ? theirs : mine);
      } else if (field.section() == null) {
        values.add(mine);
      } else if (field.raw() == List.class) {
        boolean listeners = KeyTable.element(field.type()) == ListenerSettings.class;
        values.add(listeners ? listeners((List<?>) mine, (List<?>) theirs) : theirs);
      } else {
        values.add(record(mine, theirs));
      }
    }
    return fields.build(values);
  }

  private static List<ListenerSettings> listeners(List<?> old, List<?> next) {
    List<ListenerSettings> merged = new ArrayList<>();
    for (Object item : old) {
      ListenerSettings listener = (ListenerSettings) item;
      Optional<ListenerSettings> same =
          next.stream()
              .map(ListenerSettings.class::cast)
              .filter(l -> l.id().equals(listener.id()))
              .findFirst();
      merged.add(same.map(l -> (ListenerSettings) record(listener, l)).orElse(listener));
    }
    return List.copyOf(merged);
  }
}

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

import java.util.Set;

/**
 * What a reload of the configuration led to.
 *
 * @param before the settings until now
 * @param now the settings from now on; keys that need a restart have their old value
 * @param changed keys that have a new value now
 * @param needRestart keys that were changed and keep their old value until a restart
 * @param files files whose content changed, by the names in the configuration: certificates,
 *     password files
 */
public record SettingsChange(
    Settings before,
    Settings now,
    Set<String> changed,
    Set<String> needRestart,
    Set<String> files) {
  /** A copy that nobody changes. */
  public SettingsChange {
    changed = Set.copyOf(changed);
    needRestart = Set.copyOf(needRestart);
    files = Set.copyOf(files);
  }

  /** Whether a key of the section, such as {@code authentication}, has a new value. */
  public boolean touches(String section) {
    return changed.stream().anyMatch(key -> key.startsWith(section + "."));
  }

  /** Whether there is anything to do. */
  public boolean isEmpty() {
    return changed.isEmpty() && files.isEmpty();
  }
}

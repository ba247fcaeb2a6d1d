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

/**
 * One key with the value that is in force and where it came from.
 *
 * @param key the full key, as {@code mqtt.max_inflight}
 * @param value the value as it would be written in the file
 * @param origin {@code default}, or the place where it was written
 * @param setting the key's entry in the table
 */
public record EffectiveValue(String key, String value, String origin, Setting setting) {
  /** Origin of what nobody wrote. */
  public static final String DEFAULT_ORIGIN = "default";

  /** Whether nobody wrote it. */
  public boolean isDefault() {
    return origin.equals(DEFAULT_ORIGIN);
  }

  /** The value for people to see: secrets are masked. */
  public String shown() {
    boolean empty = value.isEmpty() || value.equals("[]") || value.equals("disabled");
    return setting.secret() && !empty ? ValueText.MASK : value;
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return key + ": " + shown() + " (" + origin + ")";
  }
}

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

import java.util.Map;

/** The log: the section {@code log}. */
public record LogSettings(
    @Setting(
            key = "level",
            def = "info",
            hot = true,
            doc = "Least level that is written: error, warn, info, debug or trace.")
        Level level,
    @Setting(
            key = "levels",
            def = "disabled",
            hot = true,
            doc =
                "Other levels for parts of the program, as a map from package to level, for example"
                    + " {io.mqueduct.protocol: debug}.")
        Map<String, Level> levels,
    @Setting(key = "format", def = "text", doc = "text for people, json for machines.")
        Format format) {

  /** Levels of the log. */
  public enum Level {
    /** Only what needs a person. */
    ERROR,
    /** And what may need one. */
    WARN,
    /** And the life of the broker. */
    INFO,
    /** And the life of each connection. */
    DEBUG,
    /** And each packet, without payloads. */
    TRACE
  }

  /** Form of a line. */
  public enum Format {
    /** A line for people. */
    TEXT,
    /** One JSON object a line. */
    JSON
  }
}

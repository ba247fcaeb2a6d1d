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

/** A configuration that cannot be used. The message is one line for people; no stack trace. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** One problem. */
  public ConfigException(String problem) {
    this(List.of(problem));
  }

  /** All problems that were found, at least one; the message is the first. */
  public ConfigException(List<String> problems) {
    super(problems.get(0), null, false, false);
    this.problems = List.copyOf(problems);
  }

  /** Every problem, one line each. */
  public List<String> problems() {
    return problems;
  }
}

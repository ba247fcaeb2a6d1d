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
package io.mqueduct.app;

/** A command could not do what it was asked to: one line for people, no stack trace. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The line says what failed, where, and what to do. */
  public CommandFailure(String line) {
    super(line, null, false, false);
  }
}

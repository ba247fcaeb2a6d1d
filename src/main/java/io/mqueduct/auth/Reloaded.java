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
package io.mqueduct.auth;

/** What became of reading a file again. */
public sealed interface Reloaded {
  /** The file is as it was. */
  record Unchanged() implements Reloaded {}

  /** What the file says now is in use: so many entries. */
  record Changed(int entries) implements Reloaded {}

  /** The file cannot be used; what was before stays in use. {@code why} is one line for the log. */
  record Failed(String why) implements Reloaded {}
}

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
package io.mqueduct.store;

/** Sees how far a long job on the store is. Called on the thread that does the job. */
@FunctionalInterface
public interface Progress {
  /** For nobody. */
  Progress NONE = (what, done, total) -> {};

  /**
   * A step forward.
   *
   * @param what is being done, for people
   * @param done so far, in whatever unit
   * @param total in the same unit; 0 if unknown
   */
  void step(String what, long done, long total);
}

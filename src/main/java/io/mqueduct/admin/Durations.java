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
package io.mqueduct.admin;

import io.mqueduct.queue.spec.SpecReader;
import org.jspecify.annotations.Nullable;

/** Durations in bodies, as in queue objects: milliseconds or a text such as 1m30s. Stateless. */
final class Durations {
  private Durations() {}

  /**
   * Milliseconds; throws if it is not a duration in the range.
   *
   * @param otherwise if there is no value
   */
  static long of(String field, @Nullable Object value, long otherwise, long min, long max) {
    if (value == null) {
      return otherwise;
    }
    return SpecReader.duration(field, value, min, max);
  }
}

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

/**
 * How far the columns are. Immutable.
 *
 * @param applied sequence of the last command whose effects they have; 0 for none
 * @param keysFrom the least sequence whose message {@link Column#QUEUE_KEYS} may not name yet
 */
record AppliedMark(long applied, long keysFrom) {
  /** The one that was written last. */
  static AppliedMark read(Columns columns) {
    byte[] stored = columns.get(Column.META, Keys.APPLIED);
    if (stored == null) {
      return new AppliedMark(0, 1);
    }
    long applied = Keys.longAt(stored, 0);
    // In format 1 all keys are named at once, and nothing is said of it.
    return new AppliedMark(applied, stored.length > 8 ? Keys.longAt(stored, 8) : applied + 1);
  }

  byte[] encode() {
    return new ByteSink(16).u64(applied).u64(keysFrom).toByteArray();
  }
}

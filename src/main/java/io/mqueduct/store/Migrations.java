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

/** Steps from an older format of the columns to the next one. Run once, before the log starts. */
final class Migrations {
  private Migrations() {}

  /** Brings the columns from one format to the next and notes that, in one write. */
  static void run(Columns columns, long from) {
    // A step adds its changes to this set. There are none yet: what 2 and 3 write in another way
    // may
    // be left out or be as in 1. But a program that knows 1 alone would not miss the keys that 2
    // does
    // not name at once, and one that knows 2 would not understand the runs of 3.
    var writes = columns.newWriteSet();
    writes.put(Column.META, Keys.FORMAT, Keys.number(from + 1));
    columns.write(writes, AppliedMark.read(columns).applied(), true);
  }
}

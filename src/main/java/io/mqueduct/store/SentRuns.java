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

import io.netty.util.collection.LongObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Of one session: which {@link SentRun} each message is in that was sent and is still in the list.
 * A run is for as long as the list has a message of it. Owned by the writer thread.
 */
final class SentRuns {
  /** One row, and how many of its messages are in the list. */
  private static final class Row {
    final long command;
    final int index;
    int left;

    Row(long command, int index) {
      this.command = command;
      this.index = index;
    }
  }

  private final long number;

  /**
   * By scattered sequence; null while nothing is on its way, so that no large window stays in
   * memory.
   */
  private @Nullable LongObjectHashMap<Row> rows;

  SentRuns(long number) {
    this.number = number;
  }

  /** A row with messages that are all in the list; a newer row of a message replaces the older. */
  void add(SentRun run, WriteSet writes) {
    if (run.size == 0) {
      return;
    }
    var known = rows;
    if (known == null) {
      known = new LongObjectHashMap<>();
      rows = known;
    }
    var row = new Row(run.command, run.index);
    for (int i = 0; i < run.size; i++) {
      row.left++;
      var older = known.put(Scatter.of(run.sequences[i]), row);
      if (older != null) {
        leave(older, writes);
      }
    }
  }

  /** A message leaves the list; whether it was in a run. */
  boolean remove(long sequence, WriteSet writes) {
    var known = rows;
    var row = known == null ? null : known.remove(Scatter.of(sequence));
    if (known == null || row == null) {
      return false;
    }
    leave(row, writes);
    if (known.isEmpty()) {
      rows = null;
    }
    return true;
  }

  private void leave(Row row, WriteSet writes) {
    if (--row.left == 0) {
      writes.deleteOnce(Column.INFLIGHT, Keys.sentRun(number, row.command, row.index));
    }
  }
}

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

import java.util.Arrays;

/**
 * Messages that several lists share, and how many still do. The counts are written in the same
 * round as the references they count, so that both are right after any crash; the last reference
 * takes the message with it. Owned by the writer thread.
 */
final class SharedBodies {
  private static final int SLOTS = 1 << 14;

  private final Columns columns;
  private final Round round;
  private final LongTable changed = new LongTable();
  private final long[] recent = new long[SLOTS];
  private final long[] recentCounts = new long[SLOTS];
  private final byte[] scratch = new byte[8];
  private final ByteSink out = new ByteSink(16);

  SharedBodies(Columns columns, Round round) {
    this.columns = columns;
    this.round = round;
  }

  /** Stores a message with as many references as the round is about to write. */
  void store(long sequence, ByteSink body, int references) {
    round.writes.put(Column.BODIES, Keys.number(sequence), body.array(), 0, body.size());
    changed.put(sequence, references);
  }

  /** One reference is gone. */
  void release(long sequence) {
    long count = changed.get(sequence);
    if (count == LongTable.ABSENT) {
      int slot = (int) (sequence & (SLOTS - 1));
      count = recent[slot] == sequence ? recentCounts[slot] : read(sequence);
    }
    changed.put(sequence, count - 1);
  }

  private long read(long sequence) {
    int length = columns.get(Column.REFERENCES, Keys.number(sequence), scratch);
    if (length < 0 || length > scratch.length) {
      throw ByteSource.damaged("message " + sequence + " has a reference and no count");
    }
    return new ByteSource(scratch, 0, length).varint();
  }

  void flush() {
    if (changed.size() == 0) {
      return;
    }
    changed.forEach(this::write);
    changed.clear();
  }

  private void write(long sequence, long count) {
    byte[] key = Keys.number(sequence);
    int slot = (int) (sequence & (SLOTS - 1));
    if (count > 0) {
      out.clear().varint(count);
      round.writes.put(Column.REFERENCES, key, out.array(), 0, out.size());
      recent[slot] = sequence;
      recentCounts[slot] = count;
    } else {
      round.writes.delete(Column.REFERENCES, key);
      round.writes.deleteOnce(Column.BODIES, key);
      if (recent[slot] == sequence) {
        recent[slot] = 0;
      }
    }
  }

  void clear() {
    changed.clear();
    Arrays.fill(recent, 0);
  }
}

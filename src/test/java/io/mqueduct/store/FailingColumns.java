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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import org.jspecify.annotations.Nullable;

/** Columns in memory on a disk that fails, or is full, when a test says so. */
public final class FailingColumns implements Columns {
  private final MemoryColumns columns = new MemoryColumns();
  private volatile boolean failing;
  private volatile boolean full;
  private volatile boolean unreadable;
  private volatile int attempts;
  private volatile long steps;

  /** From now on it cannot be written, or can again. */
  public void failing(boolean now) {
    failing = now;
  }

  /** From now on nothing is found by going through it, or is again. */
  public void unreadable(boolean now) {
    unreadable = now;
  }

  /** From now on there is no room, or there is again. */
  public void full(boolean now) {
    full = now;
  }

  /** How often somebody tried to make it usable again, in vain. */
  public int attempts() {
    return attempts;
  }

  private void check() {
    if (failing) {
      throw new BrokerException(Problem.STORE_FAILED, "the disk fails, as the test wants it");
    }
  }

  @Override
  public WriteSet newWriteSet() {
    return columns.newWriteSet();
  }

  @Override
  public byte @Nullable [] get(Column column, byte[] key) {
    return columns.get(column, key);
  }

  @Override
  public int get(Column column, byte[] key, byte[] into) {
    return columns.get(column, key, into);
  }

  @Override
  public Cursor scan(Column column, byte[] from, byte @Nullable [] until) {
    if (unreadable) {
      throw new BrokerException(Problem.STORE_FAILED, "the disk is unreadable, for the test");
    }
    return new Counting(columns.scan(column, from, until));
  }

  @Override
  public void write(WriteSet changes, long sequence, boolean sync) {
    check();
    columns.write(changes, sequence, sync);
  }

  @Override
  public void sync() {
    check();
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // the writer alone
  public void recover() {
    attempts++;
    check();
  }

  @Override
  public long usableBytes() {
    return full ? 0 : Long.MAX_VALUE;
  }

  @Override
  public String location() {
    return "memory";
  }

  @Override
  public void compact() {}

  @Override
  public EngineStats stats() {
    return columns.stats();
  }

  @Override
  public void close() {}

  /** How many steps all walks through the columns took. */
  public long steps() {
    return steps;
  }

  /** Counts the steps of a walk. */
  private final class Counting implements Cursor {
    private final Cursor cursor;

    Counting(Cursor cursor) {
      this.cursor = cursor;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time
    public boolean next() {
      steps++;
      return cursor.next();
    }

    @Override
    public byte[] key() {
      return cursor.key();
    }

    @Override
    public byte[] value() {
      return cursor.value();
    }

    @Override
    public int value(byte[] into) {
      return cursor.value(into);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}

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
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Columns in memory whose disk fails when a test says so. Any thread. */
public final class FaultyColumns implements Columns {
  private final MemoryColumns columns = new MemoryColumns();
  private volatile @Nullable String failing;
  private volatile boolean readsFail;
  private volatile boolean readsBreakWrites;

  /** Writing fails. */
  public void failWrites() {
    failing = "";
  }

  /** Writing what has this text in it fails. */
  public void failWritesOf(String text) {
    failing = text;
  }

  /** Reading fails, but for the writer of the log. */
  public void failReads() {
    readsFail = true;
  }

  /** The first attempt to read fails, but for the writer of the log, and all that comes then. */
  public void failFromTheFirstRead() {
    readsBreakWrites = true;
    readsFail = true;
  }

  /** Everything works again. */
  public void mend() {
    readsBreakWrites = false;
    readsFail = false;
    failing = null;
  }

  private static BrokerException broken(String what) {
    return new BrokerException(Problem.STORE_FAILED, "the disk does not " + what);
  }

  private void beforeRead() {
    if (readsFail && !Thread.currentThread().getName().equals("store-writer")) {
      if (readsBreakWrites) {
        failing = "";
      }
      throw broken("read");
    }
  }

  @Override
  public WriteSet newWriteSet() {
    return columns.newWriteSet();
  }

  @Override
  public byte @Nullable [] get(Column column, byte[] key) {
    beforeRead();
    return columns.get(column, key);
  }

  @Override
  public int get(Column column, byte[] key, byte[] into) {
    beforeRead();
    return columns.get(column, key, into);
  }

  @Override
  public Cursor scan(Column column, byte[] from, byte @Nullable [] until) {
    beforeRead();
    return columns.scan(column, from, until);
  }

  @Override
  public void write(WriteSet changes, long sequence, boolean sync) {
    String text = failing;
    if (text != null
        && new String(changes.toByteArray(), StandardCharsets.ISO_8859_1).contains(text)) {
      throw broken("write");
    }
    columns.write(changes, sequence, sync);
  }

  @Override
  public void sync() {}

  @Override
  public void recover() {
    if ("".equals(failing)) {
      throw broken("write");
    }
  }

  @Override
  public long usableBytes() {
    return Long.MAX_VALUE;
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
  public void close() {
    columns.close();
  }
}

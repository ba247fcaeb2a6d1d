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

/**
 * One shard's store: the log that changes it and the reader that reads it. Any thread; opening and
 * closing block. A store on disk is opened by {@code io.mqueduct.store.rocksdb.RocksStore}.
 */
public final class Store implements AutoCloseable {
  /** Format of the columns that this version writes. */
  public static final int FORMAT = 3;

  private final Columns columns;
  private final LocalShardLog log;
  private final StoreReader reader;

  private Store(Columns columns, LocalShardLog log, RecentKeys recentKeys) {
    this.columns = columns;
    this.log = log;
    reader = new StoreReader(columns, recentKeys);
  }

  /** A store that forgets everything when it is closed. */
  public static Store inMemory(StoreSettings settings, DropListener drops) {
    return on(new MemoryColumns(), settings, drops, "memory");
  }

  /**
   * A store on an engine, which it owns from now on.
   *
   * @param nodeId what a new store is named
   */
  public static Store on(
      Columns columns, StoreSettings settings, DropListener drops, String nodeId) {
    try {
      prepare(columns, nodeId);
      var recentKeys = new RecentKeys();
      var log = new LocalShardLog(columns, settings, drops, recentKeys);
      log.start();
      return new Store(columns, log, recentKeys);
    } catch (RuntimeException e) {
      columns.close();
      throw e;
    }
  }

  /** Names a new store, brings an old one to the present format, refuses one from the future. */
  static void prepare(Columns columns, String nodeId) {
    byte[] stored = columns.get(Column.META, Keys.FORMAT);
    if (stored == null) {
      var writes = columns.newWriteSet();
      writes.put(Column.META, Keys.FORMAT, Keys.number(FORMAT));
      writes.put(Column.META, Keys.NODE_ID, Keys.text(nodeId));
      columns.write(writes, 0, true);
      return;
    }
    long format = Keys.longAt(stored, 0);
    if (format > FORMAT) {
      throw new BrokerException(
          Problem.STORE_FAILED,
          "the data in "
              + columns.location()
              + " has format "
              + format
              + ", this version knows "
              + FORMAT
              + ": start the newer version, or restore a backup");
    }
    for (long from = format; from < FORMAT; from++) {
      Migrations.run(columns, from);
    }
  }

  /** The only way to change the store. */
  public ShardLog log() {
    return log;
  }

  /** Reads the store. */
  public StoreReader reader() {
    return reader;
  }

  /** Name of the node, given when the store was made. */
  public String nodeId() {
    byte[] stored = columns.get(Column.META, Keys.NODE_ID);
    return stored == null ? "" : Keys.textAt(stored, 0);
  }

  /** Whether it takes data, and counters. */
  public StoreHealth health() {
    return log.health();
  }

  /** Commands that wait for the writer. */
  public int waitingCommands() {
    return log.waitingCommands();
  }

  /** Memory and disk. */
  public Columns.EngineStats stats() {
    return columns.stats();
  }

  /** Gives disk space back that removed messages still hold. Slow; blocks. */
  public void compact() {
    columns.compact();
  }

  /** Commits what waits and closes. */
  @Override
  public void close() {
    log.close();
    columns.close();
  }
}

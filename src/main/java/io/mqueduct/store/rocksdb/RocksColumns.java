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
package io.mqueduct.store.rocksdb;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.store.Column;
import io.mqueduct.store.Columns;
import io.mqueduct.store.WriteSet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The columns in one RocksDB database. Any thread reads; the log's writer thread writes; whoever
 * closes or reopens it waits for those who read.
 */
public final class RocksColumns implements Columns {
  private static final int PROBE_BYTES = 1 << 20;

  private final Path directory;
  private final long memoryBytes;
  private final SyncMark mark;
  private final ReadWriteLock gate = new ReentrantReadWriteLock();
  private final WriteOptions plain = new WriteOptions();
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final File disk;

  // Guarded by the gate.
  private @Nullable OpenDatabase open;

  private final AtomicLong written = new AtomicLong();

  RocksColumns(Path directory, long memoryBytes, SyncMark mark, OpenDatabase open) {
    this.directory = directory;
    this.memoryBytes = memoryBytes;
    this.mark = mark;
    this.open = open;
    disk = directory.toFile();
    written.set(open.applied());
  }

  /** What goes to RocksDB while the gate is held. */
  private interface Work<T> {
    T run(OpenDatabase database) throws RocksDBException;
  }

  private <T> T reading(Work<T> work) {
    gate.readLock().lock();
    try {
      return work.run(database());
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      gate.readLock().unlock();
    }
  }

  private OpenDatabase database() {
    var database = open;
    if (database == null) {
      throw new BrokerException(Problem.STORE_FAILED, "the store in " + directory + " is closed");
    }
    return database;
  }

  private BrokerException failure(RocksDBException e) {
    return new BrokerException(
        Problem.STORE_FAILED, "the store in " + directory + " failed: " + e.getMessage());
  }

  @Override
  public WriteSet newWriteSet() {
    return reading(database -> new WriteSet(database.ids()));
  }

  @Override
  public byte @Nullable [] get(Column column, byte[] key) {
    gate.readLock().lock();
    try {
      var database = database();
      return database.db.get(database.handle(column), key);
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      gate.readLock().unlock();
    }
  }

  @Override
  public int get(Column column, byte[] key, byte[] into) {
    gate.readLock().lock();
    try {
      var database = database();
      return database.db.get(database.handle(column), key, into);
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      gate.readLock().unlock();
    }
  }

  @Override
  public Cursor scan(Column column, byte[] from, byte @Nullable [] until) {
    gate.readLock().lock();
    boolean done = false;
    try {
      var database = database();
      var cursor =
          new RocksCursor(
              database.db, database.handle(column), from, until, directory, gate.readLock());
      done = true;
      return cursor;
    } finally {
      if (!done) {
        gate.readLock().unlock();
      }
    }
  }

  @Override
  public void write(WriteSet changes, long sequence, boolean sync) {
    gate.readLock().lock();
    try (var batch = new WriteBatch(changes.toByteArray())) {
      database().db.write(sync ? synced : plain, batch);
      written.set(sequence);
      if (sync) {
        mark.put(sequence);
      }
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      gate.readLock().unlock();
    }
  }

  @Override
  public void sync() {
    long until = written.get();
    gate.readLock().lock();
    try {
      database().db.syncWal();
      mark.put(until);
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      gate.readLock().unlock();
    }
  }

  @Override
  public void recover() {
    requireWritable();
    gate.writeLock().lock();
    try {
      var database = open;
      open = null;
      if (database != null) {
        database.close();
      }
      var reopened = RocksOpening.open(directory, memoryBytes, mark);
      written.set(reopened.applied());
      open = reopened;
    } finally {
      gate.writeLock().unlock();
    }
  }

  /** Reads go on with the old database for as long as a new one could not write either. */
  private void requireWritable() {
    var probe = directory.resolve("PROBE");
    try {
      Files.write(probe, new byte[PROBE_BYTES], StandardOpenOption.CREATE, StandardOpenOption.SYNC);
      Files.delete(probe);
    } catch (IOException e) {
      try {
        Files.deleteIfExists(probe);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw new BrokerException(
          Problem.STORE_FAILED, "the directory " + directory + " cannot be written: " + e);
    }
  }

  @Override
  public long usableBytes() {
    return disk.getUsableSpace();
  }

  @Override
  public String location() {
    return directory.toString();
  }

  @Override
  public void compact() {
    for (var column : Column.values()) {
      reading(
          database -> {
            database.db.compactRange(database.handle(column));
            return true;
          });
    }
  }

  /** Brings write buffers into tables; for tests and tools. */
  void flush() {
    reading(
        database -> {
          try (var options = new FlushOptions().setWaitForFlush(true)) {
            database.db.flush(options, List.of(database.handles()));
          }
          return true;
        });
  }

  Path directory() {
    return directory;
  }

  /**
   * Makes a copy of the present state in a directory that does not exist; shares tables by link.
   */
  void checkpoint(Path target) {
    reading(
        database -> {
          try (var checkpoint = Checkpoint.create(database.db)) {
            checkpoint.createCheckpoint(target.toString());
          }
          return true;
        });
  }

  /** Reads every block of every table; throws, naming the table, if one is damaged. */
  void verifyChecksums() {
    reading(
        database -> {
          database.db.verifyChecksum();
          return true;
        });
  }

  @Override
  public EngineStats stats() {
    return reading(
        database -> {
          var tuning = database.tuning;
          return new EngineStats(
              tuning.budget(),
              tuning.cacheUsage(),
              database.sum("rocksdb.cur-size-all-mem-tables"),
              tuning.cachePinned(),
              database.sum("rocksdb.estimate-table-readers-mem"),
              database.sum("rocksdb.total-sst-files-size"),
              database.sum("rocksdb.estimate-pending-compaction-bytes"));
        });
  }

  @Override
  public void close() {
    gate.writeLock().lock();
    try {
      var database = open;
      open = null;
      if (database != null) {
        database.close();
        plain.close();
        synced.close();
        mark.close();
      }
    } finally {
      gate.writeLock().unlock();
    }
  }
}

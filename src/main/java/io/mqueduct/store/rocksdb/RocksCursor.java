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
import io.mqueduct.store.Columns;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** A walk through one column. Holds the read side of the gate until it is closed, by its thread. */
final class RocksCursor implements Columns.Cursor {
  private final Path directory;
  private final Lock gate;
  private final @Nullable Slice bound;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private byte @Nullable [] from;

  RocksCursor(
      RocksDB db,
      ColumnFamilyHandle column,
      byte[] from,
      byte @Nullable [] until,
      Path directory,
      Lock gate) {
    this.directory = directory;
    this.gate = gate;
    this.from = from;
    bound = until == null ? null : new Slice(until);
    options = new ReadOptions();
    if (bound != null) {
      options.setIterateUpperBound(bound);
    }
    iterator = db.newIterator(column, options);
  }

  @Override
  public boolean next() {
    byte[] start = from;
    if (start != null) {
      from = null;
      iterator.seek(start);
    } else {
      iterator.next();
    }
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
      return false;
    } catch (RocksDBException e) {
      throw new BrokerException(
          Problem.STORE_FAILED, "the store in " + directory + " failed: " + e.getMessage());
    }
  }

  @Override
  public byte[] key() {
    return iterator.key();
  }

  @Override
  public byte[] value() {
    return iterator.value();
  }

  @Override
  public int value(byte[] into) {
    return iterator.value(into);
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    if (bound != null) {
      bound.close();
    }
    gate.unlock();
  }
}

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

import io.mqueduct.store.Column;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** An opened database with its columns and options, which it closes. Any thread. */
final class OpenDatabase implements AutoCloseable {
  final RocksDB db;
  final RocksTuning tuning;
  private final ColumnFamilyHandle[] handles;

  OpenDatabase(RocksDB db, RocksTuning tuning, List<ColumnFamilyHandle> handles) {
    this.db = db;
    this.tuning = tuning;
    this.handles = handles.toArray(new ColumnFamilyHandle[0]);
  }

  ColumnFamilyHandle handle(Column column) {
    return handles[column.index()];
  }

  ColumnFamilyHandle[] handles() {
    return handles.clone();
  }

  int[] ids() {
    int[] ids = new int[handles.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = handles[i].getID();
    }
    return ids;
  }

  /** Sequence of the last command whose effects are there. */
  long applied() {
    try {
      byte[] name = "applied".getBytes(StandardCharsets.UTF_8);
      byte[] key = ByteBuffer.allocate(4 + name.length).putInt(name.length).put(name).array();
      byte[] value = db.get(handle(Column.META), key);
      return value == null ? 0 : ByteBuffer.wrap(value).getLong();
    } catch (RocksDBException e) {
      return 0;
    }
  }

  long sum(String property) throws RocksDBException {
    long sum = 0;
    for (var handle : handles) {
      sum += db.getLongProperty(handle, property);
    }
    return sum;
  }

  @Override
  public void close() {
    for (var handle : handles) {
      handle.close();
    }
    db.close();
    tuning.close();
  }
}

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
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Columns on the heap, for {@code session.persistence: memory}: the same rules, and nothing
 * survives. Written by the log's writer thread; a reader on another thread may see part of a round.
 */
final class MemoryColumns implements Columns {
  private final ConcurrentSkipListMap<byte[], byte[]>[] maps;

  @SuppressWarnings({"unchecked", "rawtypes"})
  MemoryColumns() {
    maps = new ConcurrentSkipListMap[Column.values().length];
    for (int i = 0; i < maps.length; i++) {
      maps[i] = new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    }
  }

  @Override
  public WriteSet newWriteSet() {
    int[] ids = new int[maps.length];
    Arrays.setAll(ids, i -> i);
    return new WriteSet(ids);
  }

  @Override
  public byte @Nullable [] get(Column column, byte[] key) {
    return maps[column.index()].get(key);
  }

  @Override
  public int get(Column column, byte[] key, byte[] into) {
    byte[] value = get(column, key);
    return value == null ? -1 : copy(value, into);
  }

  private static int copy(byte[] value, byte[] into) {
    System.arraycopy(value, 0, into, 0, Math.min(value.length, into.length));
    return value.length;
  }

  @Override
  public Cursor scan(Column column, byte[] from, byte @Nullable [] until) {
    NavigableMap<byte[], byte[]> map = maps[column.index()];
    var part = until == null ? map.tailMap(from, true) : map.subMap(from, true, until, false);
    return new MapCursor(part.entrySet().iterator());
  }

  @Override
  public void write(WriteSet changes, long sequence, boolean sync) {
    changes.forEach(
        (what, id, key, second) -> {
          var map = maps[id];
          switch (what) {
            case WriteSet.PUT -> map.put(key, second);
            case WriteSet.DELETE_RANGE -> map.subMap(key, true, second, false).clear();
            default -> map.remove(key);
          }
        });
  }

  @Override
  public void sync() {}

  @Override
  public void recover() {}

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
    return new EngineStats(0, 0, 0, 0, 0, 0, 0);
  }

  @Override
  public void close() {}

  /** Walks through one map. */
  private static final class MapCursor implements Cursor {
    private final Iterator<Map.Entry<byte[], byte[]>> entries;
    private Map.@Nullable Entry<byte[], byte[]> entry;

    MapCursor(Iterator<Map.Entry<byte[], byte[]>> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      entry = entries.hasNext() ? entries.next() : null;
      return entry != null;
    }

    private Map.Entry<byte[], byte[]> current() {
      var current = entry;
      if (current == null) {
        throw new IllegalStateException("no entry");
      }
      return current;
    }

    @Override
    public byte[] key() {
      return current().getKey();
    }

    @Override
    public byte[] value() {
      return current().getValue();
    }

    @Override
    public int value(byte[] into) {
      return copy(value(), into);
    }

    @Override
    public void close() {}
  }
}

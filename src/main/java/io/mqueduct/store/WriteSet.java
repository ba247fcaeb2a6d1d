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

/**
 * The changes of one round, that become visible and durable together; owned by the writer thread.
 *
 * <p>They are collected in the layout of a RocksDB write batch (a header of 12 bytes with the
 * number of changes, then each change with its column, key and value; the layout is that of its log
 * files and therefore stable, and a test pins it): a whole round crosses into native code in one
 * call.
 */
public final class WriteSet {
  private static final int HEADER = 12;
  static final int PUT = 5;
  static final int DELETE = 4;
  static final int SINGLE_DELETE = 8;
  static final int DELETE_RANGE = 14;

  private final int[] columnIds;
  private final ByteSink out = new ByteSink(1 << 16);
  private int count;

  /**
   * An empty set.
   *
   * @param columnIds id of each {@link Column} in the engine, by its index
   */
  public WriteSet(int[] columnIds) {
    this.columnIds = columnIds.clone();
    clear();
  }

  /** Forgets everything. */
  public void clear() {
    out.clear().u64(0).u32(0);
    count = 0;
  }

  /** How many changes there are. */
  public int count() {
    return count;
  }

  /** Bytes so far. */
  public int sizeBytes() {
    return out.size();
  }

  /** Sets a value. */
  public void put(Column column, byte[] key, byte[] value) {
    put(column, key, value, 0, value.length);
  }

  /** Sets a value that is part of an array. */
  public void put(Column column, byte[] key, byte[] value, int offset, int length) {
    out.u8(PUT).varint(columnIds[column.index()]).bytes(key);
    out.varint(length).raw(value, offset, length);
    count++;
  }

  /** Removes a key, whether it is there or not. */
  public void delete(Column column, byte[] key) {
    out.u8(DELETE).varint(columnIds[column.index()]).bytes(key);
    count++;
  }

  /**
   * Removes a key that is there and was put exactly once in its life. The two annihilate each other
   * at the next flush, so that what is stored only for a moment never costs more than the log.
   */
  public void deleteOnce(Column column, byte[] key) {
    out.u8(SINGLE_DELETE).varint(columnIds[column.index()]).bytes(key);
    count++;
  }

  /** Removes all keys from the first on, up to and without the second. */
  public void deleteRange(Column column, byte[] from, byte[] until) {
    out.u8(DELETE_RANGE).varint(columnIds[column.index()]).bytes(from).bytes(until);
    count++;
  }

  /** The set in the layout of a write batch. */
  public byte[] toByteArray() {
    out.setLittleEndian32(8, count);
    return out.toByteArray();
  }

  /** Shows each change in order. */
  void forEach(Visitor visitor) {
    var in = new ByteSource(out.array(), 0, out.size());
    in.skip(HEADER);
    while (in.remaining() > 0) {
      int what = in.u8();
      int column = in.count(Integer.MAX_VALUE);
      byte[] key = in.bytes();
      switch (what) {
        case PUT, DELETE_RANGE -> visitor.change(what, column, key, in.bytes());
        default -> visitor.change(what, column, key, Visitor.NOTHING);
      }
    }
  }

  /** Sees changes. */
  @FunctionalInterface
  interface Visitor {
    byte[] NOTHING = new byte[0];

    /** One change: the second array is the value, or the end of a range, or empty. */
    void change(int what, int columnId, byte[] key, byte[] second);
  }
}

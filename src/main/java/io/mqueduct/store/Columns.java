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

import org.jspecify.annotations.Nullable;

/**
 * The engine under the store: sorted columns of bytes. Reading is for any thread that may block;
 * writing is for the writer thread of the log alone. Every method may throw {@link
 * io.mqueduct.message.BrokerException} with {@link io.mqueduct.message.Problem#STORE_FAILED}.
 */
public interface Columns extends AutoCloseable {
  /** An empty set of changes for this engine. */
  WriteSet newWriteSet();

  /** The value of a key, or null. */
  byte @Nullable [] get(Column column, byte[] key);

  /** Copies the beginning of a value, as much as fits; returns its full length, or -1 if absent. */
  int get(Column column, byte[] key, byte[] into);

  /** Goes through the keys from the first on, up to and without the second; null for the end. */
  Cursor scan(Column column, byte[] from, byte @Nullable [] until);

  /**
   * Makes a set of changes visible at once.
   *
   * @param sequence of the last command in it
   * @param sync whether it is on the disk when this returns
   */
  void write(WriteSet changes, long sequence, boolean sync);

  /** Brings everything written so far onto the disk. Any thread. */
  void sync();

  /** After a failure: makes the engine usable again, if the cause is gone; throws if not. */
  void recover();

  /** Free bytes where the data lies. */
  long usableBytes();

  /** Where the data lies, for people. */
  String location();

  /** Gives space back that removed messages still hold. Slow; any thread that may block. */
  void compact();

  /** Memory and disk of the engine. */
  EngineStats stats();

  @Override
  void close();

  /** A walk through a column. One owner; to be closed. */
  interface Cursor extends AutoCloseable {
    /** Steps to the next (at first: the first) entry; false at the end. */
    boolean next();

    /** Key of this entry. */
    byte[] key();

    /** Value of this entry. */
    byte[] value();

    /** Copies the beginning of the value, as much as fits; returns its full length. */
    int value(byte[] into);

    @Override
    void close();
  }

  /**
   * What the engine takes, in bytes.
   *
   * @param budget configured memory for cache and write buffers together
   * @param cache in use of it, write buffers included
   * @param writeBuffers write buffers alone
   * @param pinned part of the cache that cannot be given back
   * @param tableReaders beyond the budget: open tables
   * @param disk tables on disk
   * @param pendingCompaction estimated bytes that compaction has yet to rewrite
   */
  record EngineStats(
      long budget,
      long cache,
      long writeBuffers,
      long pinned,
      long tableReaders,
      long disk,
      long pendingCompaction) {}
}

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
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksObject;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;

/**
 * Options of RocksDB for one opened store, within one budget of memory: blocks, indexes, filters
 * and write buffers are all charged to one cache. Closed after the database. One thread.
 */
final class RocksTuning implements AutoCloseable {
  private static final long MIN_BUDGET = 8L << 20;

  private final List<RocksObject> owned = new ArrayList<>();
  private final long budget;
  private final Cache cache;
  private final WriteBufferManager writeBuffers;
  private final BloomFilter bloom;

  RocksTuning(long memoryBytes) {
    budget = Math.max(MIN_BUDGET, memoryBytes);
    cache = own(new LRUCache(budget, 4, false, 0.5));
    writeBuffers = own(new WriteBufferManager(budget / 2, cache));
    bloom = own(new BloomFilter(10, false));
  }

  private <T extends RocksObject> T own(T object) {
    owned.add(object);
    return object;
  }

  long budget() {
    return budget;
  }

  long cacheUsage() {
    return cache.getUsage();
  }

  long cachePinned() {
    return cache.getPinnedUsage();
  }

  DBOptions database(WALRecoveryMode recovery) {
    return own(new DBOptions())
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setParanoidChecks(true)
        .setWalRecoveryMode(recovery)
        .setWriteBufferManager(writeBuffers)
        .setMaxTotalWalSize(32L << 20)
        .setMaxBackgroundJobs(2)
        .setMaxOpenFiles(512)
        .setBytesPerSync(1 << 20)
        .setWalBytesPerSync(1 << 20)
        .setKeepLogFileNum(2)
        .setMaxLogFileSize(4 << 20)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setMaxManifestFileSize(16 << 20)
        .setAvoidUnnecessaryBlockingIO(true);
  }

  /** Messages flow through and grow; the rest is small and looked up. */
  ColumnFamilyOptions column(Column column) {
    boolean large = column == Column.MESSAGES || column == Column.BODIES;
    var table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setBlockSize(large ? 16 << 10 : 4 << 10)
            .setFormatVersion(5)
            .setFilterPolicy(bloom)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinTopLevelIndexAndFilter(true)
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(4 << 10)
            .setVerifyCompression(false);
    return own(new ColumnFamilyOptions())
        .setTableFormatConfig(table)
        .setWriteBufferSize(
            large ? Math.max(2L << 20, budget / 4) : Math.max(1L << 20, budget / 16))
        .setMaxWriteBufferNumber(3)
        .setArenaBlockSize(large ? 1 << 20 : 64 << 10)
        .setLevelCompactionDynamicLevelBytes(true)
        .setTargetFileSizeBase(16L << 20)
        .setMaxBytesForLevelBase(64L << 20)
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setBottommostCompressionType(CompressionType.LZ4_COMPRESSION)
        .setOptimizeFiltersForHits(column == Column.BODIES);
  }

  @Override
  public void close() {
    for (int i = owned.size() - 1; i >= 0; i--) {
      owned.get(i).close();
    }
  }
}

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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a database, after a crash too, and refuses one that has lost what it had promised to keep,
 * in words that name the file and how to go on. Stateless.
 *
 * <p>After a process crash the log is whole, or its last record is incomplete. After a power loss
 * its end, as far as it was not synced, may be anything: then all up to the damage is taken, if
 * {@link SyncMark} says that nothing synced is lost by that.
 */
final class RocksOpening {
  private static final Logger LOG = LoggerFactory.getLogger(RocksOpening.class);
  private static final Pattern FILE_NAME = Pattern.compile("\\d{6}\\.(?:sst|log)|MANIFEST-\\d+");
  private static final String HOW_TO_GO_ON =
      "restore a backup into an empty directory (mqueduct restore)";

  private RocksOpening() {}

  static OpenDatabase open(Path directory, long memoryBytes, SyncMark mark) {
    refuseHalf(directory);
    OpenDatabase database;
    try {
      database = open(directory, memoryBytes, WALRecoveryMode.TolerateCorruptedTailRecords, false);
    } catch (RocksDBException e) {
      database = openDamaged(directory, memoryBytes, mark, e);
    }
    long applied = database.applied();
    if (applied < mark.get()) {
      database.close();
      throw lost(directory, applied, mark.get(), "the end of the log is missing");
    }
    return database;
  }

  /** Opens without changing anything on the disk. */
  static OpenDatabase openReadOnly(Path directory, long memoryBytes) {
    try {
      return open(directory, memoryBytes, WALRecoveryMode.PointInTimeRecovery, true);
    } catch (RocksDBException e) {
      throw explain(directory, e);
    }
  }

  private static OpenDatabase openDamaged(
      Path directory, long memoryBytes, SyncMark mark, RocksDBException first) {
    var status = first.getStatus();
    if (status == null || status.getCode() != Status.Code.Corruption) {
      throw explain(directory, first);
    }
    long applied;
    try (var probe = open(directory, memoryBytes, WALRecoveryMode.PointInTimeRecovery, true)) {
      applied = probe.applied();
    } catch (RocksDBException e) {
      throw explain(directory, first);
    }
    if (applied < mark.get()) {
      throw lost(directory, applied, mark.get(), String.valueOf(first.getMessage()));
    }
    try {
      var database = open(directory, memoryBytes, WALRecoveryMode.PointInTimeRecovery, false);
      LOG.warn(
          "the log in {} was cut off at command {}; what came after it had not been synced",
          directory,
          applied);
      return database;
    } catch (RocksDBException e) {
      throw explain(directory, e);
    }
  }

  private static OpenDatabase open(
      Path directory, long memoryBytes, WALRecoveryMode mode, boolean readOnly)
      throws RocksDBException {
    RocksDB.loadLibrary();
    var tuning = new RocksTuning(memoryBytes);
    boolean done = false;
    try {
      var columns = Column.values();
      List<ColumnFamilyDescriptor> descriptors = new ArrayList<>(columns.length);
      for (var column : columns) {
        descriptors.add(
            new ColumnFamilyDescriptor(
                column.title().getBytes(StandardCharsets.UTF_8), tuning.column(column)));
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>(columns.length);
      var options = tuning.database(mode);
      var db =
          readOnly
              ? RocksDB.openReadOnly(options, directory.toString(), descriptors, handles)
              : RocksDB.open(options, directory.toString(), descriptors, handles);
      done = true;
      return new OpenDatabase(db, tuning, handles);
    } finally {
      if (!done) {
        tuning.close();
      }
    }
  }

  /** RocksDB would take a directory without CURRENT for a new one and remove what is in it. */
  private static void refuseHalf(Path directory) {
    if (Files.exists(directory.resolve("CURRENT"))) {
      return;
    }
    var leftOver = firstOf(directory, "{MANIFEST-*,*.sst,*.log}");
    if (leftOver != null) {
      throw new BrokerException(
          Problem.STORE_FAILED,
          "the file "
              + directory.resolve("CURRENT")
              + " is missing beside "
              + leftOver.getFileName()
              + ": "
              + HOW_TO_GO_ON
              + ", or empty the directory to begin anew");
    }
  }

  private static BrokerException lost(Path directory, long applied, long synced, String why) {
    var log = firstOf(directory, "*.log");
    return new BrokerException(
        Problem.STORE_FAILED,
        "the log "
            + (log == null ? directory : log)
            + " is damaged ("
            + why
            + "): commands "
            + (applied + 1)
            + " to "
            + synced
            + " were safe on the disk and are lost. To go on, "
            + HOW_TO_GO_ON
            + ", or remove "
            + directory.resolve(SyncMark.FILE)
            + " to accept the loss");
  }

  private static BrokerException explain(Path directory, RocksDBException e) {
    String message = String.valueOf(e.getMessage());
    // By the name of the file: "block checksum mismatch" has a "lock" as well.
    if (message.contains("/LOCK:")) {
      return new BrokerException(
          Problem.STORE_FAILED, "another process uses the data in " + directory);
    }
    var status = e.getStatus();
    if (status != null && status.getCode() == Status.Code.Corruption) {
      var matcher = FILE_NAME.matcher(message);
      String file = matcher.find() ? directory.resolve(matcher.group()).toString() : "a file";
      return new BrokerException(
          Problem.STORE_FAILED,
          file + " in " + directory + " is damaged (" + message + "). To go on, " + HOW_TO_GO_ON);
    }
    return new BrokerException(
        Problem.STORE_FAILED, "the data in " + directory + " cannot be opened: " + message);
  }

  private static @Nullable Path firstOf(Path directory, String glob) {
    try (var files = Files.newDirectoryStream(directory, glob)) {
      var iterator = files.iterator();
      return iterator.hasNext() ? iterator.next() : null;
    } catch (IOException | DirectoryIteratorException e) {
      return null;
    }
  }
}

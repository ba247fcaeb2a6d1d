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
import io.mqueduct.store.DropListener;
import io.mqueduct.store.Progress;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreCheck;
import io.mqueduct.store.StoreSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.rocksdb.NativeLibraryLoader;

/** A {@link Store} in a directory. Any thread that may block. */
public final class RocksStore implements AutoCloseable {
  private final RocksColumns columns;
  private final Store store;

  private RocksStore(RocksColumns columns, Store store) {
    this.columns = columns;
    this.store = store;
  }

  /**
   * Loads RocksDB's library, which is unpacked into the folder unless {@code java.library.path} has
   * it; without this it is unpacked under a new name into the system's folder for temporary files.
   */
  public static void loadLibrary(Path folder) throws IOException {
    NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
  }

  /**
   * Opens the store in a directory, and makes it if it is not there.
   *
   * @throws BrokerException with {@link Problem#STORE_FAILED} if it cannot be opened; the message
   *     names the file and how to go on
   */
  public static RocksStore open(Path directory, StoreSettings settings, DropListener drops) {
    return open(directory, settings, drops, UUID.randomUUID().toString());
  }

  static RocksStore open(
      Path directory, StoreSettings settings, DropListener drops, String nodeId) {
    var columns = openColumns(directory, settings.memoryBytes());
    return new RocksStore(columns, Store.on(columns, settings, drops, nodeId));
  }

  static RocksColumns openColumns(Path directory, long memoryBytes) {
    SyncMark mark;
    try {
      Files.createDirectories(directory);
      mark = SyncMark.open(directory);
    } catch (IOException e) {
      throw new BrokerException(
          Problem.STORE_FAILED, "the directory " + directory + " cannot be written: " + e);
    }
    try {
      var database = RocksOpening.open(directory, memoryBytes, mark);
      return new RocksColumns(directory, memoryBytes, mark, database);
    } catch (RuntimeException e) {
      mark.close();
      throw e;
    }
  }

  /** The store. */
  public Store store() {
    return store;
  }

  /**
   * Copies the present state of the running store.
   *
   * @param target a directory that does not exist or is empty
   */
  public void backup(Path target, Progress progress) {
    Backups.create(columns, target, progress);
  }

  /**
   * Copies a backup into the directory of a store that is to be.
   *
   * @param target a directory that does not exist or is empty
   */
  public static void restore(Path backup, Path target, Progress progress) {
    Backups.restore(backup, target, progress);
  }

  /**
   * Reads a store (or backup) that no process uses from end to end: checksums of all tables, and
   * whether what it counts is what it holds.
   *
   * @throws BrokerException with {@link Problem#STORE_FAILED} if a file is damaged
   */
  public static StoreCheck.Report check(Path directory, Progress progress) {
    return Backups.check(directory, progress);
  }

  @Override
  public void close() {
    store.close();
  }
}

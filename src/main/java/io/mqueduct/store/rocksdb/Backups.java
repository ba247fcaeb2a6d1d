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
import io.mqueduct.store.Progress;
import io.mqueduct.store.StoreCheck;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Copies of a store, and what can be said about them. Blocks; stateless. */
final class Backups {
  private static final long CHECK_MEMORY = 64L << 20;
  private static final String PARTIAL = ".partial";

  private Backups() {}

  static void create(RocksColumns columns, Path target, Progress progress) {
    prepare(columns.directory(), target);
    try {
      progress.step("backup", 0, 1);
      checkpoint(columns, target);
      for (var file : filesOf(target)) {
        sync(file);
      }
      sync(target);
      progress.step("backup", 1, 1);
    } catch (IOException e) {
      throw new BrokerException(
          Problem.STORE_FAILED, "the backup to " + target + " could not be written: " + e);
    }
  }

  /** What cannot be the target is a mistake of the caller, and no fault of the store. */
  private static void prepare(Path store, Path target) {
    var place = target.toAbsolutePath().normalize();
    if (place.startsWith(store.toAbsolutePath().normalize())) {
      throw new BrokerException(Problem.BAD_REQUEST, target + " is inside the store " + store);
    }
    try {
      requireEmpty(target);
      var parent = place.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.deleteIfExists(target);
    } catch (IOException e) {
      String why = reason(e);
      throw new BrokerException(
          why.contains("No space left") ? Problem.STORE_FAILED : Problem.BAD_REQUEST,
          "no backup can be made in " + target + ": " + why);
    }
  }

  private static String reason(IOException e) {
    if (e instanceof NotDirectoryException || e instanceof FileAlreadyExistsException) {
      return e.getMessage() + " is not a directory";
    }
    if (e instanceof AccessDeniedException denied) {
      return "the broker has no right to write " + denied.getFile();
    }
    return e instanceof FileSystemException known && known.getReason() != null
        ? known.getFile() + ": " + known.getReason()
        : e.toString();
  }

  private static void checkpoint(RocksColumns columns, Path target) {
    try {
      columns.checkpoint(target);
    } catch (BrokerException e) {
      throw new BrokerException(
          e.problem(), "the backup to " + target + " could not be made: " + e.getMessage());
    }
  }

  static void restore(Path backup, Path target, Progress progress) {
    if (!Files.exists(backup.resolve("CURRENT"))) {
      throw new BrokerException(Problem.NOT_FOUND, "there is no backup in " + backup);
    }
    try {
      requireEmpty(target);
      Files.createDirectories(target);
      var files = filesOf(backup);
      long total = 0;
      for (var file : files) {
        total += Files.size(file);
      }
      long done = 0;
      for (var file : files) {
        String name = file.getFileName().toString();
        if (name.equals("CURRENT") || name.equals("LOCK") || name.equals(SyncMark.FILE)) {
          continue;
        }
        var copy = target.resolve(name);
        Files.copy(file, copy);
        sync(copy);
        done += Files.size(file);
        progress.step("restore", done, total);
      }
      // CURRENT comes last and at once: what was cut off before it is refused as half a store.
      var partial = target.resolve("CURRENT" + PARTIAL);
      Files.copy(backup.resolve("CURRENT"), partial);
      sync(partial);
      Files.move(partial, target.resolve("CURRENT"), StandardCopyOption.ATOMIC_MOVE);
      sync(target);
      progress.step("restore", total, total);
    } catch (IOException e) {
      throw new BrokerException(
          Problem.STORE_FAILED, "the backup could not be restored to " + target + ": " + e);
    }
  }

  static StoreCheck.Report check(Path directory, Progress progress) {
    if (!Files.exists(directory.resolve("CURRENT"))) {
      throw new BrokerException(Problem.NOT_FOUND, "there is no store in " + directory);
    }
    try (var mark = SyncMark.openReadOnly(directory);
        var columns =
            new RocksColumns(
                directory,
                CHECK_MEMORY,
                mark,
                RocksOpening.openReadOnly(directory, CHECK_MEMORY))) {
      progress.step("checksums", 0, 1);
      columns.verifyChecksums();
      progress.step("checksums", 1, 1);
      return StoreCheck.run(columns, progress);
    } catch (IOException e) {
      throw new BrokerException(
          Problem.STORE_FAILED, "the store in " + directory + " cannot be read: " + e);
    }
  }

  private static List<Path> filesOf(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void requireEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (var files = Files.newDirectoryStream(directory)) {
      if (files.iterator().hasNext()) {
        throw new BrokerException(Problem.ALREADY_EXISTS, directory + " is not empty");
      }
    }
  }

  private static void sync(Path path) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}

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
package io.mqueduct.app;

import io.mqueduct.durable.BrokerStore;
import io.mqueduct.message.FileReason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where the store of a configuration is, and whether a broker uses it. Stateless. */
final class StorePlace {
  private StorePlace() {}

  /** The directory of the store that {@code serve} would open with the same options. */
  static Path of(ConfigOptions config) {
    Path data = Path.of(config.loader().load().settings().node().dataDir());
    return data.resolve(BrokerStore.FOLDER);
  }

  /** Fails if another process has the store open. */
  static void requireUnused(Path directory) {
    Path file = directory.resolve("LOCK");
    if (!Files.exists(file)) {
      return; // a backup, or nothing
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        throw inUse(directory);
      }
    } catch (OverlappingFileLockException e) {
      throw inUse(directory);
    } catch (IOException e) {
      throw new CommandFailure(file + " cannot be opened: " + FileReason.of(e));
    }
  }

  private static CommandFailure inUse(Path directory) {
    return new CommandFailure("a broker uses the data in " + directory + "; stop it first");
  }
}

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

import io.mqueduct.config.NodeSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.durable.BrokerStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder for files of a running process, {@code tmp} below the data directory: what a process
 * that was killed left there is removed by the next, so that nothing gathers in the system's folder
 * for temporary files. Used by the main thread.
 */
final class Scratch {
  private static final Logger LOG = LoggerFactory.getLogger(Scratch.class);
  private static final String FOLDER = "tmp";
  private static final String NETTY = "io.netty.native.workdir";

  private final Path folder;

  private Scratch(Path folder) {
    this.folder = folder;
  }

  /** The folder, which may not exist. */
  static Path of(NodeSettings node) {
    return Path.of(node.dataDir()).toAbsolutePath().resolve(FOLDER);
  }

  /**
   * Empties it, and has Netty unpack its library there; to be called before Netty is used. Fails
   * with a {@link CommandFailure} if nothing can be written there and a part of the broker has to.
   */
  static Scratch open(Settings settings) {
    Scratch scratch = new Scratch(of(settings.node()));
    try {
      Files.createDirectories(scratch.folder);
      if (!Files.isWritable(scratch.folder)) {
        throw new AccessDeniedException(scratch.folder.toString());
      }
      if (System.getProperty(NETTY) == null) {
        System.setProperty(NETTY, scratch.folder.toString());
      }
    } catch (IOException e) {
      if (settings.needsStore() || settings.api().enable()) {
        throw new CommandFailure(
            "the data directory "
                + scratch.folder.getParent()
                + " cannot be used: "
                + reason(e)
                + "; name one that can be written with --data or node.data_dir");
      }
      LOG.warn("{} cannot be used, java.io.tmpdir is: {}", scratch.folder, e.toString());
    }
    scratch.empty();
    return scratch;
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "there is a file of this name";
    }
    String said = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return said == null ? "it cannot be made" : said;
  }

  /**
   * Has RocksDB unpack its library there, on a thread of its own: that takes as long as all the
   * store's opening. Where the library cannot be loaded from there (a volume that is mounted {@code
   * noexec}) the store finds it by itself, in the end.
   */
  void loadStoreLibrary() {
    Thread thread =
        new Thread(
            () -> {
              try {
                BrokerStore.loadLibrary(folder);
              } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
                LOG.warn(
                    "the library of the store is not loaded from {}: {}", folder, e.toString());
              }
            },
            "store-library");
    thread.setDaemon(true);
    thread.start();
  }

  /** Removes all that is in it. What somebody else removes meanwhile is no failure. */
  void empty() {
    try {
      Files.walkFileTree(folder, new Emptying(folder));
    } catch (IOException e) {
      LOG.warn("{} is not emptied: {}", folder, e.toString());
    }
  }

  /** Deletes whatever there is below a folder. */
  private static final class Emptying extends SimpleFileVisitor<Path> {
    private final Path folder;

    Emptying(Path folder) {
      this.folder = folder;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
      if (why instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw why;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException why)
        throws IOException {
      if (why != null && !(why instanceof NoSuchFileException)) {
        throw why;
      }
      if (!directory.equals(folder)) {
        Files.deleteIfExists(directory);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}

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
package io.mqueduct.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A file system of its own for a test, which can be full, fail, or lose what was not synced. Needs
 * root on Linux; {@link #tmpfs} and {@link #ext4} return null where that is not possible. Used by
 * the test's thread.
 */
public final class SmallDisk implements AutoCloseable {
  /** EXT4_IOC_SHUTDOWN without flushing the log: as if the power were cut. */
  private static final String POWER_OFF =
      "import fcntl,os,struct,sys;"
          + "fcntl.ioctl(os.open(sys.argv[1],os.O_RDONLY),0x8004587d,struct.pack('I',2))";

  private final Path directory;
  private final @Nullable Path image;

  private SmallDisk(Path directory, @Nullable Path image) {
    this.directory = directory;
    this.image = image;
  }

  /** One in memory. */
  public static @Nullable SmallDisk tmpfs(Path temp, int megabytes) {
    Path directory = directory(temp);
    String size = "size=" + megabytes + "m";
    return run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString())
        ? new SmallDisk(directory, null)
        : null;
  }

  /** One in a file. */
  public static @Nullable SmallDisk ext4(Path temp, int megabytes) {
    Path image = temp.resolve("image");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) megabytes << 20);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    SmallDisk disk = new SmallDisk(directory(temp), image);
    return run("mkfs.ext4", "-q", image.toString()) && disk.mount() ? disk : null;
  }

  private static Path directory(Path temp) {
    try {
      return Files.createDirectories(temp.resolve("disk"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it is mounted. */
  public Path directory() {
    return directory;
  }

  private boolean mount() {
    return run("mount", "-o", "loop", String.valueOf(image), directory.toString());
  }

  /** From now on nothing can be written, as after an error of the disk. */
  public void failWrites() {
    require(run("mount", "-o", "remount,abort", directory.toString()));
  }

  /** Cuts the power: what was not synced is lost. Whoever uses the disk has to be killed then. */
  public boolean cutPower() {
    return run("python3", "-c", POWER_OFF, directory.toString());
  }

  /** Mounts it again; nobody may use it. */
  public void mountAgain() {
    require(run("umount", directory.toString()) && mount());
  }

  private static void require(boolean done) {
    if (!done) {
      throw new IllegalStateException("the disk was not mounted");
    }
  }

  private static boolean run(String... command) {
    try {
      Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
      try (InputStream said = process.getInputStream()) {
        String text = new String(said.readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor(20, TimeUnit.SECONDS)
            && process.exitValue() == 0
            && !text.contains("Traceback");
      }
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    run("umount", "-l", directory.toString());
  }
}

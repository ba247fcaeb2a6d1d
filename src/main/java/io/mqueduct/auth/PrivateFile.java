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
package io.mqueduct.auth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Writes files that only their owner may read (mode 0600 where the file system has modes). Blocks.
 */
public final class PrivateFile {
  private PrivateFile() {}

  /**
   * Puts the bytes in place of the file in one step: after a crash there is the old file or the new
   * one.
   */
  public static void replace(Path target, byte[] bytes) throws IOException {
    var directory = target.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(target + " is not a file");
    }
    Files.createDirectories(directory);
    var name = String.valueOf(target.getFileName());
    var fresh = Files.createTempFile(directory, "." + name, ".new", ownerOnly(directory));
    try {
      try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path directory) throws IOException {
    if (!Files.getFileStore(directory).supportsFileAttributeView("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };
  }
}

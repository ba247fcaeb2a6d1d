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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code SYNCED}: the sequence up to which the disk has confirmed everything. It is
 * written after each sync and needs none itself: an older number is a safe one. A store that is
 * found behind it has lost what the disk had promised to keep. Any thread.
 */
final class SyncMark implements AutoCloseable {
  static final String FILE = "SYNCED";
  private static final Logger LOG = LoggerFactory.getLogger(SyncMark.class);

  private final FileChannel file;
  private final AtomicLong latest = new AtomicLong();

  private SyncMark(FileChannel file) {
    this.file = file;
  }

  static SyncMark open(Path directory) throws IOException {
    var mark =
        new SyncMark(
            FileChannel.open(
                directory.resolve(FILE),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE));
    mark.latest.set(mark.read());
    return mark;
  }

  /** For a store that is only looked at; {@link #put} is not to be called. */
  static SyncMark openReadOnly(Path directory) throws IOException {
    var path = directory.resolve(FILE);
    return Files.exists(path)
        ? new SyncMark(FileChannel.open(path, StandardOpenOption.READ))
        : new SyncMark(FileChannel.open(directory.resolve("CURRENT"), StandardOpenOption.READ));
  }

  /** What is in the file; 0 if nothing, or nothing that makes sense, is. */
  private long read() throws IOException {
    var bytes = ByteBuffer.allocate(16);
    if (file.read(bytes, 0) < 16) {
      return 0;
    }
    long sequence = bytes.getLong(0);
    return bytes.getLong(8) == checksum(sequence) ? sequence : 0;
  }

  private static long checksum(long sequence) {
    var crc = new CRC32();
    crc.update(ByteBuffer.allocate(8).putLong(0, sequence));
    return crc.getValue();
  }

  long get() {
    return latest.get();
  }

  void put(long sequence) {
    if (latest.getAndSet(sequence) == sequence) {
      return;
    }
    var bytes = ByteBuffer.allocate(16).putLong(sequence).putLong(checksum(sequence)).flip();
    try {
      file.write(bytes, 0);
    } catch (IOException e) {
      LOG.debug("the file {} was not written", FILE, e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      LOG.debug("the file {} was not closed", FILE, e);
    }
  }
}

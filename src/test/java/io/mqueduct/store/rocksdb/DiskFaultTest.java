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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.Progress;
import io.mqueduct.store.Sample;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.Waiting;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a disk can do to a store, and what the store makes of it. */
class DiskFaultTest {
  @TempDir Path temp;

  private static RocksStore open(Path directory, StoreSettings settings) {
    return RocksStore.open(directory, settings, DropListener.NONE, "node");
  }

  /** A store that was killed: its files as they are while it runs, with everything in the log. */
  private Path killed(StoreSettings.Fsync fsync, int messages) throws IOException {
    var directory = temp.resolve("running");
    var copy = temp.resolve("killed");
    try (var store = open(directory, StoreSettings.DEFAULT.withFsync(fsync))) {
      var log = new Waiting(store.store().log());
      long number = log.run(Sample.open("c"));
      for (int i = 0; i < messages; i++) {
        log.run(Sample.append(Sample.message("a", "x".repeat(200)), number));
      }
      RocksStoreTest.copy(directory, copy);
    }
    return copy;
  }

  private static Path largest(Path directory, String suffix) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static void flip(Path file, double where) throws IOException {
    try (var access = new RandomAccessFile(file.toFile(), "rw")) {
      long position = (long) (access.length() * where);
      access.seek(position);
      int old = access.read();
      access.seek(position);
      access.write(old ^ 0x10);
    }
  }

  private static long stored(Path directory) {
    try (var store = open(directory, StoreSettings.DEFAULT)) {
      long number = store.store().reader().session("c").number();
      long count = store.store().reader().counts(number).count();
      assertThat(store.store().reader().readMessages(number, 0, 0, 9_999, 1 << 24))
          .hasSize((int) count);
      return count;
    }
  }

  @Test
  void aLogWithoutItsUnsyncedEndLosesOnlyThat() throws Exception {
    var directory = killed(StoreSettings.Fsync.NEVER, 400);
    var log = largest(directory, ".log");
    try (var access = new RandomAccessFile(log.toFile(), "rw")) {
      access.setLength(access.length() - 1_000);
    }
    assertThat(stored(directory)).isBetween(390L, 399L);
    assertThat(RocksStore.check(directory, Progress.NONE).findings()).isEmpty();
  }

  @Test
  void aFlippedByteInTheUnsyncedPartOfTheLogCutsItOffThere() throws Exception {
    var directory = killed(StoreSettings.Fsync.NEVER, 400);
    flip(largest(directory, ".log"), 0.5);
    assertThat(stored(directory)).isBetween(100L, 300L);
    assertThat(RocksStore.check(directory, Progress.NONE).findings()).isEmpty();
  }

  @Test
  void aFlippedByteInTheSyncedPartOfTheLogStopsTheStartAndNamesTheLog() throws Exception {
    var directory = killed(StoreSettings.Fsync.ALWAYS, 100);
    var log = largest(directory, ".log");
    flip(log, 0.5);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> stored(directory))
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining(log.getFileName().toString())
          .hasMessageContaining("restore a backup")
          .hasMessageContaining("SYNCED");
    }
    Files.delete(directory.resolve("SYNCED"));
    assertThat(stored(directory)).isBetween(20L, 80L);
  }

  @Test
  void aMissingEndOfTheSyncedLogStopsTheStart() throws Exception {
    var directory = killed(StoreSettings.Fsync.ALWAYS, 50);
    try (var access = new RandomAccessFile(largest(directory, ".log").toFile(), "rw")) {
      access.setLength(access.length() / 2);
    }
    assertThatThrownBy(() -> stored(directory)).hasMessageContaining("were safe on the disk");
  }

  @Test
  void aFlippedByteInATableIsFoundByTheCheckAndNamed() throws Exception {
    var directory = temp.resolve("data");
    try (var store = open(directory, StoreSettings.DEFAULT)) {
      var log = new Waiting(store.store().log());
      long number = log.run(Sample.open("c"));
      for (int i = 0; i < 500; i++) {
        log.run(Sample.append(Sample.message("a", "payload " + i * 7919), number));
      }
      store.store().compact();
    }
    var table = largest(directory, ".sst");
    flip(table, 0.2);
    assertThatThrownBy(() -> RocksStore.check(directory, Progress.NONE))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining(table.getFileName().toString());
  }

  @Test
  void damageBehindTheDataOfATableStopsTheStartAndIsNamed() throws Exception {
    var directory = temp.resolve("data");
    try (var store = open(directory, StoreSettings.DEFAULT)) {
      new Waiting(store.store().log()).run(Sample.open("c"));
      store.store().compact();
    }
    var table = largest(directory, ".sst");
    byte[] bytes = Files.readAllBytes(table);
    for (double where : new double[] {0.33, 0.5, 0.95}) {
      Files.write(table, bytes);
      flip(table, where);
      assertThatThrownBy(() -> RocksStore.check(directory, Progress.NONE))
          .as("at %s", where)
          .hasMessageContaining(table.getFileName().toString());
    }
  }

  @Test
  void aDamagedOrMissingManifestStopsTheStartAndIsNamed() throws Exception {
    var directory = killed(StoreSettings.Fsync.NEVER, 10);
    Path manifest;
    try (var files = Files.newDirectoryStream(directory, "MANIFEST-*")) {
      manifest = files.iterator().next();
    }
    byte[] bytes = Files.readAllBytes(manifest);
    flip(manifest, 0.3);
    assertThatThrownBy(() -> stored(directory)).hasMessageContaining("MANIFEST-");
    Files.write(manifest, bytes);
    Files.delete(directory.resolve("CURRENT"));
    assertThatThrownBy(() -> stored(directory)).hasMessageContaining("CURRENT");
  }

  @Test
  void aTruncatedTableStopsTheStartAndIsNamed() throws Exception {
    var directory = temp.resolve("data");
    try (var store = open(directory, StoreSettings.DEFAULT)) {
      new Waiting(store.store().log()).run(Sample.open("c"));
      store.store().compact();
    }
    var table = largest(directory, ".sst");
    try (var access = new RandomAccessFile(table.toFile(), "rw")) {
      access.setLength(access.length() / 2);
    }
    assertThatThrownBy(() -> stored(directory))
        .hasMessageContaining(table.getFileName().toString())
        .hasMessageContaining("restore a backup");
  }

  @Test
  void belowTheLeastFreeSpaceNewDataIsRefusedAndOldCanGo() throws Exception {
    var directory = temp.resolve("data");
    long number;
    long sequence;
    try (var store = open(directory, StoreSettings.DEFAULT)) {
      var log = new Waiting(store.store().log());
      number = log.run(Sample.open("c"));
      log.run(Sample.append(Sample.message("a", "m"), number));
      sequence = log.sequence();
    }
    var settings =
        new StoreSettings(
            StoreSettings.Fsync.NEVER, 100, 0, 16 << 20, Long.MAX_VALUE, 1 << 10, 1 << 20);
    try (var store = open(directory, settings)) {
      var log = new Waiting(store.store().log());
      assertThatThrownBy(() -> log.run(Sample.append(Sample.message("a", "n"), number)))
          .isInstanceOfSatisfying(
              BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.STORE_FAILED))
          .hasMessageContaining("min_free_disk");
      assertThat(store.store().health().whyRefusing()).contains("min_free_disk");
      assertThat(store.store().reader().counts(number).count()).isEqualTo(1);
      assertThat(log.run(Sample.settle(number, sequence))).isEqualTo(1);
    }
  }

  @Test
  void aFullDiskRefusesNewDataAndTheStoreRecoversByItself() throws Exception {
    var mount = Files.createDirectory(temp.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", mount.toString()),
        "needs the right to mount a tmpfs");
    try {
      fillAndRecover(mount);
    } finally {
      run("umount", "-l", mount.toString());
    }
  }

  private static void fillAndRecover(Path mount) throws Exception {
    // No reserve: the disk itself has to say no.
    var settings =
        new StoreSettings(StoreSettings.Fsync.ALWAYS, 100, 0, 8 << 20, 0, 1 << 10, 1 << 20);
    var directory = mount.resolve("data");
    var ballast = mount.resolve("ballast");
    Files.write(ballast, new byte[12 << 20]);
    int accepted = 0;
    long number;
    try (var store = open(directory, settings)) {
      var log = new Waiting(store.store().log());
      number = log.run(Sample.open("c"));
      var message = Sample.message("a", "x".repeat(20_000));
      BrokerException refused = null;
      while (refused == null) {
        try {
          log.run(Sample.append(message, number));
          accepted++;
        } catch (BrokerException e) {
          refused = e;
        }
        assertThat(accepted).isLessThan(2_000);
      }
      assertThat(refused.problem()).isEqualTo(Problem.STORE_FAILED);
      assertThat(store.store().health().whyRefusing()).isNotNull();

      assertThat(store.store().reader().counts(number).count())
          .as("reads go on")
          .isGreaterThanOrEqualTo(accepted);

      Files.delete(ballast);
      var again = Sample.message("a", "again");
      await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .until(() -> log.run(Sample.append(again, number)) == 1);
      assertThat(store.store().health().whyRefusing()).isNull();
      assertThat(store.store().reader().counts(number).count())
          .isGreaterThanOrEqualTo(accepted + 1);
    }
    assertThat(RocksStore.check(directory, Progress.NONE).findings()).isEmpty();
    try (var store = open(directory, settings)) {
      assertThat(store.store().reader().counts(number).count())
          .isGreaterThanOrEqualTo(accepted + 1);
    }
  }

  private static boolean run(String... command) throws Exception {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}

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

import io.mqueduct.message.BrokerException;
import io.mqueduct.store.Column;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommandCodec;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.Progress;
import io.mqueduct.store.QueueCommand;
import io.mqueduct.store.Sample;
import io.mqueduct.store.SessionCommand;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.StoredSubscription;
import io.mqueduct.store.Waiting;
import io.mqueduct.store.WriteSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.WriteBatch;

class RocksStoreTest {
  private static final StoreSettings SETTINGS = StoreSettings.DEFAULT;

  @TempDir Path temp;

  private static RocksStore open(Path directory) {
    return RocksStore.open(directory, SETTINGS, DropListener.NONE, "node");
  }

  private static List<String> payloads(RocksStore store, long number) {
    return store.store().reader().readMessages(number, 0, 0, 10_000, 1 << 24).stream()
        .map(m -> new String(m.message().payload(), StandardCharsets.UTF_8))
        .toList();
  }

  private static void isSound(Path directory) {
    assertThat(RocksStore.check(directory, Progress.NONE).findings()).isEmpty();
  }

  static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (var file : files.toList()) {
        if (Files.isRegularFile(file)) {
          Files.copy(file, to.resolve(file.getFileName()));
        }
      }
    }
  }

  @Test
  void everythingIsThereAfterReopening() {
    var directory = temp.resolve("data");
    long number;
    try (var store = open(directory)) {
      var log = new Waiting(store.store().log());
      number = log.run(Sample.open("c"));
      log.run(
          new SessionCommand.PutSubscription(
              number, 0, new StoredSubscription("a/#", 1, true, false, 2, 7)));
      for (int i = 0; i < 100; i++) {
        log.run(Sample.append(Sample.message("a", "m" + i), number));
      }
    }
    isSound(directory);
    try (var store = open(directory)) {
      var reader = store.store().reader();
      assertThat(store.store().nodeId()).isEqualTo("node");
      assertThat(reader.session("c").number()).isEqualTo(number);
      assertThat(reader.subscriptions(number))
          .containsExactly(new StoredSubscription("a/#", 1, true, false, 2, 7));
      assertThat(reader.counts(number).count()).isEqualTo(100);
      assertThat(payloads(store, number)).hasSize(100).startsWith("m0", "m1").endsWith("m99");
    }
  }

  @Test
  void whatWasCommittedIsThereInACopyMadeWhileItRuns() throws Exception {
    var directory = temp.resolve("data");
    var copy = temp.resolve("copy");
    long number;
    try (var store = open(directory)) {
      var log = new Waiting(store.store().log());
      number = log.run(Sample.open("c"));
      for (int i = 0; i < 500; i++) {
        log.run(Sample.append(Sample.message("a", "m" + i), number));
      }
      copy(directory, copy);
    }
    try (var store = open(copy)) {
      assertThat(payloads(store, number)).hasSize(500);
    }
    isSound(copy);
  }

  @Test
  void theSameCommandsGiveTheSameBytesInTwoStores() throws Exception {
    var first = temp.resolve("first");
    var second = temp.resolve("second");
    List<byte[]> commands = new ArrayList<>();
    try (var store = open(first)) {
      var log = new Waiting(store.store().log());
      var life = new Sample.Life(42);
      for (int i = 0; i < 600; i++) {
        var command = life.next();
        if (sweeps(command)) {
          continue;
        }
        long result = log.run(command);
        life.result(log.sequence(), result);
        commands.add(CommandCodec.encode(command));
      }
    }
    try (var store = open(second)) {
      var left = new CountDownLatch(commands.size());
      for (byte[] command : commands) {
        store.store().log().append(CommandCodec.decode(command), counting(left, new AtomicLong()));
      }
      left.await();
    }
    isSound(first);
    try (var one = RocksStore.openColumns(first, 16 << 20);
        var other = RocksStore.openColumns(second, 16 << 20)) {
      assertThat(Sample.difference(Sample.dump(one), Sample.dump(other))).isEmpty();
    }
  }

  /** The log adds sweeps by itself, when it has time: without them both stores see the same. */
  private static boolean sweeps(Command command) {
    return command instanceof SessionCommand.DropSession
        || command instanceof MessageCommand.Sweep
        || command instanceof QueueCommand.DeleteQueue
        || (command instanceof SessionCommand.OpenSession open && open.cleanStart());
  }

  private static CommitCallback counting(CountDownLatch left, AtomicLong failures) {
    return new CommitCallback() {
      @Override
      public void committed(long sequence, long result) {
        left.countDown();
      }

      @Override
      public void failed(BrokerException why) {
        failures.incrementAndGet();
        left.countDown();
      }
    };
  }

  @Test
  void whatADroppedSessionLeftBehindIsFreedByItself() throws Exception {
    var directory = temp.resolve("data");
    try (var store = open(directory)) {
      var log = new Waiting(store.store().log());
      long number = log.run(Sample.open("c"));
      long other = log.run(Sample.open("d"));
      for (int i = 0; i < 2_000; i++) {
        log.run(Sample.append(Sample.message("a", "m" + i), number, other));
      }
      log.run(new SessionCommand.DropSession(number, 0));
    }
    isSound(directory);
    try (var store = open(directory)) {
      var log = new Waiting(store.store().log());
      while (log.run(new MessageCommand.Sweep(100)) > 0) {
        assertThat(store.store().health().whyRefusing()).isNull();
      }
    }
    var report = RocksStore.check(directory, Progress.NONE);
    assertThat(report.findings()).isEmpty();
    assertThat(report.messages()).isEqualTo(2_000);
  }

  @Test
  void acknowledgedMessagesGiveTheirSpaceBack() throws Exception {
    var directory = temp.resolve("data");
    try (var store = open(directory)) {
      var log = new Waiting(store.store().log());
      long number = log.run(Sample.open("c"));
      var left = new CountDownLatch(20_000);
      var message = Sample.message("a", "x".repeat(1_000));
      for (int i = 0; i < 10_000; i++) {
        put(store, Sample.append(message, number), left);
        put(store, Sample.settle(number, number + 1 + 2L * i), left);
      }
      left.await();
      assertThat(store.store().reader().counts(number).count()).isZero();
      store.store().compact();
      assertThat(store.store().stats().disk()).isLessThan(200_000);
    }
  }

  @Test
  void anEmptiedStoreBecomesSmallByItself() throws Exception {
    var directory = temp.resolve("data");
    int count = 28_000;
    try (var store = open(directory)) {
      var log = new Waiting(store.store().log());
      long number = log.run(Sample.open("c"));
      var stored = new CountDownLatch(count);
      var random = new Random(1);
      for (int i = 0; i < count; i++) {
        byte[] letters = new byte[750];
        random.nextBytes(letters);
        var message = Sample.message("a", Base64.getEncoder().encodeToString(letters));
        put(store, Sample.append(message, number), stored);
      }
      stored.await();
      store.store().compact(); // all of it lies in tables, none in the log
      assertThat(store.store().stats().disk()).isGreaterThan(20L << 20);
      var removed = new CountDownLatch(count);
      for (int i = 0; i < count; i++) {
        put(store, Sample.settle(number, number + 1 + i), removed);
      }
      removed.await();
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(store.store().stats().disk()).isLessThan(1L << 20));
    }
  }

  private static void put(RocksStore store, Command command, CountDownLatch left) {
    while (!store.store().log().append(command, counting(left, new AtomicLong()))) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aBackupOfTheRunningStoreCanBeRestoredAndOpened() throws Exception {
    var directory = temp.resolve("data");
    var backup = temp.resolve("backups/one");
    long number;
    try (var store = open(directory)) {
      var log = new Waiting(store.store().log());
      number = log.run(Sample.open("c"));
      log.run(Sample.append(Sample.message("a", "before"), number));
      store.backup(backup, Progress.NONE);
      log.run(Sample.append(Sample.message("a", "after"), number));
      assertThatThrownBy(() -> store.backup(backup, Progress.NONE))
          .hasMessageContaining("not empty");
    }
    isSound(backup);
    assertThatThrownBy(() -> RocksStore.restore(backup, directory, Progress.NONE))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("not empty");
    var restored = temp.resolve("restored");
    List<Long> steps = new ArrayList<>();
    RocksStore.restore(backup, restored, (what, done, total) -> steps.add(done));
    assertThat(steps).isNotEmpty().isSorted();
    try (var store = open(restored)) {
      assertThat(payloads(store, number)).containsExactly("before");
    }
  }

  @Test
  void aSecondProcessIsToldThatTheDataIsInUse() {
    var directory = temp.resolve("data");
    try (var store = open(directory)) {
      assertThat(store.store().waitingCommands()).isZero();
      assertThatThrownBy(() -> open(directory)).hasMessageContaining("another process uses");
    }
  }

  @Test
  void aStoreFromTheFutureIsRefused() {
    var directory = temp.resolve("data");
    open(directory).close();
    try (var columns = RocksStore.openColumns(directory, 16 << 20)) {
      var writes = columns.newWriteSet();
      byte[] format = {0, 0, 0, 6, 'f', 'o', 'r', 'm', 'a', 't'};
      writes.put(Column.META, format, new byte[] {0, 0, 0, 0, 0, 0, 0, 99});
      columns.write(writes, 0, true);
    }
    assertThatThrownBy(() -> open(directory)).hasMessageContaining("format 99");
  }

  @Test
  void theWriteSetIsAWriteBatchOfRocksDb() throws Exception {
    int[] ids = new int[Column.values().length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = 200 + i;
    }
    var writes = new WriteSet(ids);
    writes.put(Column.META, new byte[] {1}, new byte[300]);
    writes.delete(Column.CLIENTS, new byte[] {2});
    writes.deleteOnce(Column.MESSAGES, new byte[] {3});
    writes.deleteRange(Column.BODIES, new byte[] {4}, new byte[] {5});
    try (var batch = new WriteBatch(writes.toByteArray())) {
      assertThat(batch.count()).isEqualTo(4);
      assertThat(batch.hasPut() && batch.hasDelete()).isTrue();
      assertThat(batch.hasSingleDelete() && batch.hasDeleteRange()).isTrue();
      assertThat(batch.hasMerge()).isFalse();
    }
  }

  @Test
  void memoryStaysWithinItsBudgetAndIsShown() throws Exception {
    var directory = temp.resolve("data");
    var settings =
        new StoreSettings(StoreSettings.Fsync.NEVER, 100, 0, 16 << 20, 0, 1 << 12, 16 << 20);
    try (var store = RocksStore.open(directory, settings, DropListener.NONE)) {
      var log = new Waiting(store.store().log());
      long number = log.run(Sample.open("c"));
      // Random, so that what the disk holds does not depend on when it is compressed.
      var letters = new Random(7).ints(4_000, '!', '~');
      var text =
          letters.collect(
              StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
      var message = Sample.message("a", text.toString());
      var left = new CountDownLatch(20_000);
      for (int i = 0; i < 20_000; i++) {
        put(store, Sample.append(message, number), left);
      }
      left.await();
      var stats = store.store().stats();
      assertThat(stats.budget()).isEqualTo(16 << 20);
      assertThat(stats.writeBuffers()).isPositive().isLessThan(20 << 20);
      assertThat(stats.cache()).isLessThan(24 << 20);
      assertThat(stats.disk()).isGreaterThan(10 << 20);
    }
  }
}

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
package io.mqueduct.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.SessionCommand;
import io.mqueduct.store.ShardLog;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.StoredSubscription;
import io.mqueduct.store.Target;
import io.mqueduct.store.rocksdb.RocksStore;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a broker takes to be ready with millions of stored messages, and a client to get the
 * first of a million, in a broker that has served others before. {@code
 * -Dmqueduct.messages=10000000}; needs about 350 bytes of disk for each.
 */
@EnabledIfSystemProperty(named = "mqueduct.messages", matches = "\\d+")
class BigStoreIT {
  private static final Logger LOG = LoggerFactory.getLogger(BigStoreIT.class);
  private static final int MESSAGES = Integer.getInteger("mqueduct.messages", 0);
  private static final int OF_ONE = Math.min(1_000_000, MESSAGES / 2);
  private static final int OF_EACH_OTHER = 1000;
  private static final int DRAINED = Math.min(100_000, OF_ONE);

  @TempDir Path temp;

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void startsAndResumesAtOnceHoweverMuchIsStored() throws IOException {
    long start = System.nanoTime();
    fill(temp.resolve("store"));
    long filled = System.nanoTime();
    long empty = startEmpty();
    long starting = System.nanoTime();
    try (RunningBroker broker =
        RunningBroker.startProcess(
            Map.of("node.data_dir", temp.toString(), "mqtt.max_mqueue_len", "0"))) {
      long ready = System.nanoTime();
      WirePeer cold = broker.connect("c0").durable();
      assertThat(cold.take().text()).startsWith("0 ");
      long coldFirst = System.nanoTime();
      assertThat(broker.connect("c1").durable().take().text()).startsWith("0 ");
      WirePeer big = broker.connect("big").durable();
      long connecting = System.nanoTime();
      assertThat(big.connack().sessionPresent()).isTrue();
      assertThat(big.take().text()).startsWith("0 ");
      long first = System.nanoTime();
      for (int i = 1; i < DRAINED; i++) {
        assertThat(big.take().text()).startsWith(i + " ");
      }
      long drained = System.nanoTime();
      broker.connect("other").open().disconnect();
      LOG.info(
          "messages={} bytes={} filled_s={} empty_start_ms={} start_ms={} cold_first_ms={}"
              + " first_ms={} drained={}/s load={}",
          MESSAGES,
          bytes(temp.resolve("store")),
          (filled - start) / 1_000_000_000,
          empty / 1_000_000,
          (ready - starting) / 1_000_000,
          (coldFirst - ready) / 1_000_000,
          (first - connecting) / 1_000_000,
          DRAINED * 1_000_000_000L / (drained - first),
          Files.readString(Path.of("/proc/loadavg")).strip());
      String said = broker.log();
      LOG.info("{}", said.substring(said.indexOf(" ready in ")).lines().findFirst().orElse(""));
    }
  }

  /** What a start takes that has nothing to do with the store. */
  private static long startEmpty() {
    long start = System.nanoTime();
    try (RunningBroker broker = RunningBroker.startProcess(Map.of())) {
      assertThat(broker.port("tcp")).isPositive();
      return System.nanoTime() - start;
    }
  }

  private static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void fill(Path directory) {
    try (RocksStore rocks = RocksStore.open(directory, StoreSettings.DEFAULT, DropListener.NONE)) {
      ShardLog log = rocks.store().log();
      fill(log, "big", OF_ONE);
      int left = MESSAGES - OF_ONE;
      for (int i = 0; left > 0; i++, left -= OF_EACH_OTHER) {
        fill(log, "c" + i, Math.min(left, OF_EACH_OTHER));
      }
    }
  }

  /** A session that is away, with messages of 256 bytes whose text begins with 0, 1, 2 … */
  static void fill(ShardLog log, String clientId, int count) {
    long now = System.currentTimeMillis();
    var open =
        new SessionCommand.OpenSession(clientId, true, now, SessionCommand.NEVER_EXPIRES, 5, null);
    long number = add(log, open).join();
    add(
        log,
        new SessionCommand.PutSubscription(
            number, 0, new StoredSubscription("t/" + clientId, 1, false, false, 0, 0)));
    Random random = new Random(number);
    CompletableFuture<Long> last = CompletableFuture.completedFuture(0L);
    for (int i = 0; i < count; i++) {
      byte[] payload = new byte[256];
      random.nextBytes(payload);
      byte[] text = (i + " ").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      System.arraycopy(text, 0, payload, 0, text.length);
      var message =
          new Message(
              TopicName.of("t/" + clientId),
              payload,
              Message.NO_BYTES,
              1,
              false,
              now,
              Message.NEVER,
              "p",
              null);
      last = add(log, new MessageCommand.Append(message, List.of(new Target(number, 0, 1, false))));
    }
    add(log, new SessionCommand.DetachSession(number, 0, now, SessionCommand.NEVER_EXPIRES)).join();
    last.join();
  }

  private static CompletableFuture<Long> add(ShardLog log, Command command) {
    var done = new CompletableFuture<Long>();
    var callback =
        new CommitCallback() {
          @Override
          public void committed(long sequence, long result) {
            done.complete(result);
          }

          @Override
          public void failed(BrokerException why) {
            done.completeExceptionally(why);
          }
        };
    while (!log.append(command, callback)) {
      LockSupport.parkNanos(1_000_000);
    }
    return done;
  }
}

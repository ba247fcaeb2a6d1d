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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code backup}, {@code restore} and {@code check-store}, around a broker in a process. */
class BackupIT {
  private static final int BATCH = 20;

  @TempDir Path dir;
  private final List<RunningBroker> brokers = new ArrayList<>();

  @AfterEach
  void endBrokers() {
    brokers.forEach(RunningBroker::close);
  }

  private RunningBroker start(Path data) {
    Map<String, String> settings = new HashMap<>();
    settings.put("node.data_dir", data.toString());
    settings.put("api.bootstrap", "[\"boot:s3cret\"]");
    settings.put("mqtt.max_mqueue_len", "0");
    RunningBroker broker = RunningBroker.startProcess(settings);
    brokers.add(broker);
    return broker;
  }

  private static CommandRun backup(RunningBroker broker, Path target, String... more) {
    List<String> words = new ArrayList<>(List.of("backup", target.toString()));
    words.addAll(List.of("--url", "http://127.0.0.1:" + broker.port("api")));
    words.addAll(List.of("--key", "boot:s3cret"));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(String[]::new));
  }

  private static CommandRun restore(Path backup, Path data, String... more) {
    List<String> words = new ArrayList<>(List.of("restore", backup.toString()));
    words.addAll(List.of("--data", data.toString()));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(String[]::new));
  }

  @Test
  void aBackupUnderLoadHasWhateverWasAcknowledgedBefore() throws InterruptedException {
    RunningBroker broker = start(dir.resolve("data"));
    broker.connect("away").durable().subscribe("load/#", 1).disconnect();
    broker.publish(Publish.to("load/kept").qos(1, 1).payload("kept").retained());
    Load load = new Load(broker);
    Thread thread = new Thread(load, "load");
    thread.start();
    await().atMost(Duration.ofSeconds(30)).until(() -> load.acknowledged >= 500);

    int before = load.acknowledged;
    CommandRun made = backup(broker, dir.resolve("backup"), "-o", "json");
    int after = load.acknowledged;
    load.on.set(false);
    thread.join();

    assertThat(made.err()).isEmpty();
    assertThat(made.code()).isZero();
    assertThat(new JsonObject(made.out()).getLong("bytes")).isPositive();
    broker.kill();
    CommandRun check = CommandRun.of("check-store", dir.resolve("backup").toString());
    assertThat(check.out()).contains("1 sessions").contains("nothing is wrong");
    assertThat(check.code()).isZero();
    assertThat(restore(dir.resolve("backup"), dir.resolve("again")).code()).isZero();
    RunningBroker again = start(dir.resolve("again"));
    WirePeer away = again.connect("away").durable();
    assertThat(away.connack().sessionPresent()).isTrue();
    List<String> got = new ArrayList<>();
    got.add(away.take().text());
    assertThat(got).containsExactly("kept");
    for (int i = 0; i < before; i++) {
      assertThat(away.take().text()).isEqualTo(Integer.toString(i));
    }
    assertThat(after).as("the load went on").isGreaterThanOrEqualTo(before);
    assertThat(again.connect("reader").subscribe("load/kept", 1).take().text()).isEqualTo("kept");
  }

  @Test
  void saysInOneLineWhyThereIsNoBackup() throws IOException {
    RunningBroker broker = start(dir.resolve("data"));
    Path full = Files.createDirectory(dir.resolve("full"));
    Files.writeString(full.resolve("a"), "b");

    CommandRun notEmpty = backup(broker, full);
    CommandRun noKey = CommandRun.of("backup", "x", "--url", "http://127.0.0.1:1", "--key", "a:b");

    assertThat(notEmpty.code()).isEqualTo(1);
    assertThat(notEmpty.err()).isEqualTo("mqueduct backup: 400 " + full + " is not empty\n");
    assertThat(noKey.code()).isEqualTo(1);
    assertThat(noKey.err()).contains("cannot be reached").hasLineCount(1);
    assertThat(CommandRun.of("backup").code()).isEqualTo(2);
  }

  @Test
  void touchesNoStoreThatABrokerUsesOrThatIsThere() throws IOException {
    RunningBroker broker = start(dir.resolve("data"));
    broker.connect("c").durable().subscribe("a", 1).disconnect();
    assertThat(backup(broker, dir.resolve("backup")).code()).isZero();

    CommandRun restored = restore(dir.resolve("backup"), dir.resolve("data"));
    CommandRun checked = CommandRun.of("check-store", "--data", dir.resolve("data").toString());

    String store = dir.resolve("data/store").toString();
    assertThat(restored.code()).isEqualTo(1);
    assertThat(restored.err())
        .isEqualTo("mqueduct restore: a broker uses the data in " + store + "; stop it first\n");
    assertThat(checked.code()).isEqualTo(1);
    assertThat(checked.err()).contains("a broker uses the data").hasLineCount(1);
    broker.stop();
    CommandRun stopped = CommandRun.of("check-store", "--data", dir.resolve("data").toString());
    assertThat(stopped.out()).contains("nothing is wrong");
    CommandRun occupied = restore(dir.resolve("backup"), dir.resolve("data"));
    assertThat(occupied.code()).isEqualTo(1);
    assertThat(occupied.err()).isEqualTo("mqueduct restore: " + store + " is not empty\n");
    CommandRun nowhere = restore(dir.resolve("nothing"), dir.resolve("new"));
    assertThat(nowhere.code()).isEqualTo(1);
    assertThat(nowhere.err()).contains("there is no").hasLineCount(1);
    assertThat(CommandRun.of("restore").code()).isEqualTo(2);
    assertThat(CommandRun.of("check-store", "--no-such-option").code()).isEqualTo(2);
  }

  @Test
  void namesTheDamagedFileOfABackupAndRestoresNothing() throws IOException {
    RunningBroker broker = start(dir.resolve("data"));
    broker.connect("away").durable().subscribe("a", 1).disconnect();
    broker.publish("a", 300);
    assertThat(backup(broker, dir.resolve("backup")).code()).isZero();
    Path table;
    try (Stream<Path> files = Files.list(dir.resolve("backup"))) {
      table =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
    }
    Path damaged = dir.resolve("copy");
    Files.copy(table, damaged);
    try (RandomAccessFile access = new RandomAccessFile(damaged.toFile(), "rw")) {
      access.seek(access.length() / 5);
      int old = access.read();
      access.seek(access.length() / 5);
      access.write(old ^ 0x10);
    }
    Files.delete(table); // shared with the broker by a link
    Files.move(damaged, table);

    CommandRun check = CommandRun.of("check-store", dir.resolve("backup").toString());
    CommandRun restored = restore(dir.resolve("backup"), dir.resolve("again"));

    assertThat(check.code()).isEqualTo(1);
    assertThat(check.err()).contains(table.getFileName().toString()).hasLineCount(1);
    assertThat(restored.code()).isEqualTo(1);
    assertThat(restored.err()).contains(table.getFileName().toString()).hasLineCount(1);
    assertThat(dir.resolve("again")).doesNotExist();
  }

  /** Publishes 0, 1, 2 … at QoS 1. */
  private static final class Load implements Runnable {
    private final RunningBroker broker;
    private final AtomicBoolean on = new AtomicBoolean(true);
    private volatile int acknowledged;

    Load(RunningBroker broker) {
      this.broker = broker;
    }

    @Override
    public void run() {
      try (WirePeer peer = broker.connect("load").open()) {
        while (on.get()) {
          int first = acknowledged;
          for (int i = first; i < first + BATCH; i++) {
            peer.send(Publish.to("load/x").qos(1, i % 65_535 + 1).payload(Integer.toString(i)));
          }
          for (int i = first; i < first + BATCH; i++) {
            peer.expectAck(PacketType.PUBACK, i % 65_535 + 1);
            acknowledged = i + 1;
          }
        }
        peer.disconnect();
      }
    }
  }
}

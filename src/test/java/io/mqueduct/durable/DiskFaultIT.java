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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mqueduct.store.DropListener;
import io.mqueduct.store.Progress;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.rocksdb.RocksStore;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.SmallDisk;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a disk does to a running broker, as its clients, its log and its probes see it. */
class DiskFaultIT {
  private static final int REFUSED = 0x83;
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path temp;
  private @Nullable SmallDisk disk;
  private @Nullable RunningBroker broker;

  @AfterEach
  void clearUp() {
    if (broker != null) {
      broker.close();
    }
    if (disk != null) {
      disk.close();
    }
  }

  private RunningBroker start(Path data, String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("node.data_dir", data.toString());
    all.put("durability.memory", "16MB");
    all.put("sys_topics.interval", "0s");
    all.put("mqtt.max_mqueue_len", "0");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    RunningBroker started = RunningBroker.startProcess(all);
    broker = started;
    return started;
  }

  private SmallDisk mounted(@Nullable SmallDisk made) {
    assumeTrue(made != null, "needs root, to mount a file system");
    disk = made;
    return made;
  }

  private static HttpResponse<String> ready(RunningBroker broker) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + broker.port("api") + "/readyz");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static int publish(WirePeer peer, String text) {
    return peer.publishForCode(Publish.to("disk").qos(1, peer.nextId()).payload(text));
  }

  /** Until the disk has confirmed what was acknowledged before, which nothing later hides. */
  private static void awaitSync(Path data, WirePeer peer) {
    Path mark = data.resolve("store").resolve("SYNCED");
    for (int i = 0; i < 2; i++) { // twice, as one may have begun
      long before = sequenceIn(mark);
      peer.publish(Publish.to("other").qos(1, 0).retained().payload("synced with it"));
      await().atMost(SOON).until(() -> sequenceIn(mark) > before);
    }
  }

  private static long sequenceIn(Path mark) {
    try {
      byte[] bytes = Files.readAllBytes(mark);
      return bytes.length < Long.BYTES ? 0 : ByteBuffer.wrap(bytes).getLong();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What every kind of refusal has in common.
   *
   * @return how many messages "before" were accepted until the broker saw the fault
   */
  private static int refuses(RunningBroker broker, String why) throws Exception {
    WirePeer newer = broker.connect("newer");
    var accepted = new AtomicInteger();
    await()
        .atMost(SOON)
        .until(
            () -> {
              int code = publish(newer, "before");
              accepted.addAndGet(code == 0 ? 1 : 0);
              return code == REFUSED;
            });
    WirePeer older = broker.connect("older").version(Version.V311);
    older.send(Publish.to("disk").qos(1, 1).payload("refused")).expectClosed();
    WirePeer listener = broker.connect("listener").subscribe("live", 0);
    newer.publish("live", 0, "goes on");
    assertThat(listener.take().text()).isEqualTo("goes on");
    await().atMost(SOON).until(() -> ready(broker).statusCode() == 503);
    assertThat(ready(broker).body()).contains("store: ").contains(why);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(broker.log())
                    .contains("ERROR")
                    .contains(why)
                    .contains("new data is refused"));
    return accepted.get();
  }

  private static void takesDataAgain(RunningBroker broker) throws Exception {
    WirePeer peer = broker.connect("again");
    await().atMost(SOON).until(() -> publish(peer, "accepted") == 0);
    await().atMost(SOON).until(() -> ready(broker).statusCode() == 200);
    await().atMost(SOON).until(() -> broker.log().contains("the store takes new data again"));
  }

  @Test
  void belowTheReserveDataIsRefusedClientsDrainAndItRecoversByItself() throws Exception {
    SmallDisk small = mounted(SmallDisk.tmpfs(temp, 96));
    RunningBroker broker =
        start(small.directory().resolve("data"), "durability.min_free_disk", "32MB");
    broker.connect("away").durable().subscribe("disk", 1).disconnect();
    assertThat(publish(broker.connect("before"), "kept")).isZero();
    Path ballast = Files.write(small.directory().resolve("ballast"), new byte[68 << 20]);

    int more = refuses(broker, "durability.min_free_disk");
    WirePeer away = broker.connect("away").durable();
    assertThat(away.connack().sessionPresent()).isTrue();
    assertThat(away.take().text()).isEqualTo("kept");
    for (int i = 0; i < more; i++) {
      assertThat(away.take().text()).isEqualTo("before");
    }
    away.ping();
    away.expectNothing().disconnect();
    Files.delete(ballast);

    takesDataAgain(broker);
    broker.kill();
    broker.start();
    assertThat(broker.connect("away").durable().take().text()).isEqualTo("accepted");
  }

  @Test
  void aFullDiskLosesNothingThatWasAcknowledged() throws Exception {
    SmallDisk small = mounted(SmallDisk.tmpfs(temp, 64));
    RunningBroker broker =
        start(small.directory().resolve("data"), "durability.min_free_disk", "0");
    broker.connect("away").durable().subscribe("disk", 1).disconnect();
    Path ballast = small.directory().resolve("ballast");
    int free = (int) small.directory().toFile().getUsableSpace();
    Files.write(ballast, new byte[free - (4 << 20)]);
    WirePeer writer = broker.connect("writer");
    String padding = "x".repeat(50_000);
    int accepted = 0;
    while (publish(writer, accepted + padding) == 0) {
      accepted++;
    }

    refuses(broker, "No space left on device");
    Files.delete(ballast);
    takesDataAgain(broker);
    broker.kill();
    broker.start();

    WirePeer away = broker.connect("away").durable();
    assertThat(accepted).isPositive();
    for (int i = 0; i < accepted; i++) {
      assertThat(away.take().text()).isEqualTo(i + padding);
    }
    while (!away.take().text().equals("accepted")) {
      // what came in while the disk was seen to be full
    }
  }

  @Test
  void aDiskThatTurnsReadOnlyRefusesDataAndHasItAllAfterwards() throws Exception {
    SmallDisk small = mounted(SmallDisk.ext4(temp, 128));
    RunningBroker broker =
        start(small.directory().resolve("data"), "durability.min_free_disk", "0");
    broker.connect("away").durable().subscribe("disk", 1).disconnect();
    WirePeer before = broker.connect("before");
    assertThat(publish(before, "kept")).isZero();
    await().atMost(SOON).until(() -> ready(broker).statusCode() == 200);
    awaitSync(small.directory().resolve("data"), before);

    small.failWrites();
    refuses(broker, "ead-only file system");
    broker.kill();
    small.mountAgain();
    broker.start();

    WirePeer away = broker.connect("away").durable();
    assertThat(away.take().text()).isEqualTo("kept");
    away.disconnect();
    assertThat(ready(broker).statusCode()).isEqualTo(200);
  }

  @Test
  void aRetainedMessageThatTheDiskDoesNotTakeIsNotGivenToAnybody() throws Exception {
    SmallDisk small = mounted(SmallDisk.ext4(temp, 128));
    RunningBroker broker =
        start(
            small.directory().resolve("data"),
            "durability.min_free_disk",
            "0",
            "durability.fsync",
            "always");
    WirePeer writer = broker.connect("writer");
    assertThat(writer.publishForCode(kept(writer, "kept", "old"))).isZero();
    assertThat(writer.publishForCode(kept(writer, "cleared", "old"))).isZero();

    small.failWrites();
    assertThat(writer.publishForCode(kept(writer, "kept", "new"))).isEqualTo(REFUSED);
    assertThat(writer.publishForCode(kept(writer, "kept", "newer"))).isEqualTo(REFUSED);
    assertThat(writer.publishForCode(kept(writer, "cleared", ""))).isEqualTo(REFUSED);
    assertThat(writer.publishForCode(kept(writer, "other", "new"))).isEqualTo(REFUSED);

    WirePeer reader = broker.connect("reader").subscribe("retained/#", 0);
    assertThat(reader.readPublishes(2).stream().map(each -> each.topic() + " " + each.text()))
        .containsExactlyInAnyOrder("retained/kept old", "retained/cleared old");
    reader.expectNothing();
    broker.kill();
    small.mountAgain();
    broker.start();
    WirePeer after = broker.connect("after").subscribe("retained/#", 0);
    assertThat(after.readPublishes(2).texts()).containsExactly("old", "old");
    after.expectNothing();
  }

  private static Publish kept(WirePeer peer, String topic, String text) {
    return Publish.to("retained/" + topic).qos(1, peer.nextId()).payload(text).retained();
  }

  @Test
  void aLogWithoutItsUnsyncedEndStartsWithoutThatAndSaysSo() throws Exception {
    RunningBroker broker = start(temp.resolve("data"), "durability.fsync", "never");
    broker.connect("away").durable().subscribe("disk", 1).disconnect();
    WirePeer writer = broker.connect("writer");
    for (int i = 0; i < 20; i++) {
      assertThat(publish(writer, "m" + i)).isZero();
    }
    broker.kill();
    Path log = largest(temp.resolve("data/store"), ".log");
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(file.length() - 100);
    }
    broker.start();

    WirePeer away = broker.connect("away").durable();
    Publishes left = away.readPublishes(10);
    assertThat(left.texts()).startsWith("m0", "m1", "m2");
    assertThat(publish(broker.connect("writer"), "new")).isZero();
  }

  @Test
  void aDamagedLogThatWasSyncedStopsTheStartWithOneLine() throws Exception {
    RunningBroker broker = start(temp.resolve("data"), "durability.fsync", "always");
    broker.connect("away").durable().subscribe("disk", 1).disconnect();
    WirePeer writer = broker.connect("writer");
    for (int i = 0; i < 20; i++) {
      assertThat(publish(writer, "m" + i)).isZero();
    }
    broker.kill();
    Path log = largest(temp.resolve("data/store"), ".log");
    flip(log, 0.5);

    assertThatThrownBy(broker::start).isInstanceOf(IllegalStateException.class);

    assertThat(broker.log().lines().filter(line -> line.startsWith("mqueduct serve: ")))
        .singleElement()
        .asString()
        .contains(log.getFileName().toString(), "restore a backup", "SYNCED");
  }

  @Test
  void aDamagedTableIsNamedInTheLogAndHurtsNobodyElse() throws Exception {
    Path store = temp.resolve("data/store");
    try (RocksStore rocks = RocksStore.open(store, StoreSettings.DEFAULT, DropListener.NONE)) {
      BigStoreIT.fill(rocks.store().log(), "hurt", 2000);
      rocks.store().compact();
    }
    Path table = largest(store, ".sst");
    flip(table, 0.3);
    RunningBroker broker = start(temp.resolve("data"));

    WirePeer hurt = broker.connect("hurt").durable();
    assertThat(hurt.connack().sessionPresent()).isTrue();
    await()
        .atMost(SOON)
        .until(
            () -> {
              hurt.readWaiting().forEach(each -> hurt.puback(each.id()));
              return broker.log().contains(table.getFileName().toString());
            });

    broker.connect("away").durable().subscribe("disk", 1).disconnect();
    assertThat(publish(broker.connect("other"), "fine")).isZero();
    assertThat(broker.connect("away").durable().take().text()).isEqualTo("fine");
    broker.kill();
    assertThatThrownBy(() -> RocksStore.check(store, Progress.NONE))
        .hasMessageContaining(table.getFileName().toString());
  }

  static Path largest(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  static void flip(Path file, double where) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      long position = (long) (access.length() * where);
      access.seek(position);
      int old = access.read();
      access.seek(position);
      access.write(old ^ 0x10);
    }
  }
}

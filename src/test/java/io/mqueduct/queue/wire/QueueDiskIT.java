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
package io.mqueduct.queue.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mqueduct.message.BrokerException;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.SmallDisk;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Named queues and the disk: one that is full, and what they leave on it. */
class QueueDiskIT {
  @TempDir Path temp;

  @Test
  void refusesPublishesWhileTheDiskIsFullServesConsumersAndGoesOnByItself() throws IOException {
    SmallDisk disk = SmallDisk.tmpfs(temp, 96);
    assumeTrue(disk != null, "needs root, to mount a file system");
    try (disk;
        RunningBroker broker =
            RunningBroker.start(
                Map.of(
                    "node.data_dir", disk.directory().resolve("data").toString(),
                    "durability.memory", "16MB",
                    "durability.min_free_disk", "32MB",
                    "mq.auto_create.lastvalue", "false"))) {
      Queues queues = broker.queues();
      queues.create("q", "q", "dispatch_strategy", "round_robin");
      queues.create("other", "other");
      broker.publish("q", 5);
      WirePeer maker = broker.connect("maker");
      Path ballast = Files.write(disk.directory().resolve("ballast"), new byte[68 << 20]);
      Awaitility.await().until(() -> publish(maker, "refused") == 0x83);
      long kept = queues.stats("q").depth();

      assertThat(publish(maker, "refused")).isEqualTo(0x83);
      WirePeer older = broker.connect("older").v311().open();
      older.send(Publish.to("q").qos(1, 1).payload("refused")).expectClosed();
      assertThatThrownBy(() -> queues.create("new", "new")).isInstanceOf(BrokerException.class);
      assertThat(queues.stats("q").depth()).as("nothing that was refused").isEqualTo(kept);
      WirePeer worker = broker.connect("worker").subscribe("$queue/q", 1);
      for (int i = 1; i <= kept; i++) {
        Publish got = worker.readPublish();
        worker.puback(got.id());
      }
      queues.awaitDepth("q", 0);
      queues.delete("other");

      Files.delete(ballast);
      Awaitility.await().until(() -> publish(maker, "accepted") == 0);
      assertThat(worker.take().text()).isEqualTo("accepted");
      queues.awaitDepth("q", 0);
      queues.create("new", "new");
      queues.create("other", "other");
      broker.publish("other", 1);
      assertThat(queues.stats("other").depth()).isEqualTo(1);

      broker.stop();
      broker.start();
      assertThat(broker.queues().stats("q").depth()).isZero();
      assertThat(broker.queues().stats("new").depth()).isZero();
    }
  }

  private static int publish(WirePeer maker, String text) {
    return maker.publishForCode(Publish.to("q").qos(1, 0).payload(text));
  }

  @Test
  void leavesLittleOnTheDiskOfWhatHasPassedThrough() throws IOException {
    Path data = temp.resolve("data");
    try (RunningBroker broker =
        RunningBroker.start(
            Map.of(
                "node.data_dir", data.toString(),
                "durability.memory", "16MB",
                "mq.auto_create.lastvalue", "false"))) {
      Queues queues = broker.queues();
      queues.create("pipe", "pipe");
      WirePeer worker = broker.connect("worker").subscribe("$queue/pipe", 1);
      WirePeer maker = broker.connect("maker");
      for (int i = 0; i < 900; i++) {
        for (int j = 0; j < 20; j++) {
          maker.send(Publish.to("pipe").payload(new byte[4000]));
        }
        worker.take(20);
      }
      queues.awaitDepth("pipe", 0);
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> megabytes(data), found -> found < 50);
    }
  }

  private static long megabytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum() >> 20;
    }
  }
}

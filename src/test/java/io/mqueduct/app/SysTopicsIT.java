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

import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the broker publishes under $SYS, over real sockets. */
class SysTopicsIT {
  @TempDir Path directory;
  private @Nullable FollowingBroker broker;

  @AfterEach
  void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void figuresOfTheBrokerAreThereForWhoSubscribesToThem() {
    FollowingBroker running = start("node: {name: pump-house}\nsys_topics: {interval: 1s}");
    running.connect("away").durable().open().disconnect();
    WirePeer one = running.connect("one");
    one.subscribe("a/+", 0).subscribe("b", 0);
    running.connect("two").publish("a/b", 1, "12345");
    assertThat(one.readPublish().text()).isEqualTo("12345");

    Map<String, String> seen = new HashMap<>();
    WirePeer reader = running.connect("reader");
    reader.subscribe("$SYS/#", 0);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(1))
        .untilAsserted(
            () -> {
              Publish next = reader.readPublish();
              seen.put(next.topic().substring("$SYS/broker/".length()), next.text());
              assertThat(seen)
                  .containsEntry("clients/connected", "3")
                  .containsEntry("clients/total", "4")
                  .containsEntry("clients/disconnected", "1")
                  .containsEntry("clients/maximum", "3")
                  .containsEntry("subscriptions/count", "3")
                  .containsEntry("publish/messages/received", "1")
                  .containsEntry("publish/bytes/received", "5")
                  .containsEntry("version", "mqueduct development")
                  .containsEntry("name", "pump-house")
                  .containsEntry("heap/guard", "0")
                  .containsEntry("direct memory/guard", "0")
                  .containsKeys(
                      "uptime",
                      "messages/received",
                      "bytes/received",
                      "bytes/sent",
                      "retained messages/count",
                      "queues/count",
                      "heap/current",
                      "direct memory/current",
                      "load/messages/received/1min");
            });

    assertThat(seen.get("uptime")).matches("\\d+ seconds");
    assertThat(Long.parseLong(seen.get("messages/received"))).isGreaterThanOrEqualTo(7);
    assertThat(Long.parseLong(seen.get("bytes/received"))).isGreaterThan(60);
    assertThat(Long.parseLong(seen.get("bytes/sent"))).isGreaterThan(60);
    assertThat(Long.parseLong(seen.get("retained messages/count"))).isPositive();
    assertThat(seen.get("queues/count")).isEqualTo("0");
    assertThat(Long.parseLong(seen.get("heap/current"))).isPositive();
    assertThat(Long.parseLong(seen.get("direct memory/current"))).isPositive();
    assertThat(Double.parseDouble(seen.get("load/messages/received/1min"))).isNotNegative();
  }

  @Test
  void droppedMessagesAreCounted() {
    FollowingBroker running = start("mqtt: {max_mqueue_len: 1}\nsys_topics: {interval: 1s}");
    running.connect("away").durable().subscribe("t", 1).disconnect();
    WirePeer publisher = running.connect("p");
    for (int i = 0; i < 4; i++) {
      publisher.publish("t", 1, "m" + i);
    }

    WirePeer reader = running.connect("reader");
    reader.subscribe("$SYS/broker/publish/messages/dropped", 0);

    Awaitility.await().until(() -> reader.readPublish().text().equals("3"));
  }

  @Test
  void whoSubscribesToEverythingDoesNotGetThem() {
    FollowingBroker running = start("sys_topics: {interval: 1s}");
    WirePeer everything = running.connect("a");
    everything.subscribe("#", 0).subscribe("+/broker/#", 0);
    WirePeer reader = running.connect("b");
    reader.subscribe("$SYS/broker/uptime", 0);
    reader.readPublishes(3);

    everything.expectNothing();
  }

  @Test
  void nobodyElsePublishesThem() {
    WirePeer peer = start("{}").connect("a");

    assertThat(peer.publishForCode(Publish.to("$SYS/broker/version").qos(1, 0))).isEqualTo(0x90);
  }

  @Test
  void withoutAnIntervalThereAreNone() {
    FollowingBroker running = start("sys_topics: {interval: 1s}");
    WirePeer reader = running.connect("a");
    reader.subscribe("$SYS/#", 0);
    reader.readPublish();

    running.reconfigure("sys_topics: {interval: 0}");

    Awaitility.await()
        .pollInterval(Duration.ofMillis(300))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              WirePeer later = running.connect("later");
              later.subscribe("$SYS/#", 0).expectNothing();
              later.silentFor(Duration.ofMillis(1500));
            });
  }

  private FollowingBroker start(String yaml) {
    FollowingBroker started = FollowingBroker.start(directory, yaml + "\n");
    broker = started;
    return started;
  }
}

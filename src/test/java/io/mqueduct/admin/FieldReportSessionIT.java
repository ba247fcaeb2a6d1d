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
package io.mqueduct.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Window, mqueue and retransmission over a socket, and what the API says of them meanwhile: field
 * reports R1, R4, R5, R7, R10, R12, R13 and R14.
 */
class FieldReportSessionIT {
  private static final int BATCH = 20;
  private static final Duration SOON = Duration.ofSeconds(20);

  private @Nullable StartedBroker broker;
  private @Nullable ApiClient api;

  private StartedBroker start(String... settings) {
    StartedBroker started = StartedBroker.with(ApiClient.settings(settings));
    broker = started;
    api = new ApiClient(started);
    return started;
  }

  @AfterEach
  void stop() {
    if (api != null) {
      api.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  private JsonObject client(String clientId) {
    assertThat(api).isNotNull();
    return api.get("/clients/" + clientId).object();
  }

  private static WirePeer durable(StartedBroker broker, String clientId) {
    return broker.connect(clientId).durable();
  }

  private static void away(StartedBroker broker, String filter, int qos) {
    durable(broker, "s").subscribe(filter, qos).disconnect();
  }

  private static void publish(StartedBroker broker, String prefix, int count) {
    try (WirePeer publisher = broker.connect("p")) {
      for (int i = 0; i < count; i++) {
        publisher.publish(prefix + i, 1, prefix + i);
      }
      publisher.disconnect();
    }
  }

  /** Publishes 0, 1, 2 … to one topic, several at a time; each has to be accepted. */
  private static void publishFast(StartedBroker broker, String topic, int qos, int count) {
    try (WirePeer publisher = broker.connect("p")) {
      for (int first = 0; first < count; first += BATCH) {
        for (int i = first; i < first + BATCH; i++) {
          publisher.send(Publish.to(topic).qos(qos, i + 1).payload(Integer.toString(i)));
        }
        for (int i = first; i < first + BATCH; i++) {
          PacketType answer = qos == 1 ? PacketType.PUBACK : PacketType.PUBREC;
          assertThat(publisher.expectAck(answer, i + 1).code()).isZero();
        }
        for (int i = first; qos == 2 && i < first + BATCH; i++) {
          publisher.pubrel(i + 1).expectAck(PacketType.PUBCOMP, i + 1);
        }
      }
      publisher.disconnect();
    }
  }

  private static List<String> names(String prefix, int from, int until) {
    List<String> names = new ArrayList<>();
    for (int i = from; i < until; i++) {
      names.add(prefix + i);
    }
    return names;
  }

  @Test
  void r1TheLowestLevelGivesWayWhenTheWholeQueueIsFull() {
    StartedBroker broker =
        start(
            "mqtt.max_mqueue_total_len", "10",
            "mqtt.mqueue_priorities", "{\"hi/#\": 10, \"lo/#\": 1}",
            "mqtt.max_inflight", "1");
    away(broker, "#", 1);
    publish(broker, "lo/", 10);
    publish(broker, "hi/", 10);

    JsonObject seen = client("s");
    assertThat(seen.getInteger("mqueue_len")).isEqualTo(10);
    assertThat(seen.getInteger("mqueue_dropped")).isEqualTo(10);
    assertThat(seen.getJsonObject("dropped").getInteger("queue_full")).isEqualTo(10);
    WirePeer back = durable(broker, "s");
    assertThat(back.take(10).texts()).containsExactlyElementsOf(names("hi/", 0, 10));
    back.expectNothing();
    back.disconnect();
    publish(broker, "lo/", 5);
    publish(broker, "hi/", 5);
    WirePeer again = durable(broker, "s");
    List<String> expected = names("hi/", 0, 5);
    expected.addAll(names("lo/", 0, 5));
    assertThat(again.take(10).texts()).containsExactlyElementsOf(expected);
  }

  @Test
  void r1TheLimitOfALevelHoldsForEachLevel() {
    StartedBroker broker =
        start(
            "mqtt.max_mqueue_len", "10",
            "mqtt.mqueue_priorities", "{\"hi/#\": 10, \"lo/#\": 1}",
            "mqtt.max_inflight", "1");
    away(broker, "#", 1);
    publish(broker, "lo/", 10);
    publish(broker, "hi/", 10);

    assertThat(client("s").getInteger("mqueue_len")).isEqualTo(20);
    assertThat(client("s").getInteger("mqueue_dropped")).isZero();
  }

  @Test
  void r4SendsAgainWhatAClientForgotToAcknowledge() {
    StartedBroker broker = start("mqtt.max_inflight", "1", "mqtt.retry_interval", "1s");
    WirePeer peer = durable(broker, "s").subscribe("t", 1);
    broker.connect("p").publish("t", 1, "0").publish("t", 1, "1");

    Publish first = peer.readPublish();
    Publish again = peer.readPublish();

    assertThat(first.dup()).isFalse();
    assertThat(again.dup()).isTrue();
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.text()).isEqualTo("0");
    peer.puback(again.id());
    Publish next = peer.readPublish();
    while (next.id() == first.id() && next.dup()) { // sent again before the PUBACK came
      next = peer.readPublish();
    }
    assertThat(next.text()).isEqualTo("1");
  }

  @Test
  void r4ShowsAStuckClientAndSendsAgainOnlyWhenItComesBack() {
    StartedBroker broker = start("mqtt.max_inflight", "1");
    WirePeer peer = durable(broker, "s").subscribe("t", 1);
    broker.connect("p").publish("t", 1, "0");
    Publish first = peer.readPublish();

    await().atMost(SOON).until(() -> client("s").getLong("oldest_unacked_ms") > 1500);
    peer.expectNothing();
    peer.cut();

    Publish again = durable(broker, "s").readPublish();
    assertThat(again.dup()).isTrue();
    assertThat(again.id()).isEqualTo(first.id());
  }

  @Test
  void r5KeepsExactlyTheNewestThatTheLimitSays() {
    StartedBroker broker = start("mqtt.max_mqueue_len", "5", "mqtt.max_inflight", "3");
    away(broker, "m/#", 1);
    publish(broker, "m/", 20);

    assertThat(client("s").getInteger("mqueue_len")).isEqualTo(5);
    assertThat(client("s").getInteger("mqueue_dropped")).isEqualTo(15);
    WirePeer back = durable(broker, "s");
    assertThat(back.take(5).texts()).containsExactlyElementsOf(names("m/", 15, 20));
    back.expectNothing();
  }

  @Test
  void r7AnExpiredMessageTakesNoPlace() {
    StartedBroker broker = start();
    away(broker, "t", 1);
    WirePeer publisher = broker.connect("p");
    publisher.publish(
        Publish.to("t").qos(1, 1).payload("A").with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 1));
    publisher.publish("t", 1, "B");
    await().atMost(SOON).until(() -> client("s").getInteger("mqueue_len") == 1);

    WirePeer back = durable(broker, "s").receiveMaximum(1);
    Publish only = back.readPublish();
    assertThat(only.text()).isEqualTo("B");
    publisher.publish("t", 1, "C");
    back.expectNothing();
    back.puback(only.id());

    assertThat(back.take().text()).isEqualTo("C");
    assertThat(client("s").getJsonObject("dropped").getInteger("expired")).isEqualTo(1);
  }

  @Test
  void r10SendsTheWindowAgainInOrderWithTheSameIdentifiers() {
    StartedBroker broker = start();
    WirePeer peer = durable(broker, "s").receiveMaximum(10).subscribe("t", 1);
    WirePeer publisher = broker.connect("p");
    for (int i = 1; i <= 5; i++) {
      publisher.publish("t", 1, "m" + i);
    }
    Publishes before = peer.readPublishes(5);
    peer.cut();

    WirePeer back = durable(broker, "s").receiveMaximum(10);
    assertThat(back.connack().sessionPresent()).isTrue();
    Publishes after = back.readPublishes(5);

    assertThat(after.texts()).containsExactly("m1", "m2", "m3", "m4", "m5");
    assertThat(after.ids()).isEqualTo(before.ids());
    assertThat(after).allMatch(Publish::dup);
    publisher.publish("t", 1, "m6");
    assertThat(back.readPublish().dup()).isFalse();
    int first = after.ids().get(0);
    back.puback(first).puback(first).ping();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void r12DeliversAWholeBacklogInOrderAtTheSpeedOfAcknowledgements(int qos) {
    StartedBroker broker = start("mqtt.max_mqueue_len", "0");
    away(broker, "t", qos);
    publishFast(broker, "t", qos, 3500);
    assertThat(client("s").getInteger("mqueue_len")).isEqualTo(3500);

    WirePeer back = durable(broker, "s").receiveMaximum(20);
    back.open();
    long start = System.nanoTime();
    for (int i = 0; i < 3500; i++) {
      assertThat(back.take().text()).isEqualTo(Integer.toString(i));
    }

    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    back.expectNothing();
    // Nobody waits for a timer; a machine that is slow at this is slow at round trips too.
    long trips = System.nanoTime();
    for (int i = 0; i < 350; i++) {
      back.ping();
    }
    Duration slowness = Duration.ofNanos(System.nanoTime() - trips).multipliedBy(50);
    assertThat(taken).isLessThan(Duration.ofSeconds(17).plus(slowness));
  }

  @Test
  void r13AFullSessionStopsNobodyElse() {
    StartedBroker broker = start("mqtt.max_mqueue_len", "100");
    durable(broker, "s1").subscribe("t", 1).disconnect();
    WirePeer live = broker.connect("s2").subscribe("t", 1);
    WirePeer publisher = broker.connect("p");
    for (int first = 0; first < 5000; first += BATCH) {
      for (int i = first; i < first + BATCH; i++) {
        publisher.send(Publish.to("t").qos(1, i + 1).payload(Integer.toString(i)));
      }
      for (int i = first; i < first + BATCH; i++) {
        assertThat(publisher.expectAck(PacketType.PUBACK, i + 1).code()).isZero();
        assertThat(live.take().text()).isEqualTo(Integer.toString(i));
      }
    }

    await().atMost(SOON).until(() -> client("s1").getInteger("mqueue_dropped") == 4900);
    assertThat(client("s1").getInteger("mqueue_len")).isEqualTo(100);
  }

  @Test
  void r14ExpiredMessagesGoWhileTheClientIsAway() {
    StartedBroker broker = start();
    away(broker, "t", 1);
    WirePeer publisher = broker.connect("p");
    for (int i = 0; i < 1000; i++) {
      publisher.publish(
          Publish.to("t").qos(1, i + 1).payload("x").with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 3));
    }

    await().atMost(SOON).until(() -> client("s").getInteger("mqueue_len") == 0);

    assertThat(client("s").getJsonObject("dropped").getInteger("expired")).isEqualTo(1000);
    durable(broker, "s").open().expectNothing();
  }

  @Test
  void r14TheBrokersOwnAgeHoldsForOlderPublishers() {
    StartedBroker broker = start("mqtt.message_expiry_interval", "2s");
    away(broker, "t", 1);
    WirePeer publisher = broker.connect("p").version(Version.V311);
    for (int i = 0; i < 200; i++) {
      publisher.publish("t", 1, "x");
    }

    await().atMost(SOON).until(() -> client("s").getInteger("mqueue_len") == 0);

    assertThat(client("s").getJsonObject("dropped").getInteger("expired")).isEqualTo(200);
  }
}

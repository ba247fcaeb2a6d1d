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
package io.mqueduct.hardening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As much of everything as the standard, or the broker's limits, allow. */
class GreedyIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long MB = 1_000_000;

  private StartedBroker broker;

  @BeforeEach
  void start() {
    broker = StartedBroker.with(Map.of("retainer.max_retained", "5000"));
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  private WirePeer connect(String clientId) {
    return broker.connect(clientId).patience(PATIENCE);
  }

  @Test
  void tenThousandFiltersInOnePacket() {
    Subscribe many = Subscribe.to("many/0", 1);
    for (int i = 1; i < 10_000; i++) {
      many.and("many/" + i + (i % 10 == 0 ? "/+" : ""), 1);
    }
    try (WirePeer peer = connect("many")) {
      assertThat(peer.subscribe(many).codes()).hasSize(10_000).containsOnly(1);
      assertThat(broker.broker().subscriptions()).isEqualTo(10_000);
      peer.publish("many/9999", 1, "x");
      assertThat(peer.take().topic()).isEqualTo("many/9999");

      String[] filters = new String[10_000];
      for (int i = 0; i < filters.length; i++) {
        filters[i] = "many/" + i + (i > 0 && i % 10 == 0 ? "/+" : "");
      }
      assertThat(peer.unsubscribe(filters).codes()).hasSize(10_000).containsOnly(0);
      assertThat(broker.broker().subscriptions()).isZero();
    }
  }

  @Test
  void theLongestTopicThereCanBe() {
    String topic = "long/" + "x".repeat(65_530);
    try (WirePeer peer = connect("long").subscribe(topic, 1)) {
      peer.publish(Publish.to(topic).qos(1, 0).payload("kept").retained());

      assertThat(peer.take().topic()).isEqualTo(topic);
      peer.subscribe("long/+", 0);
      assertThat(peer.take().retain()).isTrue();
    }
  }

  @Test
  void userPropertiesByTheHundredThousand() {
    Publish publish = Publish.to("props").qos(1, 0).payload("x");
    for (int i = 0; i < 100_000; i++) {
      publish = publish.user("", "");
    }
    try (WirePeer peer = connect("props").subscribe("props", 1);
        WirePeer small = connect("small").maximumPacketSize(1_000).subscribe("props", 1)) {
      peer.publish(publish);

      assertThat(peer.take().properties().entries()).hasSize(100_000);
      peer.publish("props", 1, "small");
      assertThat(small.take().text()).as("the large one is left out").isEqualTo("small");
    }
  }

  @Test
  void aliasesForTheLongestTopicsEndTheClientBeforeTheHeap() {
    String topic = "x".repeat(60_000);
    try (WirePeer peer = connect("aliases").open();
        WirePeer other = connect("other").open()) {
      long before = Heap.keptBytes();
      for (int alias = 1; alias <= 1_000; alias++) {
        peer.send(Publish.to(topic + alias).with(PropertyId.TOPIC_ALIAS, alias));
      }

      peer.expectDisconnect(0x97);
      assertThat(Heap.keptBytes() - before).isLessThan(24 * MB);
      other.ping();
    }
  }

  @Test
  void oneHighAliasCostsNoTable() {
    WirePeer[] peers = new WirePeer[100];
    for (int i = 0; i < peers.length; i++) {
      peers[i] = connect("p" + i).topicAliasMaximum(65_535).open();
    }
    long before = Heap.keptBytes();

    for (WirePeer peer : peers) {
      peer.send(Publish.to("t").with(PropertyId.TOPIC_ALIAS, 65_535)).ping();
    }

    assertThat(Heap.keptBytes() - before).as("for 100 clients").isLessThan(5 * MB);
    for (WirePeer peer : peers) {
      peer.close();
    }
  }

  @Test
  void retainedMessagesEndAtTheirLimit() {
    try (WirePeer peer = connect("retainer").open();
        WirePeer late = connect("late")) {
      int kept = 0;
      int refused = 0;
      for (int i = 0; i < 10_000; i += 20) {
        for (int j = i; j < i + 20; j++) {
          peer.send(Publish.to("r/" + j).qos(1, 1 + j).payload("x").retained());
        }
        for (int j = i; j < i + 20; j++) {
          int code = peer.expectAck(PacketType.PUBACK, 1 + j).code();
          kept += code < 0x80 ? 1 : 0;
          refused += code == 0x97 ? 1 : 0;
        }
      }

      assertThat(kept).isBetween(4_000, 5_000); // the broker's own are among them
      assertThat(refused).isEqualTo(10_000 - kept);
      late.subscribe("r/#", 0);
      for (int i = 0; i < kept; i++) {
        assertThat(late.readPublish().retain()).isTrue();
      }
      late.expectNothing();
    }
  }

  @Test
  void sharedGroupsByTheThousandOnOneTopic() {
    try (WirePeer peer = connect("groups").receiveMaximum(65_535)) {
      for (int i = 0; i < 2_000; i += 100) {
        Subscribe groups = Subscribe.to("$share/g" + i + "/shared", 1);
        for (int j = i + 1; j < i + 100; j++) {
          groups.and("$share/g" + j + "/shared", 1);
        }
        assertThat(peer.subscribe(groups).codes()).containsOnly(1);
      }

      peer.publish("shared", 1, "each group");

      assertThat(peer.take(2_000)).allMatch(each -> each.text().equals("each group"));
      peer.expectNothing();
    }
    try (WirePeer after = connect("groups")) {
      after.publish("shared", 1, "nobody");
      await().until(() -> broker.broker().subscriptions() == 0);
    }
  }
}

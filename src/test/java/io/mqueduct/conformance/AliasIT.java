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
package io.mqueduct.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Topic aliases both ways (section 3.3.2.3.4). */
@BrokerTest
@WithSetting(key = "mqtt.max_topic_alias", value = "10")
class AliasIT {
  @Test
  void announcesTheMaximum(RunningBroker broker) {
    assertThat(broker.connect("c").connack().properties().number(PropertyId.TOPIC_ALIAS_MAXIMUM))
        .hasValue(10);
  }

  @Test
  void acceptsEveryAliasUpToTheMaximum(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic + "/+", 0);
    WirePeer peer = broker.connect("c");
    for (int alias = 1; alias <= 10; alias++) {
      peer.send(aliased(topic + "/" + alias, alias, "first"));
      assertThat(watcher.readPublish().topic()).isEqualTo(topic + "/" + alias);
    }

    for (int alias = 10; alias >= 1; alias--) {
      peer.send(aliased("", alias, "again"));
      Publish got = watcher.readPublish();
      assertThat(got.topic()).isEqualTo(topic + "/" + alias);
      assertThat(got.text()).isEqualTo("again");
      assertThat(got.properties().has(PropertyId.TOPIC_ALIAS)).isFalse();
    }
  }

  @Test
  void letsAnAliasBeGivenANewTopic(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic + "/+", 0);

    peer.send(aliased(topic + "/a", 3, "1")).send(aliased(topic + "/b", 3, "2"));
    peer.send(aliased("", 3, "3"));

    assertThat(peer.readPublishes(3).topics())
        .containsExactly(topic + "/a", topic + "/b", topic + "/b");
  }

  @Test
  void closesOnAnAliasThatCannotBe(RunningBroker broker) {
    broker.connect("zero").send(aliased("t", 0, "x")).expectDisconnect(0x94);
    broker.connect("above").send(aliased("t", 11, "x")).expectDisconnect(0x94);
    broker.connect("far").send(aliased("t", 65_535, "x")).expectDisconnect(0x94);
  }

  @Test
  void closesOnAnAliasThatWasNeverGiven(RunningBroker broker) {
    broker.connect("c").send(aliased("", 4, "x")).expectDisconnect(0x82);
  }

  @Test
  void forgetsAliasesWithTheConnection(RunningBroker broker) {
    WirePeer first = broker.connect("c").durable();
    first.send(aliased("t", 2, "x")).ping().cut();

    broker.connect("c").durable().send(aliased("", 2, "x")).expectDisconnect(0x82);
  }

  @Test
  void usesNoAliasTowardsAClientThatAllowsNone(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer silent = broker.connect("silent").subscribe(topic, 0);
    WirePeer zero = broker.connect("zero").topicAliasMaximum(0).subscribe(topic, 0);

    broker.publish(topic, 20);

    for (WirePeer peer : new WirePeer[] {silent, zero}) {
      assertThat(peer.readPublishes(20))
          .allSatisfy(
              publish -> {
                assertThat(publish.properties().has(PropertyId.TOPIC_ALIAS)).isFalse();
                assertThat(publish.topic()).isEqualTo(topic);
              });
    }
  }

  @Test
  void usesAliasesOnlyUpToTheClientsMaximumAndNeverWrongly(RunningBroker broker) {
    String base = broker.topic("t");
    WirePeer peer = broker.connect("c").topicAliasMaximum(3).subscribe(base + "/+", 1);
    WirePeer publisher = broker.connect("p");
    Map<Long, String> known = new HashMap<>();

    for (int i = 0; i < 60; i++) {
      String topic = base + "/" + i % 6;
      publisher.publish(topic, 1, topic);
      Publish got = peer.take();
      OptionalLong alias = got.properties().number(PropertyId.TOPIC_ALIAS);
      if (alias.isPresent()) {
        assertThat(alias.getAsLong()).isBetween(1L, 3L);
        if (!got.topic().isEmpty()) {
          known.put(alias.getAsLong(), got.topic());
        }
      }
      String meant = got.topic().isEmpty() ? known.get(alias.getAsLong()) : got.topic();
      assertThat(meant).isEqualTo(topic).isEqualTo(got.text());
    }
  }

  @Test
  void usesAliasesForTopicsThatComeOften(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").topicAliasMaximum(3).subscribe(topic, 0);

    broker.publish(topic, 50);

    Publishes got = peer.readPublishes(50);
    assertThat(got.get(0).topic()).isEqualTo(topic);
    assertThat(got.topics()).contains("");
  }

  @Test
  void sendsTheTopicAgainAfterAReconnect(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").durable().topicAliasMaximum(5).subscribe(topic, 1);
    broker.publish(topic, 5);
    first.take(5);
    first.ping().cut();
    broker.publish(topic, 1);

    WirePeer again = broker.connect("c").durable().topicAliasMaximum(5);

    assertThat(again.readPublish().topic()).isEqualTo(topic);
  }

  private static Publish aliased(String topic, int alias, String payload) {
    return Publish.to(topic).payload(payload).with(PropertyId.TOPIC_ALIAS, alias);
  }
}

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
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A broker on which features are switched off says so and keeps to it (section 3.2.2.3). */
@BrokerTest
@WithSetting(key = "mqtt.max_qos_allowed", value = "1")
@WithSetting(key = "mqtt.retain_available", value = "false")
@WithSetting(key = "mqtt.wildcard_subscription", value = "false")
@WithSetting(key = "mqtt.shared_subscription", value = "false")
@WithSetting(key = "mqtt.max_topic_alias", value = "0")
@WithSetting(key = "mqtt.max_packet_size", value = "1000")
@WithSetting(key = "mqtt.max_session_expiry_interval", value = "60s")
@WithSetting(key = "mqtt.max_subscriptions", value = "2")
@WithSetting(key = "mqtt.max_topic_levels", value = "4")
@WithSetting(key = "mqtt.max_clientid_len", value = "40")
class CapabilitiesIT {
  @Test
  void announcesWhatItDoesNotDo(RunningBroker broker) {
    Properties5 said = broker.connect("c").connack().properties();

    assertThat(said.number(PropertyId.MAXIMUM_QOS)).hasValue(1);
    assertThat(said.number(PropertyId.RETAIN_AVAILABLE)).hasValue(0);
    assertThat(said.number(PropertyId.WILDCARD_SUBSCRIPTION_AVAILABLE)).hasValue(0);
    assertThat(said.number(PropertyId.SHARED_SUBSCRIPTION_AVAILABLE)).hasValue(0);
    assertThat(said.number(PropertyId.TOPIC_ALIAS_MAXIMUM).orElse(0)).isZero();
    assertThat(said.number(PropertyId.MAXIMUM_PACKET_SIZE)).hasValue(1000);
  }

  @Test
  void acceptsEveryQosInASubscribeAndGrantsTheGreatestItHas(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(peer.subscribe(Subscribe.to("a", 2).and("b", 1)).codes()).containsExactly(1, 1);
  }

  @Test
  void closesOnAPublishAboveItsMaximumQos(RunningBroker broker) {
    broker.connect("v5").send(Publish.to("t").qos(2, 1)).expectDisconnect(0x9B);
    broker.connect("v3").v311().send(Publish.to("t").qos(2, 1)).expectHangup();
  }

  @Test
  void refusesAWillAboveItsMaximumQos(RunningBroker broker) {
    broker.connect("c").will(Publish.to("t").qos(2, 0)).expectRefusal(0x9B);
  }

  @Test
  void refusesARetainedWill(RunningBroker broker) {
    broker.connect("c").will(Publish.to("t").retained()).expectRefusal(0x9A);
  }

  @Test
  void closesOnARetainedPublish(RunningBroker broker) {
    broker.connect("c").send(Publish.to("t").retained()).expectDisconnect(0x9A);
  }

  @Test
  void refusesWildcardsAndSharedSubscriptions(RunningBroker broker) {
    assertThat(broker.connect("a").subscribe(Subscribe.to("a/+", 0)).codes()).containsExactly(0xA2);
    assertThat(broker.connect("b").subscribe(Subscribe.to("$share/g/t", 0)).codes())
        .containsExactly(0x9E);
    assertThat(broker.connect("c").v311().subscribe(Subscribe.to("#", 0)).codes())
        .containsExactly(0x80);
  }

  @Test
  void closesOnAnyTopicAlias(RunningBroker broker) {
    broker
        .connect("c")
        .send(Publish.to("t").with(PropertyId.TOPIC_ALIAS, 1))
        .expectDisconnect(0x94);
  }

  @Test
  void closesOnAPacketAboveItsMaximumSize(RunningBroker broker) {
    broker.connect("v5").send(Publish.to("t").payload(new byte[1000])).expectDisconnect(0x95);
    broker.connect("v3").v311().send(Publish.to("t").payload(new byte[1000])).expectHangup();
  }

  @Test
  void tellsAClientThatItsSessionWillNotLiveSoLong(RunningBroker broker) {
    Properties5 clamped = broker.connect("a").expiry(3600).connack().properties();
    Properties5 fine = broker.connect("b").expiry(10).connack().properties();

    assertThat(clamped.number(PropertyId.SESSION_EXPIRY_INTERVAL)).hasValue(60);
    assertThat(fine.number(PropertyId.SESSION_EXPIRY_INTERVAL).orElse(10)).isEqualTo(10);
  }

  @Test
  void refusesSubscriptionsBeyondTheQuota(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(peer.subscribe(Subscribe.to("a", 0).and("b", 0).and("c", 0)).codes())
        .containsExactly(0, 0, 0x97);
    assertThat(peer.subscribe(Subscribe.to("a", 1)).codes()).containsExactly(1);
  }

  @Test
  void refusesTopicsWithTooManyLevels(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(peer.subscribe(Subscribe.to("1/2/3/4", 0).and("1/2/3/4/5", 0)).codes())
        .containsExactly(0, 0x8F);
    assertThat(peer.publishForCode(Publish.to("1/2/3/4/5").qos(1, 0))).isEqualTo(0x90);
    peer.ping();
  }

  @Test
  void refusesAClientIdentifierThatIsTooLong(RunningBroker broker) {
    broker.connect("").clientId("x".repeat(40)).open();
    broker.connect("").clientId("x".repeat(41)).refused(0x85);
    broker.connect("").clientId("x".repeat(41)).v311().refused(0x02);
    broker.connect("").clientId("ä".repeat(20)).open(); // the limit is one of bytes
    broker.connect("").clientId("ä".repeat(20) + "x").refused(0x85);
  }

  @Test
  @WithSetting(key = "mqtt.server_keepalive", value = "1s")
  void keepsToTheKeepAliveThatItTellsTheClient(RunningBroker broker) {
    WirePeer five = broker.connect("five").keepAlive(600);
    assertThat(five.connack().properties().number(PropertyId.SERVER_KEEP_ALIVE)).hasValue(1);
    five.expectDisconnect(0x8D);

    WirePeer old = broker.connect("old").v311().keepAlive(600).open();
    old.silentFor(Duration.ofSeconds(2)).ping();
  }
}

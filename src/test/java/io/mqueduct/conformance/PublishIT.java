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

import io.mqueduct.testkit.BothVersions;
import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.Packet.Ack;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PUBLISH: its header, its topic, its properties and whom it reaches (section 3.3). */
@BrokerTest
class PublishIT {
  @BothVersions
  void answersAsTheQosAsks(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Publish.to(topic).payload("q0")).expectNothing();
    peer.send(Publish.to(topic).qos(1, 11).payload("q1")).expectAck(PacketType.PUBACK, 11);
    peer.send(Publish.to(topic).qos(2, 12).payload("q2")).expectAck(PacketType.PUBREC, 12);
    peer.pubrel(12).expectAck(PacketType.PUBCOMP, 12);
  }

  @BothVersions
  void deliversTopicAndPayloadAsTheyWerePublished(Version version, RunningBroker broker) {
    String topic = broker.topic("a/b");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 2);

    for (int qos = 0; qos <= 2; qos++) {
      peer.publish(topic, qos, "payload " + qos);
      Publish got = peer.take();
      assertThat(got.topic()).isEqualTo(topic);
      assertThat(got.qos()).isEqualTo(qos);
      assertThat(got.text()).isEqualTo("payload " + qos);
      assertThat(got.retain()).isFalse();
      assertThat(got.dup()).isFalse();
    }
  }

  @BothVersions
  void deliversEmptyAndBinaryPayloads(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    byte[] binary = new byte[256];
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) i;
    }
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 0);

    peer.send(Publish.to(topic)).send(Publish.to(topic).payload(binary));

    assertThat(peer.readPublish().payload()).isEmpty();
    assertThat(peer.readPublish().payload()).isEqualTo(binary);
  }

  @BothVersions
  void closesOnDupWithQos0(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Publish.to("t").again());

    peer.expectHangup(0x81);
  }

  @BothVersions
  void closesOnBothQosBits(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Publish.to("t").qos(3, 1));

    peer.expectHangup(0x81);
  }

  @BothVersions
  void doesNotPassTheDupFlagOn(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);

    peer.send(Publish.to(topic).qos(1, 5).again());

    assertThat(peer.readPublish().dup()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"#", "+", "a/#", "a/+/b", "a+"})
  void closesOnAWildcardInTheTopic(String topic, RunningBroker broker) {
    broker.connect("v3").v311().send(Publish.to(topic)).expectHangup();
    broker.connect("v5").send(Publish.to(topic)).expectHangup(0x90);
  }

  @BothVersions
  void closesOnAnEmptyTopic(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Publish.to(""));

    peer.expectHangup(0x82);
  }

  @BothVersions
  void deliversOverlappingSubscriptionsAtTheHighestQos(Version version, RunningBroker broker) {
    String topic = broker.topic("over/lap");
    WirePeer peer = broker.connect("c").version(version);
    peer.subscribe("over/+", 2).subscribe("over/#", 1).subscribe(topic, 0);

    broker.publish(Publish.to(topic).qos(2, 1).payload("x"));

    assertThat(peer.readPublish().qos()).isEqualTo(2);
  }

  @Test
  void carriesTheIdentifiersOfEveryOverlappingSubscription(RunningBroker broker) {
    String base = broker.topic("ids");
    WirePeer peer = broker.connect("c");
    peer.subscribe(Subscribe.to(base + "/x", 1).identifier(7));
    peer.subscribe(Subscribe.to(base + "/+", 1).identifier(300));
    peer.subscribe(Subscribe.to(base + "/#", 1));

    peer.publish(base + "/x", 1, "m");

    assertThat(peer.readPublish().properties().numbers(PropertyId.SUBSCRIPTION_IDENTIFIER))
        .containsExactlyInAnyOrder(7L, 300L);
    peer.expectNothing();
  }

  @Test
  void carriesTheLargestSubscriptionIdentifier(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c");
    peer.subscribe(Subscribe.to(topic, 0).identifier(268_435_455));

    peer.publish(topic, 0, "m");

    assertThat(peer.readPublish().properties().numbers(PropertyId.SUBSCRIPTION_IDENTIFIER))
        .containsExactly(268_435_455L);
  }

  @Test
  void closesOnASubscriptionIdentifierInAClientsPublish(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    peer.send(Publish.to("t").with(PropertyId.SUBSCRIPTION_IDENTIFIER, 5));

    peer.expectDisconnect(0x82);
  }

  @Test
  void forwardsThePropertiesOfAMessageUnchanged(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic, 1);
    Publish sent = Publish.to(topic).qos(1, 0).payload("x");
    sent.with(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1)
        .with(PropertyId.CONTENT_TYPE, "text/ü")
        .with(PropertyId.RESPONSE_TOPIC, "answers/here")
        .properties()
        .with(PropertyId.CORRELATION_DATA, new byte[] {0, (byte) 0xFF, 7});

    peer.publish(sent);

    Properties5 got = peer.readPublish().properties();
    assertThat(got.number(PropertyId.PAYLOAD_FORMAT_INDICATOR)).hasValue(1);
    assertThat(got.text(PropertyId.CONTENT_TYPE)).isEqualTo("text/ü");
    assertThat(got.text(PropertyId.RESPONSE_TOPIC)).isEqualTo("answers/here");
    assertThat(got.data(PropertyId.CORRELATION_DATA)).containsExactly(0, 0xFF, 7);
  }

  @Test
  void keepsUserPropertiesAndTheirOrder(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic, 0);

    peer.send(Publish.to(topic).user("b", "1").user("a", "2").user("b", "3").user("", ""));

    assertThat(peer.readPublish().properties().users()).containsExactly("b=1", "a=2", "b=3", "=");
  }

  @Test
  void dropsThePropertiesForAnOlderSubscriber(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer old = broker.connect("old").v311().subscribe(topic, 1);

    broker.publish(Publish.to(topic).qos(1, 1).user("k", "v").payload("body"));

    assertThat(old.readPublish().payload()).isEqualTo("body".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void closesOnAResponseTopicWithAWildcard(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    peer.send(Publish.to("t").with(PropertyId.RESPONSE_TOPIC, "a/+"));

    peer.expectDisconnect(0x82);
  }

  @Test
  void closesOnAPayloadFormatThatDoesNotExist(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    peer.send(Publish.to("t").with(PropertyId.PAYLOAD_FORMAT_INDICATOR, 2));

    peer.expectDisconnect(0x82);
  }

  @Test
  void closesOnPropertiesThatAreTwiceOrElsewhereAtHome(RunningBroker broker) {
    Publish twice = Publish.to("t");
    twice.with(PropertyId.CONTENT_TYPE, "a").with(PropertyId.CONTENT_TYPE, "a");
    broker.connect("a").send(twice).expectDisconnect(0x82);
    broker
        .connect("b")
        .send(Publish.to("t").with(PropertyId.TOPIC_ALIAS_MAXIMUM, 3))
        .expectDisconnect(0x81, 0x82);
    broker
        .connect("c")
        .send(Publish.to("t").with(PropertyId.WILL_DELAY_INTERVAL, 3))
        .expectDisconnect(0x81, 0x82);
  }

  @Test
  void takesTheWaitingTimeOffTheExpiry(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer away = broker.connect("away").durable().subscribe(topic, 1);
    WirePeer here = broker.connect("here").subscribe(topic, 1);
    away.disconnect();

    long began = System.nanoTime();
    Publish message = Publish.to(topic).qos(1, 1).with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 100);
    broker.publish(message);

    Publish soon = here.readPublish();
    assertThat(soon.properties().number(PropertyId.MESSAGE_EXPIRY_INTERVAL).orElseThrow())
        .isBetween(100 - secondsAtMost(began), 100L);
    here.silentFor(Duration.ofMillis(2_100));
    Publish late = broker.connect("away").durable().readPublish();
    assertThat(late.properties().number(PropertyId.MESSAGE_EXPIRY_INTERVAL).orElseThrow())
        .isBetween(100 - secondsAtMost(began), 98L);
  }

  private static long secondsAtMost(long beganNanos) {
    return Duration.ofNanos(System.nanoTime() - beganNanos).toSeconds() + 1;
  }

  @Test
  void dropsACopyWhoseExpiryPassedBeforeItsDeliveryBegan(RunningBroker broker) {
    String topic = broker.topic("t");
    broker.connect("away").durable().subscribe(topic, 1).disconnect();

    broker.publish(
        Publish.to(topic).qos(1, 1).payload("gone").with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 1));
    broker.publish(Publish.to(topic).qos(1, 1).payload("stays"));
    broker.connect("clock").open().silentFor(Duration.ofMillis(2_100));

    WirePeer back = broker.connect("away").durable();
    assertThat(back.take().text()).isEqualTo("stays");
    back.expectNothing();
  }

  @BothVersions
  void acknowledgesInTheOrderOfThePublishes(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).open();
    Bytes burst = Bytes.bytes();
    for (int id = 1; id <= 10; id++) {
      burst.raw(Publish.to(topic).qos(1, id).encoded(version));
      burst.raw(Publish.to(topic).qos(2, 100 + id).encoded(version));
    }

    peer.send(burst.toArray());

    List<Ack> acks = new ArrayList<>();
    while (acks.size() < 20) {
      acks.add(peer.expect(Ack.class));
    }
    assertThat(acks)
        .filteredOn(ack -> ack.type() == PacketType.PUBACK)
        .extracting(Ack::id)
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(acks)
        .filteredOn(ack -> ack.type() == PacketType.PUBREC)
        .extracting(Ack::id)
        .containsExactly(101, 102, 103, 104, 105, 106, 107, 108, 109, 110);
  }
}

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
import io.mqueduct.testkit.Packet.Suback;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SUBSCRIBE and SUBACK (sections 3.8 and 3.9). */
@BrokerTest
class SubscribeIT {
  @BothVersions
  void answersWithTheIdentifierOfTheRequest(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Subscribe.to("t", 0).encoded(version, 51_966));

    assertThat(peer.expect(Suback.class).id()).isEqualTo(51_966);
  }

  @BothVersions
  void answersEachFilterInItsOrder(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    Suback suback =
        peer.subscribe(Subscribe.to("a", 2).and("b", 0).and("a/#/b", 1).and("c", 1).and("+", 2));

    assertThat(suback.codes()).containsExactly(2, 0, version.isV5() ? 0x8F : 0x80, 1, 2);
  }

  @BothVersions
  void treatsManyFiltersAsManySubscriptions(Version version, RunningBroker broker) {
    String base = broker.topic("many");
    WirePeer peer = broker.connect("c").version(version);
    peer.subscribe(Subscribe.to(base + "/1", 1).and(base + "/2", 1).and(base + "/3", 1));

    peer.publish(base + "/1", 1, "1").publish(base + "/2", 1, "2").publish(base + "/3", 1, "3");

    assertThat(peer.take(3).texts()).containsExactly("1", "2", "3");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x80, 0x81, 0x83, 0x8A, 0x8F})
  void closesOnOtherHeaderFlags(int firstByte, RunningBroker broker) {
    byte[] old = Bytes.bytes().u16(1).utf8("t").u8(0).packet(firstByte);
    broker.connect("v3").v311().send(old).expectHangup();
    byte[] five = Bytes.bytes().u16(1).u8(0).utf8("t").u8(0).packet(firstByte);
    broker.connect("v5").send(five).expectHangup(0x81);
  }

  @BothVersions
  void closesOnASubscribeWithoutFilters(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Subscribe.toNothing().encoded(version, 1));

    peer.expectHangup(0x82);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 0x04, 0x08, 0x10, 0x40, 0x80})
  void closesOnReservedBitsBeforeVersion5(int options, RunningBroker broker) {
    WirePeer peer = broker.connect("c").v311();

    peer.send(Subscribe.to("t", options).encoded(Version.V311, 1));

    peer.expectHangup();
  }

  @ParameterizedTest
  @ValueSource(ints = {0x40, 0x80, 0xC1})
  void closesOnReservedBitsOfTheOptions(int options, RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    peer.send(Subscribe.to("t", options).encoded(Version.V5, 1));

    peer.expectDisconnect(0x81);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x03, 0x30})
  void closesOnAQosOrRetainHandlingOfThree(int options, RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    peer.send(Subscribe.to("t", options).encoded(Version.V5, 1));

    peer.expectDisconnect(0x81, 0x82);
  }

  @BothVersions
  void closesOnAMissingOptionsByte(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);
    Bytes body = Bytes.bytes().u16(1);
    if (version.isV5()) {
      body.u8(0);
    }

    peer.send(body.utf8("t").packet(PacketType.SUBSCRIBE));

    peer.expectHangup(0x81);
  }

  @BothVersions
  void replacesASubscriptionToTheSameFilter(Version version, RunningBroker broker) {
    String topic = broker.topic("again");
    WirePeer peer = broker.connect("c").version(version);
    peer.subscribe(topic, 2).subscribe(topic, 0).subscribe(topic, 1);

    peer.publish(topic, 2, "x");

    assertThat(peer.take().qos()).isEqualTo(1);
    peer.expectNothing();
  }

  @Test
  void replacesTheSubscriptionIdentifierToo(RunningBroker broker) {
    String topic = broker.topic("again");
    WirePeer peer = broker.connect("c");
    peer.subscribe(Subscribe.to(topic, 0).identifier(1));
    peer.subscribe(Subscribe.to(topic, 0).identifier(2));

    peer.publish(topic, 0, "x");

    assertThat(peer.readPublish().properties().numbers(PropertyId.SUBSCRIPTION_IDENTIFIER))
        .containsExactly(2L);
  }

  @BothVersions
  void losesNothingWhileASubscriptionIsReplaced(Version version, RunningBroker broker) {
    String topic = broker.topic("replace");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);
    WirePeer publisher = broker.connect("p");

    for (int i = 0; i < 50; i++) {
      publisher.send(Publish.to(topic).payload(Integer.toString(i)));
      peer.subscribe(topic, i % 2);
    }
    publisher.ping();

    for (int i = 0; i < 50; i++) {
      assertThat(peer.readPublish().text()).isEqualTo(Integer.toString(i));
    }
    peer.expectNothing();
  }

  @BothVersions
  void servesASubscriptionFromItsSubackOn(Version version, RunningBroker broker) {
    WirePeer publisher = broker.connect("p").open();
    for (int i = 0; i < 50; i++) {
      String topic = broker.topic("active/" + i);
      WirePeer peer = broker.connect("c" + i).version(version).subscribe(topic, 0);
      publisher.send(Publish.to(topic).payload("now"));
      assertThat(peer.readPublish().text()).isEqualTo("now");
      peer.close();
    }
  }

  @Test
  void sendsNothingBackWithNoLocal(RunningBroker broker) {
    String topic = broker.topic("local");
    WirePeer peer = broker.connect("c").durable();
    peer.subscribe(topic, 1 | Subscribe.NO_LOCAL);
    WirePeer other = broker.connect("other").subscribe(topic, 1);

    peer.publish(topic, 1, "own").publish(topic, 0, "own").ping();
    other.publish(topic, 1, "foreign");

    assertThat(peer.take().text()).isEqualTo("foreign");
    peer.expectNothing();
    assertThat(other.take(3).texts()).containsExactly("own", "own", "foreign");
  }

  @Test
  void closesOnNoLocalForASharedSubscription(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    peer.send(Subscribe.to("$share/g/t", Subscribe.NO_LOCAL).encoded(Version.V5, 1));

    peer.expectDisconnect(0x82);
  }

  @Test
  void closesOnASubscriptionIdentifierOfZeroOrTwo(RunningBroker broker) {
    broker
        .connect("zero")
        .send(Subscribe.to("t", 0).identifier(0).encoded(Version.V5, 1))
        .expectDisconnect(0x82);
    broker
        .connect("two")
        .send(Subscribe.to("t", 0).identifier(1).identifier(2).encoded(Version.V5, 1))
        .expectDisconnect(0x82);
  }

  @Test
  void takesUserPropertiesInSubscribe(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(peer.subscribe(Subscribe.to("t", 1).user("k", "v").user("k", "w")).codes())
        .containsExactly(1);
  }
}

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
import io.mqueduct.testkit.Packet.Unsuback;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** UNSUBSCRIBE and UNSUBACK (sections 3.10 and 3.11). */
@BrokerTest
class UnsubscribeIT {
  @BothVersions
  void stopsDeliveriesFromTheUnsubackOn(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);
    broker.publish(topic, 1);
    assertThat(peer.take().text()).isEqualTo("m1");

    peer.unsubscribe(topic);

    broker.publish(topic, 1);
    peer.expectNothing();
  }

  @BothVersions
  void comparesFiltersCharacterByCharacter(Version version, RunningBroker broker) {
    String base = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(base + "/+", 0);

    peer.unsubscribe(base + "/a", base + "/#", base.toUpperCase(Locale.ROOT) + "/+");
    peer.send(Publish.to(base + "/a").payload("still"));
    assertThat(peer.readPublish().text()).isEqualTo("still");

    peer.unsubscribe(base + "/+");
    peer.send(Publish.to(base + "/a")).expectNothing();
  }

  @BothVersions
  void answersAlsoWhenThereWasNoSubscription(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    Unsuback unsuback = peer.unsubscribe(broker.topic("never"));

    if (version.isV5()) {
      assertThat(unsuback.codes()).containsExactly(0x11);
    } else {
      assertThat(unsuback.codes()).isEmpty();
    }
  }

  @BothVersions
  void treatsManyFiltersAsManyRequests(Version version, RunningBroker broker) {
    String base = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version);
    peer.subscribe(Subscribe.to(base + "1", 0).and(base + "2", 0).and(base + "3", 0));

    Unsuback unsuback = peer.unsubscribe(base + "1", base + "none", base + "3");

    if (version.isV5()) {
      assertThat(unsuback.codes()).containsExactly(0, 0x11, 0);
    }
    peer.send(Publish.to(base + "1")).send(Publish.to(base + "3")).send(Publish.to(base + "2"));
    assertThat(peer.readPublish().topic()).isEqualTo(base + "2");
    peer.expectNothing();
  }

  @BothVersions
  void completesExchangesThatHadBegun(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).durable().subscribe(topic, 2);
    peer.publish(topic, 1, "one").publish(topic, 2, "two");
    int one = peer.readPublish().id();
    int two = peer.readPublish().id();

    peer.unsubscribe(topic);

    peer.puback(one).pubrec(two).expectAck(PacketType.PUBREL, two);
    peer.pubcomp(two).expectNothing();
    peer.cut();
    broker.connect("c").version(version).durable().expectNothing();
  }

  @ParameterizedTest
  @ValueSource(ints = {0xA0, 0xA1, 0xA3, 0xAF})
  void closesOnOtherHeaderFlags(int firstByte, RunningBroker broker) {
    byte[] old = Bytes.bytes().u16(1).utf8("t").packet(firstByte);
    broker.connect("v3").v311().send(old).expectHangup();
    byte[] five = Bytes.bytes().u16(1).u8(0).utf8("t").packet(firstByte);
    broker.connect("v5").send(five).expectHangup(0x81);
  }

  @Test
  void closesOnAnUnsubscribeWithoutFilters(RunningBroker broker) {
    broker
        .connect("v3")
        .v311()
        .send(Bytes.bytes().u16(1).packet(PacketType.UNSUBSCRIBE))
        .expectHangup();
    broker
        .connect("v5")
        .send(Bytes.bytes().u16(1).u8(0).packet(PacketType.UNSUBSCRIBE))
        .expectHangup(0x82);
  }

  @BothVersions
  void answersWithTheIdentifierOfTheRequest(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);
    Bytes body = Bytes.bytes().u16(51_966);
    if (version.isV5()) {
      body.u8(0);
    }

    peer.send(body.utf8("t").packet(PacketType.UNSUBSCRIBE));

    assertThat(peer.expect(Unsuback.class).id()).isEqualTo(51_966);
  }
}

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
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packet identifiers (sections 2.3.1 of 3.1.1 and 2.2.1 of 5.0). */
@BrokerTest
class PacketIdIT {
  @BothVersions
  void closesOnIdentifierZeroInARequest(Version version, RunningBroker broker) {
    peer(broker, version).send(Subscribe.to("t", 0).encoded(version, 0)).expectHangup(0x81, 0x82);
    peer(broker, version).send(Publish.to("t").qos(1, 0)).expectHangup(0x81, 0x82);
    peer(broker, version).send(Publish.to("t").qos(2, 0)).expectHangup(0x81, 0x82);
    Bytes unsubscribe = Bytes.bytes().u16(0);
    if (version.isV5()) {
      unsubscribe.u8(0);
    }
    peer(broker, version)
        .send(unsubscribe.utf8("t").packet(PacketType.UNSUBSCRIBE))
        .expectHangup(0x81, 0x82);
  }

  @ParameterizedTest
  @EnumSource(
      value = PacketType.class,
      names = {"PUBACK", "PUBREC", "PUBREL", "PUBCOMP"})
  void closesOnIdentifierZeroInAnAcknowledgement(PacketType type, RunningBroker broker) {
    broker.connect("v3").v311().ack(type, 0, 0).expectHangup();
    broker.connect("v5").ack(type, 0, 0).expectHangup(0x81, 0x82);
  }

  @BothVersions
  void writesNoIdentifierIntoAQos0Publish(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 0);

    peer.send(Publish.to(topic).payload("\u0001\u0002rest"));

    assertThat(peer.readPublish().payload()).isEqualTo(Bytes.hex("0102 72657374"));
  }

  @BothVersions
  void keepsIdentifiersOfBothSidesApart(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);
    broker.publish(topic, 1);
    int theirs = peer.readPublish().id();

    peer.send(Publish.to(topic).qos(1, theirs).payload("mine"))
        .expectAck(PacketType.PUBACK, theirs);

    Publish second = peer.readPublish();
    assertThat(second.text()).isEqualTo("mine");
    assertThat(second.id()).isNotEqualTo(theirs);
  }

  private static WirePeer peer(RunningBroker broker, Version version) {
    return broker.connect("c").version(version);
  }
}

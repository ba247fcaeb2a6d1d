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
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The broker as receiver: when a message is new, and when it is a repeat (section 4.3). */
@BrokerTest
class InboundQosIT {
  @BothVersions
  void acknowledgesWithTheIdentifierOfThePublish(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Publish.to("t").qos(1, 65_535)).expectAck(PacketType.PUBACK, 65_535);
    peer.send(Publish.to("t").qos(2, 256)).expectAck(PacketType.PUBREC, 256);
    peer.pubrel(256).expectAck(PacketType.PUBCOMP, 256);
  }

  @BothVersions
  void takesAnIdentifierAsNewAfterItsPuback(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 0);

    peer.send(Publish.to(topic).qos(1, 9).payload("one")).expectAck(PacketType.PUBACK, 9);
    peer.send(Publish.to(topic).qos(1, 9).again().payload("two")).expectAck(PacketType.PUBACK, 9);

    assertThat(peer.readPublishes(2).texts()).containsExactly("one", "two");
  }

  @BothVersions
  void deliversARepeatBeforePubrelOnce(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2);
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Publish.to(topic).qos(2, 7).payload("x")).expectAck(PacketType.PUBREC, 7);
    for (int i = 0; i < 4; i++) {
      peer.send(Publish.to(topic).qos(2, 7).again().payload("x"));
      assertThat(peer.expectAck(PacketType.PUBREC, 7).code()).isLessThan(0x80);
    }
    peer.pubrel(7).expectAck(PacketType.PUBCOMP, 7);

    assertThat(watcher.take().text()).isEqualTo("x");
    watcher.expectNothing();
  }

  @BothVersions
  void takesAnIdentifierAsNewAfterItsPubcomp(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 0);

    for (String text : new String[] {"one", "two"}) {
      peer.send(Publish.to(topic).qos(2, 7).payload(text)).expectAck(PacketType.PUBREC, 7);
      peer.pubrel(7).expectAck(PacketType.PUBCOMP, 7);
    }

    assertThat(peer.readPublishes(2).texts()).containsExactly("one", "two");
  }

  @BothVersions
  void remembersAnIdentifierOverAReconnect(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2);
    WirePeer first = broker.connect("c").version(version).durable();
    first.send(Publish.to(topic).qos(2, 7).payload("x")).expectAck(PacketType.PUBREC, 7);
    first.cut();

    WirePeer again = broker.connect("c").version(version).durable();
    again.send(Publish.to(topic).qos(2, 7).again().payload("x")).expectAck(PacketType.PUBREC, 7);
    assertThat(again.pubrel(7).expectAck(PacketType.PUBCOMP, 7).code()).isZero();

    assertThat(watcher.take().qos()).isEqualTo(2);
    watcher.expectNothing();
  }

  @BothVersions
  void forgetsTheIdentifiersWithTheSession(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    WirePeer first = broker.connect("c").version(version);
    first.send(Publish.to(topic).qos(2, 7).payload("one")).expectAck(PacketType.PUBREC, 7);
    first.cut();

    WirePeer again = broker.connect("c").version(version);
    again.send(Publish.to(topic).qos(2, 7).payload("two")).expectAck(PacketType.PUBREC, 7);

    assertThat(watcher.readPublishes(2).texts()).containsExactly("one", "two");
  }

  @Test
  void answersAnUnknownPubrelWithPubcompAndLivesOn(RunningBroker broker) {
    WirePeer five = broker.connect("five");
    assertThat(five.pubrel(77).expectAck(PacketType.PUBCOMP, 77).code()).isEqualTo(0x92);
    five.ping();

    broker.connect("old").v311().pubrel(77).expectAck(PacketType.PUBCOMP, 77);
  }

  @Test
  void answersAnUnknownPubrecWithPubrelAndLivesOn(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(peer.pubrec(77).expectAck(PacketType.PUBREL, 77).code()).isEqualTo(0x92);
    peer.ping();
  }

  @Test
  void completesAnExchangeWhoseMessageExpiredMeanwhile(RunningBroker broker) {
    WirePeer peer = broker.connect("c");
    Publish message = Publish.to("t").qos(2, 7).with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 1);

    peer.send(message).expectAck(PacketType.PUBREC, 7);
    peer.silentFor(Duration.ofMillis(1_500));

    assertThat(peer.pubrel(7).expectAck(PacketType.PUBCOMP, 7).code()).isZero();
  }

  @Test
  void tellsThePublisherThatNobodyIsThere(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(peer.publishForCode(Publish.to(broker.topic("nobody")).qos(1, 0))).isEqualTo(0x10);
    String topic = broker.topic("somebody");
    peer.subscribe(topic, 0);
    assertThat(peer.publishForCode(Publish.to(topic).qos(1, 0))).isZero();
  }

  @Test
  @WithSetting(key = "durability.commit_interval", value = "300ms")
  void goesOnReadingAfterVeryManyRepeatsOfAMessageThatIsNotStoredYet(RunningBroker broker) {
    String topic = broker.topic("t");
    broker.connect("away").durable().subscribe(topic, 1).disconnect();
    WirePeer peer = broker.connect("c").v311().durable().open();
    int repeats = 1_200;
    Bytes all = Bytes.bytes().raw(Publish.to(topic).qos(2, 1).encoded(Version.V311));
    for (int i = 0; i < repeats; i++) {
      all.raw(Publish.to(topic).qos(2, 1).again().encoded(Version.V311));
    }
    all.raw(Publish.to(topic).qos(1, 2).encoded(Version.V311));

    peer.send(all.toArray());

    for (int i = 0; i <= repeats; i++) {
      peer.expectAck(PacketType.PUBREC, 1);
    }
    peer.expectAck(PacketType.PUBACK, 2);
    peer.ping();
  }
}

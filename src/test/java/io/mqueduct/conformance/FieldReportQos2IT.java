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
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;

/** QoS 2 from publishers that repeat themselves: field reports R18 and R19. */
@BrokerTest
class FieldReportQos2IT {
  @BothVersions
  void r18DeliversAMessageThatIsSentFiveTimesOnce(Version version, RunningBroker broker) {
    String topic = broker.topic("r18");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2);
    WirePeer peer = broker.connect("c").version(version);
    Publish message = Publish.to(topic).qos(2, 7).payload("x");

    for (int i = 0; i < 5; i++) {
      peer.send(i == 0 ? message : message.again());
      int code = peer.expectAck(PacketType.PUBREC, 7).code();
      assertThat(code).isIn(0x00, 0x10);
    }
    assertThat(peer.pubrel(7).expectAck(PacketType.PUBCOMP, 7).code()).isZero();
    assertThat(peer.pubrel(7).expectAck(PacketType.PUBCOMP, 7).code())
        .isEqualTo(version.isV5() ? 0x92 : 0);
    peer.ping();

    assertThat(watcher.take().text()).isEqualTo("x");
    watcher.expectNothing();
  }

  @BothVersions
  void r18ReleasesAMessageAfterAReconnect(Version version, RunningBroker broker) {
    String topic = broker.topic("r18");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2 | 0x08);
    WirePeer first = broker.connect("c").version(version).durable();
    first.send(Publish.to(topic).qos(2, 7).retained().payload("x"));
    first.expectAck(PacketType.PUBREC, 7);
    first.cut();

    WirePeer again = broker.connect("c").version(version).durable();
    assertThat(again.pubrel(7).expectAck(PacketType.PUBCOMP, 7).code()).isZero();

    Publish got = watcher.take();
    assertThat(got.qos()).isEqualTo(2);
    assertThat(got.retain()).isTrue();
    assertThat(got.dup()).isFalse();
    watcher.expectNothing();
  }

  @BothVersions
  void r19DeliversAMessageThatBeginsItsLifeWithDup(Version version, RunningBroker broker) {
    String topic = broker.topic("r19");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2);
    WirePeer peer = broker.connect("c").version(version);

    peer.send(Publish.to(topic).qos(2, 9).again().payload("x")).expectAck(PacketType.PUBREC, 9);
    peer.pubrel(9).expectAck(PacketType.PUBCOMP, 9);

    assertThat(watcher.take().text()).isEqualTo("x");
    watcher.expectNothing();
  }

  @BothVersions
  void r16SendsTheOwedPubrelFirst(Version version, RunningBroker broker) {
    String topic = broker.topic("r16");
    WirePeer first = broker.connect("c").version(version).durable().subscribe(topic, 2);
    first.publish(topic, 2, "x").publish(topic, 2, "y");
    int x = first.readPublish().id();
    int y = first.readPublish().id();
    first.pubrec(x).expectAck(PacketType.PUBREL, x);
    first.cut();

    WirePeer again = broker.connect("c").version(version).durable();
    again.expectAck(PacketType.PUBREL, x);
    Publish resent = again.readPublish();
    assertThat(resent.id()).isEqualTo(y);
    assertThat(resent.dup()).isTrue();
    again.pubcomp(x).pubrec(y).expectAck(PacketType.PUBREL, y);
    again.pubcomp(y).expectNothing();
    again.cut();
    broker.connect("c").version(version).durable().expectNothing();
  }
}

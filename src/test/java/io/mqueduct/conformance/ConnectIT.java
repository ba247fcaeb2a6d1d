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
import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.Packet.Pingresp;
import io.mqueduct.testkit.Packet.Suback;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CONNECT and CONNACK: sections 3.1 and 3.2 of both standards, but for wills and sessions. */
@BrokerTest
class ConnectIT {
  @ParameterizedTest
  @EnumSource(Version.class)
  void answersAnAcceptedConnectWithOneConnackBeforeAnythingElse(
      Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version).sendConnect();

    assertThat(peer.next())
        .isInstanceOfSatisfying(
            Connack.class,
            connack -> {
              assertThat(connack.code()).isZero();
              assertThat(connack.sessionPresent()).isFalse();
            });
    peer.sendRaw(Bytes.hex("c000"));
    assertThat(peer.next()).isInstanceOf(Pingresp.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c000", "e000", "3003000174", "8206000100017400", "4002 0001", "f000"})
  void closesWhenTheFirstPacketIsNotConnect(String firstPacket, RunningBroker broker) {
    WirePeer peer = broker.connect("c").v311().sendRaw(Bytes.hex(firstPacket));

    assertThat(peer.drain()).isEmpty();
  }

  @BothVersions
  void closesOnASecondConnect(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version).open();

    peer.sendConnect();

    peer.expectHangup(0x82);
  }

  @BothVersions
  void doesNotServeAnotherProtocolName(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version).protocolName("MQTX").sendConnect();

    assertThat(peer.drain())
        .allSatisfy(packet -> assertThat(((Connack) packet).code()).isIn(0x01, 0x84));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 6, 127, 255})
  void refusesAnUnknownProtocolLevelInAFormThatItsSenderMayKnow(int level, RunningBroker broker) {
    WirePeer peer = broker.connect("c").level(level);

    assertThat(peer.connack().code()).isIn(0x01, 0x84);
    peer.expectClosed();
  }

  @BothVersions
  void refusesTheReservedConnectFlag(Version version, RunningBroker broker) {
    broker.connect("c").version(version).connectFlags(0x03).expectRefusal(0x81);
  }

  @BothVersions
  void refusesFixedHeaderFlags(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);
    byte[] connect = peer.connectBytes();
    connect[0] |= 1;

    peer.sendRaw(connect);

    assertThat(peer.drain())
        .allSatisfy(packet -> assertThat(((Connack) packet).code()).isEqualTo(0x81));
  }

  @BothVersions
  void refusesFlagsForFieldsThatAreNotThere(Version version, RunningBroker broker) {
    broker.connect("user").version(version).connectFlags(0x82).expectRefusal(0x81);
    broker.connect("both").version(version).connectFlags(0xC2).expectRefusal(0x81);
    broker.connect("will").version(version).connectFlags(0x06).expectRefusal(0x81);
  }

  @BothVersions
  void refusesFieldsThatNoFlagAnnounces(Version version, RunningBroker broker) {
    broker.connect("u").version(version).userName("u").connectFlags(0x02).expectRefusal(0x81);
    broker
        .connect("p")
        .version(version)
        .userName("u")
        .password(new byte[3])
        .connectFlags(0x82)
        .expectRefusal(0x81);
    broker
        .connect("w")
        .version(version)
        .will(Publish.to("w").payload("w"))
        .connectFlags(0x02)
        .expectRefusal(0x81);
  }

  @BothVersions
  void takesEveryFieldOfThePayloadInItsOrder(Version version, RunningBroker broker) {
    String topic = broker.topic("order");
    WirePeer watcher = broker.connect("watcher").subscribe(topic, 0);
    WirePeer peer =
        broker
            .connect("c")
            .version(version)
            .userName("user")
            .password(new byte[] {1, 2})
            .will(Publish.to(topic).payload("the will"))
            .open();

    peer.cut();

    assertThat(watcher.readPublish().text()).isEqualTo("the will");
  }

  @ParameterizedTest
  @EnumSource(
      value = Version.class,
      names = {"V31", "V311"})
  void refusesAPasswordWithoutUserNameBefore5(Version version, RunningBroker broker) {
    broker.connect("c").version(version).password(new byte[] {1}).expectRefusal();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void acceptsClientIdentifiersOfOneTo23LettersAndDigits(Version version, RunningBroker broker) {
    broker.connect("").clientId("Z").version(version).open().disconnect();
    broker.connect("").clientId("0123456789abcdefghijklm").version(version).open().disconnect();
    broker.connect("").clientId("NOPQRSTUVWXYZnopqrstuvw").version(version).open().disconnect();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void acceptsLongClientIdentifiers(Version version, RunningBroker broker) {
    broker.connect("x".repeat(30)).version(version).open();
    broker.connect("ü/#+ ".repeat(200)).version(version).open();
  }

  @BothVersions
  void givesEachEmptyClientIdentifierOneOfItsOwn(Version version, RunningBroker broker) {
    WirePeer one = broker.connect("").version(version).open();
    WirePeer two = broker.connect("").version(version).open();

    one.ping();
    two.ping();
  }

  @Test
  void refusesAnEmptyClientIdentifierWithoutCleanSessionIn311(RunningBroker broker) {
    broker.connect("").v311().cleanStart(false).refused(0x02);
  }

  @BothVersions
  void takesAnIdentifierOverFromTheConnectionThatHasIt(Version version, RunningBroker broker) {
    WirePeer old = broker.connect("c").version(version).open();

    WirePeer young = broker.connect("c").version(version).open();

    old.expectHangup(0x8E);
    young.ping();
  }

  @BothVersions
  void processesNothingBehindARefusedConnect(Version version, RunningBroker broker) {
    String topic = broker.topic("refused");
    WirePeer peer = broker.connect("c").version(version);
    Publish retained = Publish.to(topic).payload("x").retained();
    byte[] refusedConnect =
        version.isV5()
            ? peer.receiveMaximum(0).connectBytes()
            : peer.clientId("").cleanStart(false).connectBytes();

    peer.sendRaw(Bytes.bytes().raw(refusedConnect).raw(retained.encoded(version)).toArray());

    Connack connack = (Connack) peer.next();
    assertThat(connack.code()).isEqualTo(version.isV5() ? 0x82 : 0x02);
    assertThat(connack.sessionPresent()).isFalse();
    peer.expectClosed();
    broker.connect("watcher").subscribe(topic, 0).expectNothing();
  }

  @BothVersions
  void servesPacketsThatFollowConnectAtOnce(Version version, RunningBroker broker) {
    String topic = broker.topic("at-once");
    WirePeer peer = broker.connect("c").version(version);

    peer.sendRaw(
        Bytes.bytes()
            .raw(peer.connectBytes())
            .raw(Subscribe.to(topic, 1).encoded(version, 1))
            .raw(Publish.to(topic).qos(1, 2).payload("x").encoded(version))
            .raw("c000")
            .toArray());

    assertThat(peer.next()).isInstanceOf(Connack.class);
    assertThat(peer.expect(Suback.class).codes()).containsExactly(1);
    assertThat(peer.readPublish().text()).isEqualTo("x");
    assertThat(peer.expect(Pingresp.class)).isNotNull();
  }

  @BothVersions
  void servesAConnectThatComesByteByByte(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    for (byte b : peer.connectBytes()) {
      peer.sendRaw(new byte[] {b});
    }

    assertThat(peer.expect(Connack.class).code()).isZero();
  }
}

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

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BothVersions;
import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings that are none: ill-formed UTF-8, surrogates, U+0000 (sections 1.5.3 and 1.5.4). */
@BrokerTest
class Utf8IT {
  private static final List<byte[]> BAD_STRINGS =
      List.of(
          Bytes.hex("c328"),
          Bytes.hex("80"),
          Bytes.hex("eda080"),
          Bytes.hex("edbfbf"),
          Bytes.hex("c080"),
          Bytes.hex("f4908080"),
          Bytes.hex("e282"),
          Bytes.hex("610062"));

  @BothVersions
  void closesOnABadStringInConnect(Version version, RunningBroker broker) {
    for (byte[] bad : BAD_STRINGS) {
      Bytes id = start(version, 0x02).binary(bad);
      refuse(broker, version, id.packet(PacketType.CONNECT));
      Bytes user = start(version, 0x82).utf8("c").binary(bad);
      refuse(broker, version, user.packet(PacketType.CONNECT));
      Bytes will = start(version, 0x06).utf8("c");
      if (version.isV5()) {
        will.u8(0);
      }
      refuse(broker, version, will.binary(bad).utf8("w").packet(PacketType.CONNECT));
    }
  }

  @BothVersions
  void closesOnABadStringInATopicName(Version version, RunningBroker broker) {
    for (byte[] bad : BAD_STRINGS) {
      Bytes body = Bytes.bytes().binary(bad);
      if (version.isV5()) {
        body.u8(0);
      }
      broker.connect("c").version(version).send(body.packet(0x30)).expectHangup(0x81, 0x90);
    }
  }

  @BothVersions
  void closesOnABadStringInATopicFilter(Version version, RunningBroker broker) {
    for (byte[] bad : BAD_STRINGS) {
      Bytes body = Bytes.bytes().u16(1);
      if (version.isV5()) {
        body.u8(0);
      }
      body.binary(bad);
      WirePeer unsubscriber = broker.connect("u").version(version);
      unsubscriber.send(body.packet(PacketType.UNSUBSCRIBE)).expectHangup(0x81);
      WirePeer subscriber = broker.connect("s").version(version);
      subscriber.send(body.u8(0).packet(PacketType.SUBSCRIBE)).expectHangup(0x81);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x03, 0x08})
  void closesOnABadStringInAProperty(int property, RunningBroker broker) {
    for (byte[] bad : BAD_STRINGS) {
      byte[] block = Bytes.bytes().u8(property).binary(bad).toArray();
      publishWith(block, broker).expectDisconnect(0x81);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void closesOnABadStringInAUserProperty(boolean inKey, RunningBroker broker) {
    byte[] good = "k".getBytes(UTF_8);
    for (byte[] bad : BAD_STRINGS) {
      Bytes block = Bytes.bytes().u8(0x26);
      block.binary(inKey ? bad : good).binary(inKey ? good : bad);
      publishWith(block.toArray(), broker).expectDisconnect(0x81);
    }
  }

  @BothVersions
  void leavesAByteOrderMarkWhereItIs(Version version, RunningBroker broker) {
    String topic = "\uFEFF" + broker.topic("a\uFEFFb");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 0);

    peer.send(Publish.to(topic.replace("\uFEFF", ""))).send(Publish.to(topic));

    assertThat(peer.readPublish().topic()).isEqualTo(topic);
    peer.expectNothing();
  }

  @BothVersions
  void takesCharactersOfEveryLength(Version version, RunningBroker broker) {
    String topic = broker.topic("a\u00E9\u20AC\uD83D\uDE00\uFFFF\u0001");
    WirePeer peer = broker.connect("\uD83D\uDE00").version(version).subscribe(topic, 0);

    peer.send(Publish.to(topic));

    assertThat(peer.readPublish().topic()).isEqualTo(topic);
  }

  private static Bytes start(Version version, int flags) {
    Bytes head = Bytes.bytes().utf8("MQTT").u8(version.level()).u8(flags).u16(0);
    return version.isV5() ? head.u8(0) : head;
  }

  private static void refuse(RunningBroker broker, Version version, byte[] connect) {
    WirePeer peer = broker.connect("").version(version).sendRaw(connect);
    var packets = peer.drain();
    assertThat(packets).hasSize(version.isV5() ? 1 : 0);
    assertThat(packets).allSatisfy(p -> assertThat(((Connack) p).code()).isIn(0x81, 0x85, 0x90));
  }

  private static WirePeer publishWith(byte[] properties, RunningBroker broker) {
    Bytes body = Bytes.bytes().utf8("t").varint(properties.length).raw(properties);
    return broker.connect("c").send(body.packet(0x30));
  }
}

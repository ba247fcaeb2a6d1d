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
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import io.mqueduct.testkit.WsWire;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The faults of vertx-mqtt 5.1 and of Netty's MQTT codec that the broker mends, where no other
 * class of this package shows one already. WebSocket fragments: {@link WebSocketIT}.
 */
@BrokerTest
class VertxMqttTrapsIT {
  @BothVersions
  void servesALongTrainOfPacketsBehindConnect(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    WirePeer peer = broker.connect("c").version(version);
    Bytes train = Bytes.bytes().raw(peer.connectBytes());
    for (int i = 1; i <= 30; i++) {
      train.raw(Publish.to(topic).qos(1, i).payload("m" + i).encoded(version));
    }

    peer.sendRaw(train.raw("e000").toArray());

    assertThat(peer.expect(Connack.class).code()).isZero();
    for (int i = 1; i <= 30; i++) {
      assertThat(watcher.readPublish().text()).isEqualTo("m" + i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 118, 119, 120, 121, 122, 123, 124, 125, 126, 200, 16_380, 20_000})
  void keepsThePayloadBehindALongPropertyBlock(int length, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic, 0);

    peer.send(
        Publish.to(topic)
            .payload("HELLO")
            .user("k", "v".repeat(length))
            .with(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1));

    Publish got = peer.readPublish();
    assertThat(got.text()).isEqualTo("HELLO");
    assertThat(got.properties().number(PropertyId.PAYLOAD_FORMAT_INDICATOR)).hasValue(1);
  }

  @Test
  void answersAnUndefinedReasonCodeInsteadOfHanging(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic, 1);
    broker.publish(topic, 1);

    peer.ack(PacketType.PUBACK, peer.readPublish().id(), 0x42);

    peer.expectDisconnect(0x81, 0x82);
  }

  @Test
  void tellsTooLargeFromMalformed(RunningBroker broker) {
    broker.connect("large").send("30 ffffff7f").expectDisconnect(0x95);
    broker.connect("bad").send("30 ffffffff 7f").expectDisconnect(0x81);
  }

  @Test
  void readsAWillDelayOf32BitsWithoutSign(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    Publish will = Publish.to(topic).with(PropertyId.WILL_DELAY_INTERVAL, 0xFFFF_FFFFL);

    broker.connect("c").expiry(0xFFFF_FFFEL).will(will).open().cut();

    watcher.silentFor(Duration.ofMillis(700)).expectNothing();
  }

  @Test
  void readsAMaximumPacketSizeOf32BitsWithoutSign(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").maximumPacketSize(0xFFFF_FFFFL).subscribe(topic, 0);

    broker.publish(Publish.to(topic).payload("x".repeat(1000)));

    assertThat(peer.readPublish().text()).hasSize(1000);
  }

  @Test
  void answersASecondConnectOf5(RunningBroker broker) {
    broker.connect("c").open().sendConnect().expectDisconnect(0x82);
  }

  @Test
  void saysWhyItGivesUpASilentClient(RunningBroker broker) {
    broker.connect("c").keepAlive(1).open().expectDisconnect(0x8D);
  }

  @Test
  void survivesACloseInEveryState(RunningBroker broker) throws IOException {
    for (int length = 0; length < 20; length++) {
      WirePeer peer = broker.connect("c");
      peer.sendRaw(Arrays.copyOf(peer.connectBytes(), length)).cut();
    }
    broker.connect("c").sendConnect().cut();
    TcpWire wire = TcpWire.plain(broker.port("tcp"));
    WirePeer reset = broker.peer(() -> wire, "r").open();
    wire.socket().setSoLinger(true, 0);
    reset.cut();

    broker.connect("c").open().ping();
  }

  @Test
  @WithSetting(key = "mqtt.idle_timeout", value = "1s")
  @WithSetting(key = "limits.connect_timeout", value = "1s")
  void closesAConnectionThatNeverSendsConnect(RunningBroker broker) throws IOException {
    TcpWire tcp = TcpWire.plain(broker.port("tcp"));
    WirePeer silent = broker.peer(() -> tcp, "tcp");
    WsWire ws = WsWire.open(broker.port("ws"));
    WirePeer silentWs = broker.peer(() -> ws, "ws");
    silent.wire();
    silentWs.wire();

    assertThat(silent.drain()).isEmpty();
    assertThat(silentWs.drain()).isEmpty();
  }

  @Test
  @WithSetting(key = "mqtt.idle_timeout", value = "3s")
  @WithSetting(key = "limits.connect_timeout", value = "3s")
  void closesAConnectionThatTricklesItsConnect(RunningBroker broker) {
    WirePeer peer = broker.connect("a-rather-long-client-identifier");
    byte[] connect = peer.connectBytes();
    peer.sendRaw(new byte[] {connect[0]});

    for (int i = 1; i < 6; i++) {
      peer.silentFor(Duration.ofMillis(150)).sendRaw(new byte[] {connect[i]});
    }

    assertThat(peer.drain()).isEmpty();
  }

  @Test
  @WithSetting(key = "node.drain_delay", value = "0s")
  void saysGoodbyeWhenTheBrokerStops(RunningBroker broker) {
    WirePeer five = broker.connect("five").open();
    WirePeer old = broker.connect("old").v311().open();
    WirePeer web = broker.connectWs("web").open();

    broker.stop();

    five.expectDisconnect(0x8B, 0x9C);
    web.expectDisconnect(0x8B, 0x9C);
    assertThat(old.drain()).isEmpty();
    broker.start();
  }

  @Test
  void keepsASlowReaderAwayFromTheOthers(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer slow = broker.connect("slow").subscribe(topic, 0);
    WirePeer quick = broker.connect("quick").subscribe(topic, 0);
    WirePeer publisher = broker.connect("p").open();
    byte[] large = new byte[100_000];

    for (int i = 0; i < 300; i++) {
      publisher.send(Publish.to(topic).payload(large));
      assertThat(quick.readPublish().payload()).hasSize(large.length);
    }

    assertThat(slow.readPublish().payload()).hasSize(large.length);
  }

  @Test
  void keepsPublishPropertiesOutOfTheWrongPlaces(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();
    Properties5 properties = Properties5.none().with(PropertyId.TOPIC_ALIAS, 1);

    peer.send(Bytes.bytes().u16(1).u8(0).raw(properties.encoded()).packet(PacketType.PUBACK));

    peer.expectDisconnect(0x81, 0x82);
  }
}

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
import io.mqueduct.testkit.Packet.Pingresp;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import io.mqueduct.testkit.WsWire;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MQTT over WebSocket (section 6), and field report R35. */
@BrokerTest
class WebSocketIT {
  @BothVersions
  void servesMqttInBinaryFrames(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connectWs("c").version(version).subscribe(topic, 2);

    peer.publish(topic, 2, "x");

    assertThat(peer.take().text()).isEqualTo("x");
    peer.disconnect();
  }

  @Test
  void choosesTheSubProtocolMqtt(RunningBroker broker) throws IOException {
    WsWire wire = WsWire.open(broker.port("ws"));
    WsWire among =
        WsWire.open(broker.port("ws"), "/mqtt", Map.of("Sec-WebSocket-Protocol", "other, mqtt, x"));

    assertThat(wire.status()).isEqualTo(101);
    assertThat(wire.header("Sec-WebSocket-Protocol")).isEqualTo("mqtt");
    assertThat(among.status()).isEqualTo(101);
    assertThat(among.header("Sec-WebSocket-Protocol")).isEqualTo("mqtt");
    wire.cut();
    among.cut();
  }

  @Test
  void doesNotChooseAnotherSubProtocol(RunningBroker broker) throws IOException {
    WsWire wire = WsWire.open(broker.port("ws"), "/mqtt", Map.of("Sec-WebSocket-Protocol", "soap"));

    assertThat(wire.header("Sec-WebSocket-Protocol")).isNotEqualTo("soap");
    assertThat(wire.status()).isEqualTo(400);
    wire.cut();
  }

  @Test
  void closesOnATextFrame(RunningBroker broker) throws IOException {
    WsWire wire = WsWire.open(broker.port("ws"));
    WirePeer peer = broker.peer(() -> wire, "c").open();

    wire.frame(WsWire.TEXT, true, "hello".getBytes(UTF_8));

    peer.expectClosed();
    assertThat(wire.closeCode()).isEqualTo(1003);
  }

  @Test
  void putsFragmentsTogether(RunningBroker broker) throws IOException {
    String topic = broker.topic("t");
    WsWire wire = WsWire.open(broker.port("ws"));
    WirePeer peer = broker.peer(() -> wire, "c").subscribe(topic, 0);
    byte[] publish = Publish.to(topic).payload("in three").encoded(Version.V5);

    wire.frame(WsWire.BINARY, false, Arrays.copyOf(publish, 3));
    wire.frame(WsWire.PING, true, new byte[] {1});
    wire.frame(WsWire.CONTINUATION, false, Arrays.copyOfRange(publish, 3, 8));
    wire.frame(WsWire.CONTINUATION, true, Arrays.copyOfRange(publish, 8, publish.length));

    assertThat(peer.readPublish().text()).isEqualTo("in three");
  }

  @Test
  void takesAFragmentedConnect(RunningBroker broker) throws IOException {
    WsWire wire = WsWire.open(broker.port("ws"));
    WirePeer peer = broker.peer(() -> wire, "c");
    assertThat(peer.wire()).isSameAs(wire);
    byte[] connect = peer.connectBytes();

    wire.frame(WsWire.BINARY, false, Arrays.copyOf(connect, 5));
    wire.frame(WsWire.CONTINUATION, true, Arrays.copyOfRange(connect, 5, connect.length));

    assertThat(peer.expect(Connack.class).code()).isZero();
  }

  @Test
  void takesOnePacketOverManyMessages(RunningBroker broker) throws IOException {
    String topic = broker.topic("t");
    WsWire wire = WsWire.open(broker.port("ws"));
    WirePeer peer = broker.peer(() -> wire, "c").subscribe(topic, 0);

    for (byte b : Publish.to(topic).payload("byte by byte").encoded(Version.V5)) {
      wire.frame(WsWire.BINARY, true, new byte[] {b});
    }

    assertThat(peer.readPublish().text()).isEqualTo("byte by byte");
  }

  @Test
  void takesManyPacketsInOneMessage(RunningBroker broker) throws IOException {
    String topic = broker.topic("t");
    WsWire wire = WsWire.open(broker.port("ws"));
    WirePeer peer = broker.peer(() -> wire, "c");
    assertThat(peer.wire()).isSameAs(wire);

    wire.frame(
        WsWire.BINARY,
        true,
        Bytes.bytes()
            .raw(peer.connectBytes())
            .raw(Subscribe.to(topic, 0).encoded(Version.V5, 1))
            .raw(Publish.to(topic).payload("a").encoded(Version.V5))
            .raw(Publish.to(topic).payload("b").encoded(Version.V5))
            .raw("c000")
            .toArray());

    assertThat(peer.expect(Connack.class).code()).isZero();
    assertThat(peer.readPublishes(2).texts()).containsExactly("a", "b");
    assertThat(peer.expect(Pingresp.class)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {125, 126, 4_096, 65_535, 65_536, 70_000, 200_000, 1_000_000})
  void carriesPacketsOfAnySize(int size, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connectWs("c").subscribe(topic, 1);

    peer.publish(Publish.to(topic).qos(1, 0).payload(new byte[size]));

    assertThat(peer.take().payload()).hasSize(size);
  }

  @Test
  void takesAQueryAndRefusesAnotherPath(RunningBroker broker) throws IOException {
    Map<String, String> mqtt = Map.of("Sec-WebSocket-Protocol", "mqtt");
    WsWire query = WsWire.open(broker.port("ws"), "/mqtt?token=x&y=1", mqtt);
    WsWire other = WsWire.open(broker.port("ws"), "/nope", mqtt);

    assertThat(query.status()).isEqualTo(101);
    assertThat(other.status()).isEqualTo(404);
    query.cut();
    other.cut();
  }

  @Test
  @WithSetting(key = "listeners.ws.default.allowed_origins", value = "https://good.example")
  void refusesOriginsThatAreNotAllowed(RunningBroker broker) throws IOException {
    assertThat(statusFrom("https://good.example", broker)).isEqualTo(101);
    assertThat(statusFrom("https://evil.example", broker)).isEqualTo(403);
  }

  @Test
  @WithSetting(key = "listeners.ws.default.path", value = "/broker/ws")
  void servesThePathItIsTold(RunningBroker broker) throws IOException {
    Map<String, String> mqtt = Map.of("Sec-WebSocket-Protocol", "mqtt");
    WsWire told = WsWire.open(broker.port("ws"), "/broker/ws", mqtt);

    assertThat(told.status()).isEqualTo(101);
    assertThat(broker.peer(() -> told, "c").connack().code()).isZero();
    assertThat(WsWire.open(broker.port("ws"), "/mqtt", mqtt).status()).isEqualTo(404);
  }

  @Test
  @WithSetting(key = "mqtt.max_packet_size", value = "2MB")
  void takesFramesAsLargeAsPacketsMayBe(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connectWs("c").subscribe(topic, 0);

    peer.send(Publish.to(topic).payload(new byte[1_900_000]));

    assertThat(peer.readPublish().payload()).hasSize(1_900_000);
  }

  @Test
  void answersPingFrames(RunningBroker broker) throws IOException {
    WsWire wire = WsWire.open(broker.port("ws"));
    WirePeer peer = broker.peer(() -> wire, "c").open();

    wire.frame(WsWire.PING, true, "are you there".getBytes(UTF_8));

    peer.ping().ping();
    assertThat(wire.pongs()).isEqualTo(1);
  }

  @BothVersions
  void closesTheWebSocketAfterAProtocolError(Version version, RunningBroker broker) {
    WirePeer peer = broker.connectWs("c").version(version).open();

    peer.send("ff00").expectHangup(0x81);
  }

  private static int statusFrom(String origin, RunningBroker broker) throws IOException {
    WsWire wire =
        WsWire.open(
            broker.port("ws"), "/mqtt", Map.of("Sec-WebSocket-Protocol", "mqtt", "Origin", origin));
    wire.cut();
    return wire.status();
  }
}

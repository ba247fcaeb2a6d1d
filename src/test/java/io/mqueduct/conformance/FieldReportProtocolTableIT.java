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

import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.Packet.Disconnect;
import io.mqueduct.testkit.Packet.Suback;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The protocol table of field report R23: what other brokers let pass. */
@BrokerTest
@WithSetting(key = "mqtt.max_topic_alias", value = "10")
class FieldReportProtocolTableIT {
  /** A line of the table: what a 5.0 client does, and the codes that fit as an answer. */
  record Line(String what, Consumer<WirePeer> act, int... codes) {
    @Override
    public String toString() {
      return what;
    }
  }

  static final List<Line> LINES =
      List.of(
          new Line("no filters", p -> p.send(Subscribe.toNothing().encoded(Version.V5, 1)), 0x82),
          new Line("no filters to unsubscribe", p -> p.send("a2 03 0001 00"), 0x82),
          new Line("two expiries", p -> p.expiry(1).expiry(1).sendConnect(), 0x82),
          new Line(
              "alias maximum in PUBLISH",
              p -> p.send(Publish.to("t").with(PropertyId.TOPIC_ALIAS_MAXIMUM, 1)),
              0x82),
          new Line("receive maximum 0", p -> p.receiveMaximum(0).sendConnect(), 0x82),
          new Line(
              "subscription identifier 0",
              p -> p.send(Subscribe.to("t", 0).identifier(0).encoded(Version.V5, 1)),
              0x82),
          new Line(
              "subscription identifier in PUBLISH",
              p -> p.send(Publish.to("t").with(PropertyId.SUBSCRIPTION_IDENTIFIER, 1)),
              0x82),
          new Line(
              "alias above the maximum",
              p -> p.send(Publish.to("t").with(PropertyId.TOPIC_ALIAS, 11)),
              0x94),
          new Line("alias 0", p -> p.send(Publish.to("t").with(PropertyId.TOPIC_ALIAS, 0)), 0x94),
          new Line("empty topic without alias", p -> p.send(Publish.to("")), 0x82),
          new Line(
              "wildcard in the response topic",
              p -> p.send(Publish.to("t").with(PropertyId.RESPONSE_TOPIC, "a/#")),
              0x82),
          new Line(
              "wildcard in the will topic", p -> p.will(Publish.to("a/#")).sendConnect(), 0x90),
          new Line("second CONNECT", p -> p.open().sendConnect(), 0x82),
          new Line(
              "reserved bits in the options",
              p -> p.send(Subscribe.to("t", 0xC0).encoded(Version.V5, 1)),
              0x81),
          new Line("undefined code in DISCONNECT", p -> p.send("e0 01 05"), 0x82, 0x81),
          new Line("undefined code in PUBACK", p -> p.send("40 03 0001 05"), 0x82, 0x81),
          new Line("U+0000 in the topic", p -> p.send("30 06 0003 610062 00"), 0x81));

  @ParameterizedTest(name = "{0}")
  @FieldSource("LINES")
  void answersWithTheCodeAndCloses(Line line, RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    line.act().accept(peer);

    List<Packet> packets = peer.drain();
    assertThat(packets).hasSize(1);
    int code =
        packets.get(0) instanceof Connack connack
            ? connack.code()
            : ((Disconnect) packets.get(0)).code();
    assertThat(line.codes()).contains(code);
  }

  @Test
  void refusesBadFiltersOneByOne(RunningBroker broker) {
    Suback suback =
        broker.connect("c").subscribe(Subscribe.to("", 0).and("a/#/b", 0).and("good", 1));

    assertThat(suback.codes()).containsExactly(0x8F, 0x8F, 1);
  }

  @Test
  void neverTakesAPasswordWithoutUserForAnonymous(RunningBroker broker) {
    broker.connect("c").v311().password(new byte[] {1}).expectRefusal();
  }

  @Test
  void answersALevelOfTheFuture(RunningBroker broker) {
    WirePeer peer = broker.connect("c").level(6);

    assertThat(peer.connack().code()).isIn(0x84, 0x01);
    peer.expectClosed();
  }

  @Test
  void takesALongIdentifierFromA31Client(RunningBroker broker) {
    broker.connect("").clientId("123456789012345678901234567890").v31().open().ping();
  }

  @Test
  void takesAnEmptyIdentifierWithoutCleanStartFromA5Client(RunningBroker broker) {
    Connack connack = broker.connect("").cleanStart(false).connack();

    assertThat(connack.code()).isZero();
    assertThat(connack.properties().text(PropertyId.ASSIGNED_CLIENT_IDENTIFIER)).isNotEmpty();
    assertThat(connack.properties().has(PropertyId.MAXIMUM_QOS)).isFalse();
  }

  @Test
  void endsAClientThatExceedsItsReceiveMaximum(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();
    long granted = peer.connack().properties().number(PropertyId.RECEIVE_MAXIMUM).orElse(65_535);
    Bytes burst = Bytes.bytes();
    for (int id = 1; id <= granted + 1; id++) {
      burst.raw(Publish.to("t").qos(2, id).encoded(Version.V5));
    }

    peer.send(burst.toArray());

    peer.expectDisconnect(0x93);
  }

  @Test
  @WithSetting(key = "mqtt.strict_receive_maximum", value = "warn")
  void letsAClientExceedItsReceiveMaximumIfToldSo(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();
    long granted = peer.connack().properties().number(PropertyId.RECEIVE_MAXIMUM).orElse(65_535);
    try (LogLines log = LogLines.of("io.mqueduct.protocol")) {
      for (int id = 1; id <= granted + 5; id++) {
        peer.send(Publish.to("t").qos(2, id)).expectAck(PacketType.PUBREC, id);
      }

      peer.ping();
      assertThat(log.all())
          .filteredOn(line -> line.contains("more unacknowledged messages than it was granted"))
          .singleElement()
          .asString()
          .startsWith("WARN client=c");
    }
  }
}

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
import io.mqueduct.testkit.Packet.Ack;
import io.mqueduct.testkit.Packet.Suback;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import org.junit.jupiter.api.Test;

/** Receive Maximum and Maximum Packet Size, both ways (sections 3.1.2.11, 3.3.4 and 4.9). */
@BrokerTest
class FlowControlIT {
  @Test
  void sendsNoMoreThanTheReceiveMaximum(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").receiveMaximum(3).subscribe(topic, 2);
    broker.publish(topic, 10);

    Publishes window = peer.readPublishes(3);
    peer.expectNothing();

    peer.puback(window.get(1).id());
    assertThat(peer.readPublish().text()).isEqualTo("m4");
    peer.expectNothing();
    peer.puback(window.get(0).id()).puback(window.get(2).id());
    assertThat(peer.readPublishes(2).texts()).containsExactly("m5", "m6");
    peer.expectNothing();
  }

  @Test
  void countsAQos2ExchangeUntilPubcomp(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").receiveMaximum(1).subscribe(topic, 2);
    broker.publish(Publish.to(topic).qos(2, 1).payload("one"));
    broker.publish(Publish.to(topic).qos(2, 1).payload("two"));

    int id = peer.readPublish().id();
    peer.pubrec(id).expectAck(PacketType.PUBREL, id);
    peer.expectNothing();
    peer.pubcomp(id);

    assertThat(peer.readPublish().text()).isEqualTo("two");
  }

  @Test
  void servesEverythingElseWhileTheQuotaIsUsedUp(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").receiveMaximum(1).subscribe(topic, 1);
    broker.publish(topic, 2);
    Publish open = peer.readPublish();

    peer.ping();
    assertThat(peer.subscribe(Subscribe.to(broker.topic("other"), 1)).codes()).containsExactly(1);
    assertThat(peer.unsubscribe(broker.topic("other")).codes()).containsExactly(0);
    peer.publish(broker.topic("x"), 1, "").publish(broker.topic("x"), 2, "");

    assertThat(open.text()).isEqualTo("m1");
    peer.expectNothing();
  }

  @Test
  void takesTheQuotaAnewFromEachConnect(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").durable().receiveMaximum(5).subscribe(topic, 1);
    broker.publish(topic, 10);
    first.readPublishes(5);
    first.cut();

    WirePeer again = broker.connect("c").durable().receiveMaximum(2);
    Publishes window = again.readPublishes(2);

    assertThat(window.texts()).containsExactly("m1", "m2");
    again.expectNothing();
    again.puback(window.get(0).id());
    assertThat(again.readPublish().text()).isEqualTo("m3");
  }

  @Test
  void closesWhenAClientExceedsTheReceiveMaximum(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").open();
    int granted =
        (int) peer.connack().properties().number(PropertyId.RECEIVE_MAXIMUM).orElse(65_535);
    assertThat(granted).isLessThan(10_000);

    for (int id = 1; id <= granted; id++) {
      peer.send(Publish.to(topic).qos(2, id)).expectAck(PacketType.PUBREC, id);
    }
    peer.ping().send(Publish.to(topic).qos(2, granted + 1));

    peer.expectDisconnect(0x93);
  }

  @Test
  void givesTheQuotaBackAtPubcomp(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();
    int granted =
        (int) peer.connack().properties().number(PropertyId.RECEIVE_MAXIMUM).orElse(65_535);

    for (int i = 0; i < 2 * granted + 5; i++) {
      peer.publish("t", 2, "x").publish("t", 1, "x");
    }

    peer.ping();
  }

  @Test
  void sendsNothingAboveTheClientsMaximumPacketSize(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer small = broker.connect("small").maximumPacketSize(60).receiveMaximum(1);
    small.subscribe(topic, 1);
    WirePeer large = broker.connect("large").subscribe(topic, 1);

    broker.publish(Publish.to(topic).qos(1, 1).payload("x".repeat(100)));
    broker.publish(Publish.to(topic).qos(1, 1).payload("fits"));

    assertThat(small.take().text()).isEqualTo("fits");
    small.expectNothing();
    assertThat(large.take(2)).hasSize(2);
  }

  @Test
  void sendsAPacketOfExactlyTheMaximumSize(RunningBroker broker) {
    String topic = broker.topic("t");
    byte[] longest = Publish.to(topic).qos(1, 1).payload("12345").encoded(Version.V5);
    WirePeer peer = broker.connect("c").maximumPacketSize(longest.length).subscribe(topic, 1);

    broker.publish(Publish.to(topic).qos(1, 1).payload("123456"));
    broker.publish(Publish.to(topic).qos(1, 1).payload("12345"));

    assertThat(peer.take().text()).isEqualTo("12345");
  }

  @Test
  void shortensAnswersRatherThanExceedTheMaximumPacketSize(RunningBroker broker) {
    WirePeer peer = broker.connect("c").maximumPacketSize(20).open();

    Suback suback = peer.subscribe(Subscribe.to("a/#/b", 0));
    assertThat(suback.codes()).containsExactly(0x8F);
    assertThat(suback.properties().entries()).isEmpty();
    Ack puback = peer.send(Publish.to("t").qos(1, 1)).expectAck(PacketType.PUBACK, 1);
    assertThat(puback.properties().entries()).isEmpty();
    assertThat(peer.pubrel(9).expectAck(PacketType.PUBCOMP, 9).properties().entries()).isEmpty();
    assertThat(peer.pubrec(9).expectAck(PacketType.PUBREL, 9).properties().entries()).isEmpty();
    assertThat(peer.unsubscribe("none").properties().entries()).isEmpty();

    peer.sendConnect();
    assertThat(peer.expectDisconnect(0x82).properties().encoded().length).isLessThan(20 - 3);
  }

  @Test
  void leavesTheReasonOutOfARefusalThatWouldBeTooLarge(RunningBroker broker) {
    assertThat(inVain(broker, 200).connack().properties().has(PropertyId.REASON_STRING)).isTrue();
    assertThat(inVain(broker, 5).connack().properties().entries()).isEmpty();
    assertThat(inVain(broker, 4).sendConnect().drain()).isEmpty();
  }

  private static WirePeer inVain(RunningBroker broker, int maximumPacketSize) {
    return broker
        .connect("c")
        .maximumPacketSize(maximumPacketSize)
        .with(PropertyId.AUTHENTICATION_METHOD, "no-such-method");
  }

  @Test
  void sendsNoConnackAboveTheClientsMaximumPacketSize(RunningBroker broker) {
    WirePeer measured = broker.connect("").maximumPacketSize(200).open();
    int size = 2 + 2 + measured.connack().properties().encoded().length;

    broker.connect("").maximumPacketSize(size).open();
    broker.connect("").maximumPacketSize(size - 1).refused(0x95);
  }

  @Test
  void endsAClientThatDoesNotTakeItsSubackOrUnsuback(RunningBroker broker) {
    Subscribe many = Subscribe.to("a", 0);
    Bytes filters = Bytes.bytes().u16(1).raw(Properties5.none().encoded());
    for (int i = 0; i < 40; i++) {
      many = many.and("a/" + i, 0);
      filters.utf8("a/" + i);
    }

    WirePeer subscriber = broker.connect("c").maximumPacketSize(40).open();
    subscriber.send(many.encoded(Version.V5, 1)).expectDisconnect(0x95);
    WirePeer leaver = broker.connect("d").maximumPacketSize(40).open();
    leaver.send(filters.packet(PacketType.UNSUBSCRIBE)).expectDisconnect(0x95);
  }

  @Test
  @WithSetting(key = "mq.auto_create.lastvalue", value = "false")
  @WithSetting(key = "mq.auto_create.regular.enable", value = "true")
  @WithSetting(key = "mq.auto_create.regular.max_shard_message_count", value = "9")
  void leavesHintsOutThatWouldMakeTheAnswerTooLarge(RunningBroker broker) {
    broker.connect("worker").subscribe("$queue/jobs/jobs", 1);
    WirePeer large = broker.connect("large").user("mq-hints", "true");
    WirePeer small = broker.connect("small").user("mq-hints", "true").maximumPacketSize(19);

    for (int qos : new int[] {1, 2}) {
      PacketType answer = qos == 1 ? PacketType.PUBACK : PacketType.PUBREC;
      Publish job = Publish.to("jobs").qos(qos, qos);
      assertThat(large.send(job).expectAck(answer, qos).properties().users()).hasSize(1);
      assertThat(small.send(job).expectAck(answer, qos).properties().entries()).isEmpty();
    }
  }

  @Test
  void closesOnAPacketAboveTheServersMaximum(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();
    int limit =
        (int) peer.connack().properties().number(PropertyId.MAXIMUM_PACKET_SIZE).orElseThrow();

    peer.send(Publish.to("t").payload(new byte[limit]));

    peer.expectDisconnect(0x95);
  }

  @Test
  void takesAPacketOfExactlyTheServersMaximum(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic, 0);
    int limit =
        (int) peer.connack().properties().number(PropertyId.MAXIMUM_PACKET_SIZE).orElseThrow();
    int overhead = Publish.to(topic).encoded(Version.V5).length + 2;

    peer.send(Publish.to(topic).payload(new byte[limit - overhead]));

    assertThat(peer.readPublish().payload()).hasSize(limit - overhead);
  }
}

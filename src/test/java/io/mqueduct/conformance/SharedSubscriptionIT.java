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
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared subscriptions (section 4.8.2). */
@BrokerTest
class SharedSubscriptionIT {
  @Test
  void deliversEachMessageToOneMember(RunningBroker broker) {
    String topic = broker.topic("t");
    List<WirePeer> members = List.of(broker.connect("a"), broker.connect("b"), broker.connect("c"));
    members.forEach(member -> member.subscribe("$share/g/" + topic, 0));
    WirePeer plain = broker.connect("plain").subscribe(topic, 0);

    broker.publish(topic, 60);

    assertThat(plain.readPublishes(60)).hasSize(60);
    int total = 0;
    for (WirePeer member : members) {
      total += member.readWaiting().size();
    }
    assertThat(total).isEqualTo(60);
  }

  @Test
  void countsEachGroupForItself(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer one = broker.connect("one").subscribe("$share/g1/" + topic, 0);
    WirePeer two = broker.connect("two").subscribe("$share/g2/" + topic, 0);
    two.subscribe(topic, 0);

    broker.publish(topic, 1);

    assertThat(one.readPublish().text()).isEqualTo("m1");
    assertThat(two.readPublishes(2).texts()).containsExactly("m1", "m1");
    one.expectNothing();
    two.expectNothing();
  }

  @Test
  void servesEachMemberAtItsOwnQos(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer low = broker.connect("low").subscribe("$share/g/" + topic, 0);
    WirePeer high = broker.connect("high").subscribe("$share/g/" + topic, 2);

    for (int i = 0; i < 20; i++) {
      broker.publish(Publish.to(topic).qos(2, 1));
    }

    Publishes atLow = low.readWaiting();
    assertThat(atLow).hasSizeBetween(1, 19).extracting(Publish::qos).containsOnly(0);
    assertThat(high.take(20 - atLow.size())).extracting(Publish::qos).containsOnly(2);
    high.expectNothing();
  }

  @Test
  void keepsAnUnfinishedQos2MessageForItsMember(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer one = broker.connect("one").durable().subscribe("$share/g/" + topic, 2);
    broker.publish(Publish.to(topic).qos(2, 1).payload("x"));
    int id = one.readPublish().id();
    WirePeer two = broker.connect("two").durable().subscribe("$share/g/" + topic, 2);
    one.cut();

    WirePeer again = broker.connect("one").durable();
    Publish resent = again.readPublish();

    assertThat(resent.id()).isEqualTo(id);
    assertThat(resent.dup()).isTrue();
    again.pubrec(id).expectAck(PacketType.PUBREL, id);
    again.pubcomp(id).expectNothing();
    two.expectNothing();
  }

  @Test
  void givesAnUnfinishedQos2MessageToNobodyElseWhenItsSessionEnds(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer one = broker.connect("one").subscribe("$share/g/" + topic, 2);
    broker.publish(Publish.to(topic).qos(2, 1).payload("x"));
    one.readPublish();
    WirePeer two = broker.connect("two").subscribe("$share/g/" + topic, 2);

    one.cut();
    broker.connect("one").open().disconnect();

    broker.publish(Publish.to(topic).qos(2, 1).payload("fence"));
    assertThat(two.take().text()).isEqualTo("fence");
    two.expectNothing();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void givesARefusedMessageToNobodyElse(int qos, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer one = broker.connect("one").subscribe("$share/g/" + topic, qos);
    broker.publish(Publish.to(topic).qos(qos, 1).payload("x"));
    int id = one.readPublish().id();
    WirePeer two = broker.connect("two").subscribe("$share/g/" + topic, qos);

    one.ack(qos == 1 ? PacketType.PUBACK : PacketType.PUBREC, id, 0x80);

    one.expectNothing();
    two.expectNothing();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"$share/", "$share/g", "$share//t", "$share/g/", "$share/a+/t", "$share/a#/t"})
  void refusesAMalformedSharedFilter(String filter, RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(peer.subscribe(Subscribe.to(filter, 0)).codes()).containsExactly(0x8F);

    peer.ping();
  }

  @Test
  void sendsNoRetainedMessagesToASharedSubscription(RunningBroker broker) {
    String topic = broker.topic("t");
    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("x"));

    broker.connect("c").subscribe("$share/g/" + topic, 1).expectNothing();
  }

  @Test
  void stopsAtUnsubscribe(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe("$share/g/" + topic, 0);

    assertThat(peer.unsubscribe("$share/g/" + topic).codes()).containsExactly(0);

    broker.publish(topic, 1);
    peer.expectNothing();
  }

  @Test
  void servesSharedSubscriptionsOfOlderClientsToo(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").v311().subscribe("$share/g/" + topic, 1);

    broker.publish(topic, 1);

    assertThat(peer.readPublish().topic()).isEqualTo(topic);
  }
}

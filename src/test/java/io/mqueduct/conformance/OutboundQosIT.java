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
import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.Packet.Ack;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The broker as sender: QoS 0, 1 and 2, identifiers, order and re-sending (4.3, 4.4, 4.6). */
@BrokerTest
class OutboundQosIT {
  @BothVersions
  void sendsFirstWithoutDup(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 2);

    peer.publish(topic, 0, "0").publish(topic, 1, "1").publish(topic, 2, "2");

    Publishes got = peer.take(3);
    assertThat(got).extracting(Publish::qos).containsExactly(0, 1, 2);
    assertThat(got).noneMatch(Publish::dup);
  }

  @BothVersions
  void givesEachMessageInFlightAnIdentifierOfItsOwn(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);

    broker.publish(topic, 20);

    assertThat(peer.readPublishes(20).ids()).doesNotHaveDuplicates().doesNotContain(0);
  }

  @BothVersions
  void givesNoIdentifierInUseToNewMessages(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);
    broker.publish(topic, 5);
    Publishes held = peer.readPublishes(5);
    Set<Integer> open = new HashSet<>(held.ids());
    peer.puback(held.get(1).id()).puback(held.get(3).id());
    open.remove(held.get(1).id());
    open.remove(held.get(3).id());

    broker.publish(topic, 10);

    assertThat(peer.readPublishes(10).ids()).doesNotContainAnyElementsOf(open);
  }

  @BothVersions
  void resendsUnackedPublishesWithDupAfterReconnect(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").version(version).durable();
    first.subscribe(topic, 2);
    first.publish(topic, 1, "a").publish(topic, 2, "b").publish(topic, 1, "c");
    Publishes before = first.readPublishes(3);
    first.cut();

    Publishes after = broker.connect("c").version(version).durable().readPublishes(3);

    assertThat(after).allMatch(Publish::dup);
    assertThat(after.ids()).isEqualTo(before.ids());
    assertThat(after.texts()).containsExactly("a", "b", "c");
  }

  @BothVersions
  void doesNotResendWhileTheConnectionLives(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);
    broker.publish(topic, 1);

    peer.readPublish();

    peer.silentFor(Duration.ofMillis(1_500));
  }

  @BothVersions
  void doesNotResendWhatWasAcknowledged(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").version(version).durable();
    first.subscribe(topic, 2).publish(topic, 1, "1").publish(topic, 2, "2");
    first.take(2);
    first.ping().cut();

    broker.connect("c").version(version).durable().expectNothing();
  }

  @BothVersions
  void answersPubrecWithPubrelOfTheSameIdentifier(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 2);
    peer.publish(topic, 2, "x");
    int id = peer.readPublish().id();

    assertThat(peer.pubrec(id).expectAck(PacketType.PUBREL, id).code()).isZero();
    assertThat(peer.pubrec(id).expectAck(PacketType.PUBREL, id).code()).isZero();
    peer.pubcomp(id).expectNothing();
  }

  @BothVersions
  void resendsPubrelAndNotThePublishAfterPubrec(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").version(version).durable();
    first.subscribe(topic, 2).publish(topic, 2, "x");
    int id = first.readPublish().id();
    first.pubrec(id).expectAck(PacketType.PUBREL, id);
    first.cut();

    WirePeer again = broker.connect("c").version(version).durable().open();

    assertThat(again.next())
        .isInstanceOfSatisfying(
            Ack.class,
            ack -> {
              assertThat(ack.type()).isEqualTo(PacketType.PUBREL);
              assertThat(ack.id()).isEqualTo(id);
            });
    again.pubcomp(id).expectNothing();
    again.cut();
    broker.connect("c").version(version).durable().expectNothing();
  }

  @BothVersions
  void sendsPubrelsInTheOrderOfThePubrecs(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 2);
    peer.publish(topic, 2, "a").publish(topic, 2, "b").publish(topic, 2, "c");
    List<Integer> ids = peer.readPublishes(3).ids();

    peer.pubrec(ids.get(2)).pubrec(ids.get(0)).pubrec(ids.get(1));

    for (int i : new int[] {2, 0, 1}) {
      peer.expectAck(PacketType.PUBREL, ids.get(i));
    }
  }

  @BothVersions
  void resendsInTheOriginalOrder(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").version(version).durable().subscribe(topic, 1);
    broker.publish(topic, 12);
    Publishes sent = first.readPublishes(12);
    for (int i = 0; i < 12; i += 3) {
      first.puback(sent.get(i).id());
    }
    first.ping().cut();

    Publishes again = broker.connect("c").version(version).durable().readPublishes(8);

    assertThat(again.texts()).containsExactly("m2", "m3", "m5", "m6", "m8", "m9", "m11", "m12");
  }

  @BothVersions
  void keepsTheOrderOfAPublisherPerTopicAndQos(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 2);

    for (int qos = 0; qos <= 2; qos++) {
      WirePeer publisher = broker.connect("p" + qos).version(version);
      for (int i = 0; i < 100; i++) {
        publisher.publish(topic, qos, Integer.toString(i));
      }
      assertThat(peer.take(100).texts())
          .isEqualTo(IntStream.range(0, 100).mapToObj(Integer::toString).toList());
    }
  }

  @BothVersions
  void deliversAtTheLowerOfPublishedAndGrantedQos(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    for (int granted = 0; granted <= 2; granted++) {
      WirePeer peer = broker.connect("c" + granted).version(version).subscribe(topic, granted);
      for (int published = 0; published <= 2; published++) {
        broker.publish(Publish.to(topic).qos(published, 1));
        assertThat(peer.take().qos()).isEqualTo(Math.min(granted, published));
      }
      peer.disconnect();
    }
  }

  @Test
  void endsTheExchangeWhenPubrecCarriesAnError(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").durable().receiveMaximum(1).subscribe(topic, 2);
    broker.publish(Publish.to(topic).qos(2, 1).payload("refused"));
    broker.publish(Publish.to(topic).qos(2, 1).payload("next"));

    peer.ack(PacketType.PUBREC, peer.readPublish().id(), 0x80);

    assertThat(peer.take().text()).isEqualTo("next");
    peer.ping().cut();
    broker.connect("c").durable().expectNothing();
  }

  @Test
  void takesAPubackWithAnErrorAsAnAcknowledgement(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").durable().receiveMaximum(1).subscribe(topic, 1);
    broker.publish(topic, 2);

    peer.ack(PacketType.PUBACK, peer.readPublish().id(), 0x83);

    assertThat(peer.take().text()).isEqualTo("m2");
    peer.ping().cut();
    broker.connect("c").durable().expectNothing();
  }

  @Test
  void resendsAnExpiredMessageWhoseDeliveryHadBegun(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").durable().subscribe(topic, 2);
    for (int i = 0; i < 2; i++) {
      broker.publish(Publish.to(topic).qos(2, 1).with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 1));
    }
    List<Integer> ids = first.readPublishes(2).ids();
    first.pubrec(ids.get(0)).expectAck(PacketType.PUBREL, ids.get(0));
    first.cut();
    broker.connect("clock").open().silentFor(Duration.ofMillis(2_100));

    WirePeer again = broker.connect("c").durable().open();
    Packet one = again.next();
    Packet two = again.next();

    assertThat(one)
        .isInstanceOfSatisfying(Ack.class, a -> assertThat(a.id()).isEqualTo(ids.get(0)));
    assertThat(two)
        .isInstanceOfSatisfying(
            Publish.class,
            publish -> {
              assertThat(publish.dup()).isTrue();
              assertThat(publish.id()).isEqualTo(ids.get(1));
            });
  }

  @BothVersions
  void ignoresALateAcknowledgement(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 1);
    broker.publish(topic, 1);
    int id = peer.readPublish().id();

    peer.puback(id).puback(id).puback(4711);

    peer.expectNothing();
  }
}

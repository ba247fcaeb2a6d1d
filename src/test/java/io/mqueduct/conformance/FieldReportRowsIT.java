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

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BothVersions;
import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.Packet.Unsuback;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of the field reports that have no reproduction of their own; the numbers are the rows'. */
@BrokerTest
class FieldReportRowsIT {
  @BothVersions
  void row2HandsOutNoIdentifierThatIsInUseSinceBeforeAReconnect(
      Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer first = broker.connect("c").version(version).durable().subscribe(topic, 1);
    broker.publish(topic, 5);
    Publishes held = first.readPublishes(5);
    first.cut();

    WirePeer again = broker.connect("c").version(version).durable();
    assertThat(again.readPublishes(5).ids()).isEqualTo(held.ids());
    broker.publish(topic, 10);

    assertThat(again.readPublishes(10).ids()).doesNotContainAnyElementsOf(held.ids());
  }

  @BothVersions
  void row15LeaksNoSlotOverReconnects(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    broker.connect("c").version(version).durable().subscribe(topic, 2).cut();
    for (int i = 0; i < 30; i++) {
      WirePeer peer = broker.connect("c").version(version).durable();
      peer.publish(topic, 1 + i % 2, "held");
      peer.readPublishes(1);
      peer.cut();
    }

    WirePeer last = broker.connect("c").version(version).durable();
    assertThat(last.take(30)).hasSize(30);
    last.publish(topic, 1, "fresh");

    assertThat(last.take().text()).isEqualTo("fresh");
  }

  @Test
  void row23SkipsIdentifiersInUseWhenTheCounterWraps(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic, 1);
    WirePeer publisher = broker.connect("p").open();
    publisher.publish(topic, 1, "held");
    int held = peer.readPublish().id();
    List<Integer> burstIds = IntStream.rangeClosed(1, 30).boxed().toList();

    for (int round = 0; round < 66_000 / 30; round++) {
      Bytes burst = Bytes.bytes();
      burstIds.forEach(id -> burst.raw(Publish.to(topic).qos(1, id).encoded(Version.V5)));
      publisher.send(burst.toArray());
      Bytes acks = Bytes.bytes();
      for (int i = 0; i < 30; i++) {
        int id = peer.readPublish().id();
        assertThat(id).isNotEqualTo(held);
        acks.raw(Bytes.bytes().u16(id).packet(PacketType.PUBACK));
      }
      peer.send(acks.toArray());
      burstIds.forEach(id -> publisher.expectAck(PacketType.PUBACK, id));
    }

    peer.puback(held).expectNothing();
  }

  @BothVersions
  void row32AnswersEachRequestBehindRepeats(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).open();
    Bytes train = Bytes.bytes();
    for (int i = 0; i < 5; i++) {
      train.raw(Publish.to(topic).qos(2, 7).again().encoded(version));
    }
    Bytes unsubscribe = Bytes.bytes().u16(99);
    if (version.isV5()) {
      unsubscribe.u8(0);
    }

    peer.send(train.raw(unsubscribe.utf8(topic).packet(PacketType.UNSUBSCRIBE)).toArray());

    for (int i = 0; i < 5; i++) {
      peer.expectAck(PacketType.PUBREC, 7);
    }
    assertThat(peer.expect(Unsuback.class).id()).isEqualTo(99);
  }

  @BothVersions
  void row69LosesNothingWhileASessionIsTakenOver(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer publisher = broker.connect("p").open();
    WirePeer holder = broker.connect("c").version(version).durable().subscribe(topic, 1);

    for (int round = 0; round < 10; round++) {
      for (int i = 10 * round; i < 10 * round + 10; i++) {
        publisher.send(Publish.to(topic).qos(1, i + 1).payload(Integer.toString(i)));
      }
      holder = broker.connect("c").version(version).durable().sendConnect();
      for (int i = 10 * round; i < 10 * round + 10; i++) {
        publisher.expectAck(PacketType.PUBACK, i + 1);
      }
      assertThat(holder.connack().sessionPresent()).isTrue();
    }

    Publishes got = holder.take(100);
    assertThat(got.texts()).isEqualTo(IntStream.range(0, 100).mapToObj(Integer::toString).toList());
  }

  @Test
  void row73SurvivesAProxyHeaderThatNobodyExpects(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    peer.sendRaw("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n".getBytes(US_ASCII));

    assertThat(peer.drain()).isEmpty();
    broker.connect("d").open().ping();
  }
}

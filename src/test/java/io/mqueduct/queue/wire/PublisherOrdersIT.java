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
package io.mqueduct.queue.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import org.junit.jupiter.api.Test;

/** User properties by which publishers ask a queue for something, with values that cannot be. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
class PublisherOrdersIT {
  private static Packet.Ack publish(
      WirePeer maker, String topic, int qos, String name, String value) {
    int id = maker.nextId();
    maker.send(Publish.to(topic).qos(qos, id).payload("x").user(name, value));
    return maker.expectAck(qos == 1 ? PacketType.PUBACK : PacketType.PUBREC, id);
  }

  @Test
  void areRefusedWithAReasonAndTheMessageGoesToNobody(RunningBroker broker) {
    String name = broker.topic("orders");
    Queues queues = broker.queues();
    queues.create(name + "-1", name);
    queues.create(name + "-2", name, "overflow", "reject_publish");
    WirePeer plain = broker.connect("plain").subscribe(name, 1);
    WirePeer maker = broker.connect("maker");
    for (int qos : new int[] {1, 2}) {
      Packet.Ack delay = publish(maker, name, qos, "mq-delay", "soon");
      assertThat(delay.code()).isEqualTo(0x83);
      assertThat(delay.properties().text(PropertyId.REASON_STRING))
          .isEqualTo("mq-delay: \"soon\" is no number of milliseconds from 0 to 315360000000");
      Packet.Ack id = publish(maker, name, qos, "mq-dedup-id", "");
      assertThat(id.code()).isEqualTo(0x83);
      assertThat(id.properties().text(PropertyId.REASON_STRING)).startsWith("mq-dedup-id");
      assertThat(publish(maker, name, qos, "mq-delay", "0").code()).isZero();
    }
    assertThat(queues.stats(name + "-1").depth()).isEqualTo(2);
    assertThat(queues.stats(name + "-2").depth()).isEqualTo(2);
    plain.take(2);
    plain.expectNothing();
  }

  @Test
  void areNobodysBusinessForMessagesOfNoQueue(RunningBroker broker) {
    String name = broker.topic("free");
    WirePeer plain = broker.connect("plain").subscribe(name, 1);
    WirePeer maker = broker.connect("maker");
    assertThat(publish(maker, name, 1, "mq-delay", "soon").code()).isZero();
    assertThat(plain.take().properties().users()).containsExactly("mq-delay=soon");
  }

  @Test
  void areDroppedForTheQueueAloneAndCountedAtQos0(RunningBroker broker) {
    String name = broker.topic("quiet");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer plain = broker.connect("plain").subscribe(name, 1);
    WirePeer maker = broker.connect("maker");
    maker.send(Publish.to(name).payload("x").user("mq-delay", "-5"));
    plain.take();
    queues.awaitStats(name, stats -> stats.dropped().getOrDefault("bad_property", 0L) == 1);
    assertThat(queues.stats(name).depth()).isZero();
  }

  @Test
  void areRefusedWithoutAReasonForThoseWhoWantNone(RunningBroker broker) {
    String name = broker.topic("silent");
    broker.queues().create(name, name);
    WirePeer maker = broker.connect("maker").with(PropertyId.REQUEST_PROBLEM_INFORMATION, 0);
    Packet.Ack refused = publish(maker, name, 1, "mq-delay", "soon");
    assertThat(refused.code()).isEqualTo(0x83);
    assertThat(refused.properties().has(PropertyId.REASON_STRING)).isFalse();
  }
}

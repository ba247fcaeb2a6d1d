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
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What acknowledgements tell publishers about a queue with a limit. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
@WithSetting(key = "mq.auto_create.regular.enable", value = "true")
@WithSetting(key = "mq.auto_create.regular.max_shard_message_count", value = "4")
@WithSetting(key = "mq.auto_create.regular.overflow", value = "reject_publish")
class PublishHintsIT {
  private static Packet.Ack publish(WirePeer peer, String topic, int qos) {
    int id = peer.nextId();
    peer.send(Publish.to(topic).qos(qos, id).payload("x"));
    return peer.expectAck(qos == 1 ? PacketType.PUBACK : PacketType.PUBREC, id);
  }

  private static WirePeer queue(RunningBroker broker, String name) {
    WirePeer peer = broker.connect("declares-" + name);
    peer.subscribe("$queue/" + name + "/" + name, 1);
    peer.unsubscribe("$queue/" + name + "/" + name);
    return peer;
  }

  @Test
  void tellHowFullTheQueueIsAndWhenToTryAgain(RunningBroker broker) {
    queue(broker, "filling");
    WirePeer asks = broker.connect("asks").user("mq-hints", "true");
    List<String> told = new ArrayList<>();
    for (int qos : new int[] {1, 2, 1, 1}) {
      Packet.Ack ack = publish(asks, "filling", qos);
      assertThat(ack.code()).isZero();
      told.addAll(ack.properties().users());
    }
    assertThat(told).containsExactly("mq-fill=25", "mq-fill=50", "mq-fill=75", "mq-fill=100");
    for (int qos : new int[] {1, 2}) {
      Packet.Ack refused = publish(asks, "filling", qos);
      assertThat(refused.code()).isEqualTo(0x97);
      assertThat(refused.properties().users())
          .containsExactly("mq-fill=100", "mq-retry-after=1000");
    }
  }

  @Test
  void areLeftOutForThoseWhoDoNotAskAndForMessagesOfNoQueue(RunningBroker broker) {
    queue(broker, "quiet");
    assertThat(publish(broker.connect("silent"), "quiet", 1).properties().users()).isEmpty();
    WirePeer noProblems =
        broker
            .connect("no-problems")
            .user("mq-hints", "true")
            .with(PropertyId.REQUEST_PROBLEM_INFORMATION, 0);
    assertThat(publish(noProblems, "quiet", 1).properties().users()).isEmpty();
    WirePeer asks = broker.connect("elsewhere").user("mq-hints", "true");
    assertThat(publish(asks, "no/queue", 1).properties().users()).isEmpty();
  }

  @Test
  void aRefusedMessageGoesToNobody(RunningBroker broker) {
    queue(broker, "refusing");
    WirePeer reader = broker.connect("reader").subscribe("refusing", 1);
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < 4; i++) {
      assertThat(publish(maker, "refusing", 1).code()).isZero();
    }
    reader.take(4);
    assertThat(publish(maker, "refusing", 1).code()).isEqualTo(0x97);
    assertThat(publish(maker, "refusing", 2).code()).isEqualTo(0x97);
    reader.expectNothing();

    WirePeer old = broker.connect("old").v311();
    old.send(Publish.to("refusing").qos(1, 9).payload("x")).expectClosed();
    reader.expectNothing();
  }
}

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
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Limits of named queues, and what becomes of the message that is too much. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
class QueueOverflowIT {
  private static final Map<String, Object> THREE = Map.of("max_shard_message_count", 3L);

  @Test
  void dropsTheOldestExactlyAtTheLimit(RunningBroker broker) {
    String name = broker.topic("oldest");
    Queues queues = broker.queues();
    queues.create(name, name, "limits", THREE);
    WirePeer maker = broker.connect("maker");
    for (int i = 1; i <= 10; i++) {
      maker.publish(name, 1, "m" + i);
      assertThat(queues.stats(name).depth()).isEqualTo(Math.min(i, 3));
    }
    assertThat(queues.stats(name).dropped()).isEqualTo(Map.of("limit", 7L));
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    assertThat(worker.take(3).texts()).containsExactly("m8", "m9", "m10");
    queues.awaitDepth(name, 0);
    worker.expectNothing();
  }

  @Test
  void keepsTheLimitInBytesToo(RunningBroker broker) {
    String name = broker.topic("bytes");
    Queues queues = broker.queues();
    queues.create(name, name, "limits", Map.of("max_shard_message_bytes", 3000L));
    WirePeer maker = broker.connect("maker");
    for (int i = 1; i <= 10; i++) {
      maker.publish(Publish.to(name).qos(1, 0).payload(new byte[900]));
      assertThat(queues.stats(name).bytes()).isLessThanOrEqualTo(3000);
    }
    assertThat(queues.stats(name).depth()).isEqualTo(3);
    maker.publish(Publish.to(name).qos(1, 0).payload(new byte[5000]));
    assertThat(queues.stats(name).depth()).as("one that never fits drops nothing").isEqualTo(3);
    assertThat(queues.stats(name).dropped()).containsEntry("too_large", 1L);
  }

  @Test
  void refusesThePublishAndNobodyGetsIt(RunningBroker broker) {
    String name = broker.topic("reject");
    Queues queues = broker.queues();
    queues.create(name, name, "limits", THREE, "overflow", "reject_publish");
    queues.create(name + "-other", name);
    WirePeer plain = broker.connect("plain").subscribe(name, 1);
    WirePeer maker = broker.connect("maker");
    for (int i = 1; i <= 3; i++) {
      maker.publish(name, i % 2 + 1, "m" + i);
    }
    assertThat(maker.publishForCode(Publish.to(name).qos(1, 0).payload("no"))).isEqualTo(0x97);
    assertThat(maker.publishForCode(Publish.to(name).qos(2, 0).payload("no"))).isEqualTo(0x97);
    assertThat(maker.publishForCode(Publish.to(name).qos(1, 0).payload("no").retained()))
        .isEqualTo(0x97);
    assertThat(plain.take(3).texts()).containsExactly("m1", "m2", "m3");
    plain.expectNothing();
    broker.connect("late").subscribe(name, 1).expectNothing();
    assertThat(queues.stats(name).depth()).isEqualTo(3);
    assertThat(queues.stats(name + "-other").depth()).isEqualTo(3);

    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    worker.take(3);
    queues.awaitDepth(name, 0);
    maker.publish(name, 1, "again");
    assertThat(worker.take().text()).isEqualTo("again");
  }

  @Test
  void countsEachMessageThatItRefusesOnceAndDropsOnlyTheOneNobodyIsToldOf(RunningBroker broker) {
    String name = broker.topic("counted");
    Queues queues = broker.queues();
    queues.create(name, name, "limits", THREE, "overflow", "reject_publish");
    queues.create(
        name + "-small",
        name + "/large",
        "limits",
        Map.of("max_shard_message_bytes", 100L),
        "overflow",
        "reject_publish");
    broker.publish(name, 3);
    WirePeer maker = broker.connect("maker");
    assertThat(maker.publishForCode(Publish.to(name).qos(1, 0).payload("no"))).isEqualTo(0x97);
    assertThat(maker.publishForCode(Publish.to(name).qos(2, 0).payload("no"))).isEqualTo(0x97);
    assertThat(queues.stats(name).totals()).containsEntry("refused", 2L);
    assertThat(queues.stats(name).dropped()).isEmpty();
    maker.publish(name, 0, "no");
    queues.awaitStats(name, stats -> stats.totals().get("refused") == 3);
    assertThat(queues.stats(name).dropped()).isEqualTo(Map.of("limit", 1L));
    broker.connect("mortal").will(Publish.to(name).qos(1, 0).payload("no")).open().cut();
    queues.awaitStats(name, stats -> stats.totals().get("refused") == 4);
    assertThat(queues.stats(name).dropped()).isEqualTo(Map.of("limit", 2L));

    Publish large = Publish.to(name + "/large").payload(new byte[200]);
    assertThat(maker.publishForCode(large.qos(1, 0))).isEqualTo(0x97);
    assertThat(queues.stats(name + "-small").totals()).containsEntry("refused", 1L);
    assertThat(queues.stats(name + "-small").dropped()).isEmpty();
    maker.send(large.qos(0, 0));
    queues.awaitStats(name + "-small", stats -> stats.totals().get("refused") == 2);
    assertThat(queues.stats(name + "-small").dropped()).isEqualTo(Map.of("too_large", 1L));
  }

  @Test
  void leavesOutAQos0MessageInTheFullQueueAlone(RunningBroker broker) {
    String name = broker.topic("reject0");
    Queues queues = broker.queues();
    queues.create(name, name, "limits", THREE, "overflow", "reject_publish");
    queues.create(name + "-other", name);
    WirePeer plain = broker.connect("plain").subscribe(name, 1);
    WirePeer maker = broker.connect("maker");
    for (int i = 1; i <= 5; i++) {
      maker.publish(name, 0, "m" + i);
    }
    assertThat(plain.take(0).size() + plain.readPublishes(5).size()).isEqualTo(5);
    queues.awaitDepth(name + "-other", 5);
    queues.awaitStats(name, stats -> stats.dropped().equals(Map.of("limit", 2L)));
    assertThat(queues.stats(name).depth()).isEqualTo(3);
  }

  @Test
  void closesA311PublisherInsteadOfAnAcknowledgement(RunningBroker broker) {
    String name = broker.topic("reject311");
    broker.queues().create(name, name, "limits", THREE, "overflow", "reject_publish");
    WirePeer maker = broker.connect("maker").v311();
    for (int i = 1; i <= 3; i++) {
      maker.publish(name, 1, "m" + i);
    }
    maker.send(Publish.to(name).qos(1, 77).payload("no"));
    assertThat(maker.drain()).isEmpty();
    assertThat(broker.queues().stats(name).depth()).isEqualTo(3);
  }

  @Test
  void keepsOnePlaceForOneOfManyThatComeTogether(RunningBroker broker) {
    String name = broker.topic("race");
    Queues queues = broker.queues();
    queues.create(
        name + "-1",
        name,
        "limits",
        Map.of("max_shard_message_count", 50L),
        "overflow",
        "reject_publish");
    queues.create(
        name + "-2",
        name,
        "limits",
        Map.of("max_shard_message_count", 30L),
        "overflow",
        "reject_publish");
    queues.create(name + "-3", name);
    WirePeer[] makers = new WirePeer[4];
    for (int i = 0; i < makers.length; i++) {
      makers[i] = broker.connect("maker" + i).open();
    }
    for (int i = 1; i <= 20; i++) {
      for (WirePeer maker : makers) {
        maker.send(Publish.to(name).qos(1, i).payload("m"));
      }
    }
    int stored = 0;
    int refused = 0;
    for (WirePeer maker : makers) {
      for (int i = 1; i <= 20; i++) {
        int code = maker.expectAck(PacketType.PUBACK, i).code();
        assertThat(code).isIn(0, 0x97);
        stored += code == 0 ? 1 : 0;
        refused += code == 0 ? 0 : 1;
      }
    }
    assertThat(stored).isEqualTo(30);
    assertThat(refused).isEqualTo(50);
    for (int i = 1; i <= 3; i++) {
      assertThat(queues.stats(name + "-" + i).depth()).isEqualTo(30);
    }
  }

  @Test
  void keepsTheOrderOfAPublisherWhoseMessagesWaitForAPlace(RunningBroker broker) {
    String name = broker.topic("order");
    Queues queues = broker.queues();
    queues.create(
        name,
        name,
        "limits",
        Map.of("max_shard_message_count", 1000L),
        "overflow",
        "reject_publish");
    WirePeer plain = broker.connect("plain").subscribe(name, 1);
    WirePeer maker = broker.connect("maker").open();
    for (int round = 0; round < 10; round++) {
      for (int i = 1; i <= 20; i++) { // in one go, so that some come while others wait
        int n = round * 20 + i;
        maker.send(Publish.to(name).qos(i % 2, i % 2 == 0 ? 0 : n).payload("m" + n));
      }
      for (int i = 1; i <= 20; i += 2) {
        assertThat(maker.expectAck(PacketType.PUBACK, round * 20 + i).code()).isZero();
      }
    }
    assertThat(plain.take(200).texts()).isEqualTo(Worker.texts(1, 200));
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    assertThat(worker.take(200).texts()).isEqualTo(Worker.texts(1, 200));
  }

  @Test
  void makesRoomWhenALimitIsLowered(RunningBroker broker) {
    String name = broker.topic("lower");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 20);
    queues.change(name, "limits", THREE);
    queues.awaitDepth(name, 3);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    assertThat(worker.take(3).texts()).containsExactly("m18", "m19", "m20");
  }

  @Test
  void countsWhatIsHandedOutAndLetsItGoIfNothingElseIsThere(RunningBroker broker) {
    String name = broker.topic("inflight");
    Queues queues = broker.queues();
    queues.create(name, name, "limits", THREE);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    broker.publish(name, 5);
    assertThat(worker.readPublishes(5).texts()).isEqualTo(Worker.texts(1, 5));
    queues.awaitDepth(name, 3);
    worker.cut();
    WirePeer second = broker.connect("second").subscribe("$queue/" + name, 1);
    assertThat(second.take(3).texts()).containsExactly("m3", "m4", "m5");
    queues.awaitDepth(name, 0);
    second.expectNothing();
  }
}

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
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a named queue takes in, and what publishers are told. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
class QueueStoringIT {
  @Test
  void storesBeforeItAcknowledgesWhateverTheQos(RunningBroker broker) {
    String name = broker.topic("all");
    Queues queues = broker.queues();
    queues.create(name, name + "/#");
    WirePeer maker = broker.connect("maker");
    for (int i = 1; i <= 5; i++) {
      maker.publish(name + "/1", 1, "a" + i);
      assertThat(queues.stats(name).depth()).as("right after PUBACK").isEqualTo(i);
    }
    maker.publish(name + "/2", 2, "b");
    assertThat(queues.stats(name).depth()).as("right after PUBREC").isEqualTo(6);
    maker.publish(name + "/0", 0, "c").ping();
    queues.awaitDepth(name, 7);
  }

  @Test
  void saysNothingOfMissingSubscribersSinceTheQueueHasIt(RunningBroker broker) {
    String name = broker.topic("code");
    broker.queues().create(name, name);
    WirePeer maker = broker.connect("maker");
    assertThat(maker.publishForCode(Publish.to(name).qos(1, 0))).isZero();
    assertThat(maker.publishForCode(Publish.to(name + "/nobody").qos(1, 0))).isEqualTo(0x10);
  }

  @Test
  void putsACopyIntoEachQueueAndServesOrdinarySubscribersToo(RunningBroker broker) {
    String name = broker.topic("over");
    Queues queues = broker.queues();
    queues.create(name + "-1", name + "/#");
    queues.create(name + "-2", name + "/+/x");
    queues.create(name + "-3", name + "/a/x");
    queues.create(name + "-4", name + "/a/x");
    WirePeer plain = broker.connect("plain").subscribe(name + "/a/x", 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/a/x", 1, "both");
    maker.publish(name + "/b/x", 2, "two");
    maker.publish(name + "/b", 0, "one").ping();
    assertThat(plain.take().text()).isEqualTo("both");
    queues.awaitDepth(name + "-1", 3);
    assertThat(queues.stats(name + "-2").depth()).isEqualTo(2);
    assertThat(queues.stats(name + "-3").depth()).isEqualTo(1);
    assertThat(queues.stats(name + "-4").depth()).isEqualTo(1);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name + "-1", 1);
    assertThat(worker.take(3).texts()).containsExactly("both", "two", "one");
    worker.subscribe("$queue/" + name + "-2", 1);
    assertThat(worker.take(2).texts()).containsExactly("both", "two");
    plain.expectNothing();
  }

  @Test
  void keepsSystemTopicsOutOfFiltersThatBeginWithAWildcard(RunningBroker broker) {
    String name = broker.topic("sys");
    Queues queues = broker.queues();
    queues.create(name + "-hash", "#");
    queues.create(name + "-plus", "+/" + name);
    queues.create(name + "-own", "$own/" + name);
    WirePeer maker = broker.connect("maker");
    maker.publish("$own/" + name, 1, "special");
    maker.publish("plain/" + name, 1, "ordinary");
    assertThat(queues.stats(name + "-hash").depth()).isEqualTo(1);
    assertThat(queues.stats(name + "-plus").depth()).isEqualTo(1);
    assertThat(queues.stats(name + "-own").depth()).isEqualTo(1);
    queues.delete(name + "-hash");
    queues.delete(name + "-plus");
  }

  @Test
  void storesWills(RunningBroker broker) {
    String name = broker.topic("wills");
    Queues queues = broker.queues();
    queues.create(name, name + "/#");
    for (int qos = 0; qos <= 2; qos++) {
      broker
          .connect("dying" + qos)
          .will(Publish.to(name + "/will").qos(qos, 0).payload("w" + qos))
          .open()
          .cut();
      queues.awaitDepth(name, qos + 1);
    }
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    assertThat(worker.take(3).texts()).containsExactly("w0", "w1", "w2");
  }

  @Test
  void keepsTheOrderOfAPublisherOverAllQosLevels(RunningBroker broker) {
    String name = broker.topic("order");
    broker.queues().create(name, name);
    WirePeer worker = broker.connect("worker").receiveMaximum(3).subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker").durable().open();
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      maker.send(Publish.to(name).qos(i % 3, i % 3 == 0 ? 0 : maker.nextId()).payload("m" + i));
      sent.add("m" + i);
    }
    assertThat(worker.take(40).texts()).isEqualTo(sent);
  }

  @Test
  void keepsAQos2PublishOnceThoughItIsSentAgain(RunningBroker broker) {
    String name = broker.topic("once");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer maker = broker.connect("maker").durable();
    maker.send(Publish.to(name).qos(2, 9).payload("m"));
    maker.expectAck(PacketType.PUBREC, 9);
    maker.send(Publish.to(name).qos(2, 9).payload("m").again());
    maker.expectAck(PacketType.PUBREC, 9);
    maker.cut();
    WirePeer again = broker.connect("maker").durable();
    again.send(Publish.to(name).qos(2, 9).payload("m").again());
    again.expectAck(PacketType.PUBREC, 9);
    again.pubrel(9).expectAck(PacketType.PUBCOMP, 9);
    assertThat(queues.stats(name).depth()).isEqualTo(1);
  }

  @Test
  void deliversTheExpiryIntervalThatIsLeftAndNothingThatExpired(RunningBroker broker) {
    String name = broker.topic("expiry");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer maker = broker.connect("maker");
    maker.publish(
        Publish.to(name).qos(1, 0).payload("short").with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 1));
    maker.publish(
        Publish.to(name).qos(1, 0).payload("long").with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 100));
    queues.awaitStats(name, stats -> stats.dropped().equals(Map.of("expired", 1L)));
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    Publish left = worker.take();
    assertThat(left.text()).isEqualTo("long");
    assertThat(left.properties().number(PropertyId.MESSAGE_EXPIRY_INTERVAL).orElse(0))
        .isBetween(70L, 99L);
    worker.expectNothing();
    queues.awaitDepth(name, 0);
  }

  @Test
  void freesWhatIsOlderThanTheRetentionPeriodHoweverMuchItIs(RunningBroker broker) {
    String name = broker.topic("aged");
    Queues queues = broker.queues();
    queues.create(name, name);
    pour(broker, name, 10_000);
    queues.awaitDepth(name, 10_000);
    queues.change(name, "data_retention_period", "1s");
    queues.awaitDepth(name, 0);
    assertThat(queues.stats(name).dropped()).containsEntry("retention", 10_000L);
    broker.connect("worker").subscribe("$queue/" + name, 1).expectNothing();
  }

  /** QoS 0, so that it is quick. */
  static void pour(RunningBroker broker, String topic, int count) {
    WirePeer maker = broker.connect("pourer");
    for (int i = 1; i <= count; i++) {
      maker.send(Publish.to(topic).payload("m" + i));
    }
    maker.ping();
  }

  @Test
  void letsDelayedMessagesBeSeenInTime(RunningBroker broker) {
    String name = broker.topic("delay");
    Queues queues = broker.queues();
    queues.create(name, name, "delivery_delay", 2000);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.open();
    long began = System.nanoTime();
    maker.send(Publish.to(name).qos(1, 1).payload("as the queue says"));
    maker.send(Publish.to(name).qos(1, 2).payload("at once").user("mq-delay", "0"));
    maker.send(Publish.to(name).qos(1, 3).payload("sooner").user("mq-delay", "200"));
    assertThat(worker.take().text()).isEqualTo("at once");
    assertThat(worker.take().text()).isEqualTo("sooner");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(190));
    assertThat(worker.take().text()).isEqualTo("as the queue says");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1990));
    queues.awaitDepth(name, 0);
  }

  @Test
  void storesARepeatedIdentifierOnce(RunningBroker broker) {
    String name = broker.topic("dedup");
    Queues queues = broker.queues();
    queues.create(name, name, "dedup_window", Map.of("count", 3L, "time", 60_000L));
    WirePeer maker = broker.connect("maker");
    for (String id : new String[] {"a", "b", "a", "c", "d", "a", "d"}) {
      assertThat(
              maker.publishForCode(Publish.to(name).qos(1, 0).payload(id).user("mq-dedup-id", id)))
          .isZero();
    }
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    assertThat(worker.take(5).texts())
        .as("a is forgotten after three others")
        .containsExactly("a", "b", "c", "d", "a");
    worker.expectNothing();
    assertThat(queues.stats(name).totals()).containsEntry("duplicates", 2L);
  }

  @Test
  void saysTheFactsThatTheQueueIsToldToSay(RunningBroker broker) {
    String name = broker.topic("facts");
    broker
        .queues()
        .create(
            name,
            name + "/+",
            "is_lastvalue",
            true,
            "key_expression",
            "message.topic",
            "delivery_facts",
            List.of("mq-seq", "mq-enqueued-at", "mq-delivery-count", "mq-key"));
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    broker.connect("maker").publish(Publish.to(name + "/k").qos(1, 0).user("own", "1"));
    Publish first = worker.readPublish();
    assertThat(first.properties().users()).hasSize(4).contains("own=1", "mq-key=" + name + "/k");
    assertThat(first.properties().users()).anyMatch(each -> each.startsWith("mq-seq="));
    assertThat(first.properties().users())
        .anyMatch(each -> each.matches("mq-enqueued-at=[0-9]{13}"));
    Worker.reject(worker, first, 0x80);
    Publish second = worker.take();
    assertThat(second.properties().users()).hasSize(5).contains("mq-delivery-count=2");
    assertThat(second.dup()).isFalse();
  }

  @Test
  void keepsOrderPerPublisherThoughAQueueHasSeveralShards(RunningBroker broker) {
    String name = broker.topic("shards");
    broker.queues().create(name, name, "shards", 4);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    List<WirePeer> makers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      makers.add(broker.connect("p" + i));
    }
    for (int i = 0; i < 20; i++) {
      for (int p = 0; p < makers.size(); p++) {
        WirePeer maker = makers.get(p);
        maker.send(Publish.to(name).qos(1, maker.nextId()).payload(p + ":" + i));
      }
    }
    List<String> got = worker.take(120).texts();
    for (int p = 0; p < makers.size(); p++) {
      String prefix = p + ":";
      List<String> ofOne = got.stream().filter(each -> each.startsWith(prefix)).toList();
      List<String> wanted = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        wanted.add(prefix + i);
      }
      assertThat(ofOne).isEqualTo(wanted);
    }
    long busy = 0;
    for (int i = 0; i < 4; i++) {
      busy +=
          broker.queues().in(name, i, s -> s.queue().stats(0).totals().get("stored")) > 0 ? 1 : 0;
    }
    assertThat(busy).as("shards in use").isGreaterThan(1);
  }

  @Test
  void troublesNoPublisherWhenAQueueIsDeletedUnderLoad(RunningBroker broker) {
    String name = broker.topic("del");
    Queues queues = broker.queues();
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    int published = 0;
    int acknowledged = 0;
    for (int round = 0; round < 20; round++) {
      queues.create(name, name);
      for (int i = 0; i < 25; i++) {
        maker.send(Publish.to(name).qos(1, maker.nextId()).payload("m" + published++));
      }
      queues.delete(name);
      Worker.ack(worker, worker.readWaiting());
      for (; acknowledged < published; acknowledged++) {
        assertThat(maker.expectAck(PacketType.PUBACK, acknowledged + 1).code()).isIn(0, 0x10);
      }
    }
    Worker.ack(worker, worker.readWaiting());
    queues.create(name, name);
    maker.publish(name, 1, "at the end");
    String last = worker.take().text();
    while (!last.equals("at the end")) {
      last = worker.take().text();
    }
  }
}

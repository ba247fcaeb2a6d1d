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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What consumers say of a message, what a queue makes of it, and where messages end. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
class QueueSettlementIT {
  private static long millisSince(long began) {
    return Duration.ofNanos(System.nanoTime() - began).toMillis();
  }

  @Test
  void acknowledgedMessagesLeaveTheQueue(RunningBroker broker) {
    String name = broker.topic("leave");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 5);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    var got = worker.readPublishes(5);
    for (int i = 0; i < 5; i++) {
      queues.awaitDepth(name, 5 - i);
      worker.puback(got.get(i).id());
    }
    queues.awaitDepth(name, 0);
    assertThat(queues.stats(name).bytes()).isZero();
    assertThat(queues.stats(name).totals()).containsEntry("acknowledged", 5L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x80, 0x83, 0x87, 0x91})
  void givesARejectedMessageToAnotherConsumerAtOnce(int code, RunningBroker broker) {
    String name = broker.topic("other");
    broker.queues().create(name, name, "redispatch_interval", "20s");
    WirePeer first = broker.connect("first").subscribe("$queue/" + name, 1);
    broker.publish(name, 1);
    Publish got = first.readPublish();
    WirePeer second = broker.connect("second").subscribe("$queue/" + name, 1);
    broker.queues().awaitConsumers(name, 2);
    Worker.reject(first, got, code);
    Publish again = second.take(); // for which it has no 20 seconds
    assertThat(again.text()).isEqualTo("m1");
    assertThat(again.dup()).isFalse();
    assertThat(again.properties().users()).containsExactly("mq-delivery-count=2");
    broker.queues().awaitDepth(name, 0);
  }

  @Test
  void triesTheOnlyConsumerAgainAfterAPauseThatDoubles(RunningBroker broker) {
    String name = broker.topic("pause");
    Queues queues = broker.queues();
    queues.create(name, name, "redispatch_interval", 200);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    broker.publish(name, 1);
    Publish got = worker.readPublish();
    assertThat(got.properties().users()).isEmpty();
    int pause = 200;
    for (int delivery = 2; delivery <= 4; delivery++) {
      long began = System.nanoTime();
      Worker.reject(worker, got, 0x80);
      got = worker.readPublish();
      assertThat(millisSince(began)).isGreaterThanOrEqualTo(pause - 10L);
      assertThat(got.properties().users()).containsExactly("mq-delivery-count=" + delivery);
      pause *= 2;
    }
    worker.puback(got.id());
    queues.awaitDepth(name, 0);
  }

  @Test
  void doesNotLetAPoisonMessageHoldUpOthers(RunningBroker broker) {
    String name = broker.topic("poison");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer worker = broker.connect("worker").receiveMaximum(1).subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name, 1, "poison");
    for (int i = 0; i < 50; i++) {
      maker.publish(name, 1, "m" + i);
    }
    List<String> handled = new ArrayList<>();
    while (handled.size() < 50) {
      Publish got = worker.readPublish();
      if (got.text().equals("poison")) {
        Worker.reject(worker, got, 0x80);
      } else {
        worker.puback(got.id());
        handled.add(got.text());
      }
    }
    assertThat(handled).doesNotHaveDuplicates();
    queues.awaitDepth(name, 1);
  }

  @Test
  void slowsAConsumerDownThatHasTooMuchToDo(RunningBroker broker) {
    String name = broker.topic("slow");
    Queues queues = broker.queues();
    queues.create(name, name, "redispatch_interval", 5000, "dispatch_strategy", "round_robin");
    WirePeer busy = broker.connect("busy").subscribe("$queue/" + name, 1);
    broker.publish(name, 1);
    Publish got = busy.readPublish();
    WirePeer other = broker.connect("other").subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 2);
    long began = System.nanoTime();
    Worker.reject(busy, got, 0x97);
    assertThat(other.take().text()).isEqualTo("m1");
    assertThat(queues.consumers(name)).filteredOn(each -> each.paused()).hasSize(1);
    broker.publish(name, 6);
    assertThat(other.take(6).texts()).isEqualTo(Worker.texts(1, 6));
    queues.settle(name);
    busy.expectNothing();
    assertThat(millisSince(began)).as("of the pause").isLessThan(5000);
    queues.awaitStats(name, s -> queues.consumers(name).stream().noneMatch(each -> each.paused()));
    broker.publish(name, 6);
    assertThat(other.readPublishes(3)).hasSize(3);
    assertThat(busy.readPublishes(3)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x90, 0x99})
  void sendsWhatIsRefusedForGoodToTheDeadLetterQueueWithTheReason(int code, RunningBroker broker) {
    String name = broker.topic("dead");
    Queues queues = broker.queues();
    queues.create(name + "-dead", name + "/none");
    queues.create(name, name + "/+", "dead_letter", Map.of("queue", name + "-dead"));
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    broker
        .connect("maker")
        .publish(Publish.to(name + "/1").qos(1, 0).payload("bad").user("u", "1"));
    Worker.reject(worker, worker.readPublish(), code, "no such plant");
    queues.awaitDepth(name, 0);
    queues.awaitDepth(name + "-dead", 1);
    Publish dead = broker.connect("doctor").subscribe("$queue/" + name + "-dead", 1).take();
    assertThat(dead.topic()).isEqualTo(name + "/1");
    assertThat(dead.text()).isEqualTo("bad");
    assertThat(dead.properties().users())
        .contains(
            "u=1",
            "mq-dead-letter-queue=" + name,
            "mq-dead-letter-reason=rejected",
            "mq-dead-letter-deliveries=1",
            "mq-dead-letter-detail=no such plant")
        .anyMatch(each -> each.matches("mq-dead-letter-first-at=[0-9]{13}"));
    assertThat(queues.stats(name).totals()).containsEntry("dead_lettered", 1L);
    worker.expectNothing();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void publishesDeadLettersToATopicAtLeastAtQos1(int qos, RunningBroker broker) {
    String name = broker.topic("deadtopic");
    Queues queues = broker.queues();
    queues.create(name, name + "/+", "dead_letter", Map.of("topic", "dead/" + name));
    WirePeer doctor = broker.connect("doctor").subscribe("dead/" + name, 1);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(
        Publish.to(name + "/1").qos(qos, 0).payload("bad").with(PropertyId.CONTENT_TYPE, "x"));
    Worker.reject(worker, worker.readPublish(), 0x99);
    Publish dead = doctor.take();
    assertThat(dead.qos()).isEqualTo(1);
    assertThat(dead.topic()).isEqualTo("dead/" + name);
    assertThat(dead.properties().text(PropertyId.CONTENT_TYPE)).isEqualTo("x");
    assertThat(dead.properties().users()).contains("mq-dead-letter-topic=" + name + "/1");
    queues.awaitDepth(name, 0);
  }

  @Test
  void sendsWhatWasHandedOutTooOftenToTheDeadLetters(RunningBroker broker) {
    String name = broker.topic("often");
    Queues queues = broker.queues();
    queues.create(name + "-dead", name + "/none");
    queues.create(
        name,
        name,
        "max_deliveries",
        3,
        "redispatch_interval",
        20,
        "dead_letter",
        Map.of("queue", name + "-dead"));
    broker.publish(name, 1);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    for (int i = 1; i <= 2; i++) {
      Publish got = worker.readPublish();
      assertThat(Worker.deliveryCount(got)).isEqualTo(i);
      Worker.reject(worker, got, 0x80, "try " + i);
    }
    worker.readPublish();
    worker.cut();
    queues.awaitDepth(name + "-dead", 1);
    queues.awaitDepth(name, 0);
    Publish dead = broker.connect("doctor").subscribe("$queue/" + name + "-dead", 1).take();
    assertThat(dead.properties().users())
        .contains("mq-dead-letter-reason=max_deliveries", "mq-dead-letter-deliveries=3");
  }

  @Test
  void dropsAndCountsWhatHasNoDeadLetter(RunningBroker broker) {
    String name = broker.topic("nodead");
    Queues queues = broker.queues();
    queues.create(name, name, "max_deliveries", 1);
    broker.publish(name, 2);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    Worker.reject(worker, worker.readPublish(), 0x80);
    Worker.reject(worker, worker.readPublish(), 0x90);
    queues.awaitDepth(name, 0);
    assertThat(queues.stats(name).dropped())
        .isEqualTo(Map.of("max_deliveries", 1L, "rejected", 1L));
  }

  @Test
  void keepsADeadLetterUntilItsQueueIsThere(RunningBroker broker) {
    String name = broker.topic("deadlater");
    Queues queues = broker.queues();
    queues.create(name, name, "dead_letter", Map.of("queue", name + "-dead"));
    broker.publish(name, 1);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    Worker.reject(worker, worker.readPublish(), 0x99);
    queues.awaitStats(name, stats -> stats.retrying() == 1);
    queues.create(name + "-dead", name + "/none");
    queues.awaitDepth(name + "-dead", 1);
    queues.awaitDepth(name, 0);
  }

  @Test
  void givesToAnotherConsumerWhatIsNotAcknowledgedInTime(RunningBroker broker) {
    String name = broker.topic("timeout");
    Queues queues = broker.queues();
    queues.create(name, name, "ack_timeout", 3000);
    WirePeer silent = broker.connect("silent").subscribe("$queue/" + name, 1);
    WirePeer second = broker.connect("second").open();
    broker.publish(name, 1);
    Publish first = silent.readPublish();
    second.subscribe("$queue/" + name, 1); // in time, so that it is not tried with the silent one
    Publish again = second.readPublish();
    assertThat(again.text()).isEqualTo("m1");
    assertThat(Worker.deliveryCount(again)).isEqualTo(2);
    assertThat(queues.stats(name).totals()).containsEntry("timed_out", 1L);
    silent.puback(first.id()); // too late, but it was handled
    queues.awaitDepth(name, 0);
    second.puback(again.id());
    queues.settle(name);
    silent.expectNothing();
    second.expectNothing();
  }

  @Test
  void keepsTheOrderOfAPublisherIntoOneConsumer(RunningBroker broker) {
    String name = broker.topic("order");
    broker.queues().create(name, name);
    broker.publish(name, 100);
    WirePeer worker = broker.connect("worker").receiveMaximum(7).subscribe("$queue/" + name, 1);
    assertThat(worker.take(100).texts()).isEqualTo(Worker.texts(1, 100));
  }

  @Test
  void doesNotTakeAMessageForHandledThatIsTooLargeForAConsumer(RunningBroker broker) {
    String name = broker.topic("large");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer small = broker.connect("small").maximumPacketSize(200).subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(Publish.to(name).qos(1, 0).payload(new byte[1000]));
    maker.publish(name, 1, "fits");
    assertThat(small.take().text()).isEqualTo("fits");
    queues.awaitDepth(name, 1);
    WirePeer large = broker.connect("large").subscribe("$queue/" + name, 1);
    assertThat(large.take().payload()).hasSize(1000);
    queues.awaitDepth(name, 0);
  }
}

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
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who gets the messages of a named queue, and how many at a time. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
class QueueDispatchIT {
  @Test
  void handsOutNoMoreThanTheWindowHolds(RunningBroker broker) {
    String name = broker.topic("window");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 50);
    WirePeer worker = broker.connect("worker").receiveMaximum(10).subscribe("$queue/" + name, 1);
    Publishes first = worker.readPublishes(10);
    queues.settle(name);
    worker.expectNothing();
    assertThat(queues.stats(name).unacknowledged()).isEqualTo(10);
    worker.puback(first.get(3).id());
    assertThat(worker.readPublish().text()).isEqualTo("m11");
    queues.settle(name);
    worker.expectNothing();
  }

  @Test
  void handsOutNoMoreThanTheQueueAllowsAConsumerAndTheRestToOthers(RunningBroker broker) {
    String name = broker.topic("ten");
    Queues queues = broker.queues();
    queues.create(name, name, "consumer_max_inflight", 10);
    broker.publish(name, 30);
    WirePeer first = broker.connect("first");
    first.subscribe(Subscribe.to("$queue/" + name, 0)); // QoS 0: never "full"
    assertThat(first.readPublishes(10).texts()).isEqualTo(Worker.texts(1, 10));
    queues.settle(name);
    first.expectNothing();
    assertThat(queues.stats(name).unacknowledged()).isEqualTo(10);
    assertThat(queues.consumers(name))
        .singleElement()
        .satisfies(each -> assertThat(each.unacknowledged()).isEqualTo(10));

    first.cut();
    queues.awaitConsumers(name, 0); // what it had is back, in front of the others
    WirePeer second = broker.connect("second").subscribe("$queue/" + name, 1);
    Publishes again = second.take(30);
    assertThat(again.texts()).isEqualTo(Worker.texts(1, 30));
    assertThat(again.subList(0, 10)).allMatch(each -> Worker.deliveryCount(each) == 2);
    assertThat(again.subList(10, 30)).allMatch(each -> Worker.deliveryCount(each) == 1);
    assertThat(again).noneMatch(Publish::dup);
  }

  @Test
  void sharesABacklogWithAConsumerThatJoinsLater(RunningBroker broker) {
    String name = broker.topic("backlog");
    Queues queues = broker.queues();
    queues.create(name, name);
    QueueStoringIT.pour(broker, name, 5000);
    queues.awaitDepth(name, 5000);
    WirePeer first = broker.connect("first").subscribe("$queue/" + name, 1);
    int ofFirst = first.readPublishes(32).size();
    WirePeer second = broker.connect("second").subscribe("$queue/" + name, 1);
    assertThat(second.take(100)).hasSize(100);
    queues.settle(name);
    first.expectNothing();
    assertThat(ofFirst).isEqualTo(32);
    assertThat(second.take(5000 - 32 - 100)).hasSize(5000 - 32 - 100);
    queues.awaitDepth(name, 32);
  }

  /** Publishes one at a time, each consumed before the next; how many each consumer got. */
  private static int[] shares(RunningBroker broker, String topic, int count, WirePeer... workers) {
    WirePeer maker = broker.connect("sharer");
    int[] got = new int[workers.length];
    for (int i = 0; i < count; i++) {
      maker.publish(topic, 1, "m" + i);
    }
    int sum = 0;
    while (sum < count) {
      for (int w = 0; w < workers.length; w++) {
        Publishes waiting = workers[w].readWaiting();
        Worker.ack(workers[w], waiting);
        got[w] += waiting.size();
        sum += waiting.size();
      }
    }
    return got;
  }

  @Test
  void choosesAtRandomAmongAllWithRoom(RunningBroker broker) {
    String name = broker.topic("random");
    broker.queues().create(name, name, "dispatch_strategy", "random");
    WirePeer[] workers = new WirePeer[3];
    for (int i = 0; i < 3; i++) {
      workers[i] = broker.connect("w" + i).receiveMaximum(1000).subscribe("$queue/" + name, 1);
    }
    broker.queues().awaitConsumers(name, 3);
    for (int share : shares(broker, name, 300, workers)) {
      assertThat(share).isBetween(60, 140);
    }
  }

  @Test
  void goesRoundInTurnAndKeepsTheTurnWhenOthersJoinOrLeave(RunningBroker broker) {
    String name = broker.topic("turn");
    Queues queues = broker.queues();
    queues.create(name, name, "dispatch_strategy", "round_robin");
    WirePeer a = broker.connect("a").subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 1);
    WirePeer b = broker.connect("b").subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 2);
    broker.publish(name, 6);
    assertThat(a.readPublishes(3).texts()).containsExactly("m1", "m3", "m5");
    assertThat(b.readPublishes(3).texts()).containsExactly("m2", "m4", "m6");
    WirePeer c = broker.connect("c").subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 3);
    broker.publish(name, 3);
    assertThat(c.readPublish().text()).as("the turn was that of the one behind b").isEqualTo("m1");
    assertThat(a.readPublish().text()).isEqualTo("m2");
    assertThat(b.readPublish().text()).isEqualTo("m3");
  }

  @Test
  void givesToTheOneWithTheFewestUnacknowledged(RunningBroker broker) {
    String name = broker.topic("least");
    Queues queues = broker.queues();
    queues.create(name, name, "dispatch_strategy", "least_inflight");
    WirePeer a = broker.connect("a").receiveMaximum(20).subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 1);
    broker.publish(name, 4);
    Publishes four = a.readPublishes(4);
    WirePeer b = broker.connect("b").receiveMaximum(20).subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 2);
    broker.publish(name, 4);
    assertThat(b.readPublishes(4)).hasSize(4);
    queues.settle(name);
    a.expectNothing();
    Worker.ack(a, four);
    queues.awaitStats(name, stats -> stats.unacknowledged() == 4);
    broker.publish(name, 4);
    assertThat(a.readPublishes(4)).hasSize(4);
    queues.settle(name);
    b.expectNothing();
  }

  @Test
  void keepsTheMessagesOfOneKeyWithOneConsumerInOrder(RunningBroker broker) {
    String name = broker.topic("keyed");
    Queues queues = broker.queues();
    queues.create(
        name, name + "/#", "dispatch_strategy", "key_ordered", "key_expression", "message.topic");
    WirePeer[] workers = new WirePeer[3];
    for (int i = 0; i < 3; i++) {
      workers[i] = broker.connect("w" + i).subscribe("$queue/" + name, 1);
    }
    queues.awaitConsumers(name, 3);
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < 10; i++) {
      for (int key = 0; key < 8; key++) {
        maker.publish(name + "/" + key, 1, key + ":" + i);
      }
    }
    Map<String, List<Integer>> ownersByKey = new HashMap<>();
    Map<String, List<String>> textsByKey = new HashMap<>();
    int taken = 0;
    while (taken < 80) {
      for (int w = 0; w < 3; w++) {
        Publishes waiting = workers[w].readWaiting();
        Map<String, Boolean> inHand = new HashMap<>();
        for (Publish each : waiting) {
          assertThat(inHand.put(each.topic() + each.text(), true)).isNull();
          ownersByKey.computeIfAbsent(each.topic(), k -> new ArrayList<>()).add(w);
          textsByKey.computeIfAbsent(each.topic(), k -> new ArrayList<>()).add(each.text());
        }
        Worker.ack(workers[w], waiting);
        taken += waiting.size();
      }
    }
    assertThat(textsByKey).hasSize(8);
    textsByKey.forEach(
        (topic, texts) -> {
          String key = topic.substring(topic.length() - 1);
          for (int i = 0; i < 10; i++) {
            assertThat(texts.get(i)).isEqualTo(key + ":" + i);
          }
        });
    ownersByKey.values().forEach(owners -> assertThat(owners).containsOnly(owners.get(0)));
  }

  @Test
  void movesAKeyOnlyAfterWhatIsUnacknowledgedIsSettled(RunningBroker broker) {
    String name = broker.topic("moving");
    Queues queues = broker.queues();
    queues.create(name, name, "dispatch_strategy", "key_ordered");
    WirePeer first = broker.connect("first").receiveMaximum(2).subscribe("$queue/" + name, 1);
    broker.publish(name, 6);
    Publishes two = first.readPublishes(2);
    WirePeer second = broker.connect("second").subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 2);
    second.silentFor(Duration.ofMillis(1200));
    first.cut();
    assertThat(second.take(6).texts()).isEqualTo(Worker.texts(1, 6));
    assertThat(two.texts()).containsExactly("m1", "m2");
  }

  @Test
  void goesOnWithTheOtherKeysWhileAConsumerHoldsOneOfWhichThereAreVeryMany(RunningBroker broker) {
    String name = broker.topic("crowd");
    Queues queues = broker.queues();
    queues.create(
        name, name + "/#", "dispatch_strategy", "key_ordered", "key_expression", "message.topic");
    WirePeer slow = broker.connect("slow").receiveMaximum(2).subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 1);
    QueueStoringIT.pour(broker, name + "/hot", 6_000);
    assertThat(slow.readPublishes(2).texts()).isEqualTo(Worker.texts(1, 2));
    WirePeer able = broker.connect("able").subscribe("$queue/" + name, 1);
    queues.awaitConsumers(name, 2);
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < 50; i++) {
      maker.publish(name + "/k" + i, 1, "other" + i);
    }
    assertThat(able.take(50).texts()).hasSize(50).allMatch(each -> each.startsWith("other"));
    queues.awaitDepth(name, 6_000);
    slow.cut();
    assertThat(able.take(6_000).texts()).isEqualTo(Worker.texts(1, 6_000));
    queues.awaitDepth(name, 0);
  }

  @Test
  void changesTheStrategyWhileMessagesAreOut(RunningBroker broker) {
    String name = broker.topic("change");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 40);
    WirePeer worker = broker.connect("worker").receiveMaximum(5).subscribe("$queue/" + name, 1);
    List<String> got = new ArrayList<>();
    for (String strategy :
        new String[] {"key_ordered", "round_robin", "least_inflight", "random"}) {
      queues.change(name, "dispatch_strategy", strategy);
      got.addAll(worker.take(10).texts());
    }
    assertThat(got).isEqualTo(Worker.texts(1, 40));
    queues.awaitDepth(name, 0);
  }

  @Test
  void letsNeitherOrdinaryTrafficNorTheQueueStarveTheOther(RunningBroker broker) {
    String name = broker.topic("fair");
    Queues queues = broker.queues();
    queues.create(name, name + "/q");
    WirePeer worker = broker.connect("worker").receiveMaximum(4);
    worker.subscribe(name + "/plain", 1);
    QueueStoringIT.pour(broker, name + "/q", 400);
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < 400; i++) {
      maker.publish(name + "/plain", 1, "p" + i);
    }
    worker.subscribe("$queue/" + name, 1);
    while (worker.take().topic().endsWith("/plain")) {
      // The queue has heard of its consumer only now: before, there was nothing to share.
    }
    int plain = 0;
    for (int i = 0; i < 300; i++) {
      plain += worker.take().topic().endsWith("/plain") ? 1 : 0;
    }
    assertThat(plain).isBetween(30, 270);
  }

  @Test
  void servesAConsumerAgainThatDidNotReadForAWhile(RunningBroker broker) {
    String name = broker.topic("congested");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < 60; i++) {
      maker.publish(Publish.to(name).qos(1, 0).payload(new byte[200_000]));
    }
    WirePeer slow = broker.connect("slow").receiveMaximum(60).subscribe("$queue/" + name, 1);
    queues.awaitStats(name, stats -> stats.unacknowledged() > 0);
    WirePeer quick = broker.connect("quick").receiveMaximum(1).subscribe("$queue/" + name, 1);
    quick.take(5);
    queues.awaitStats(name, s -> true);
    quick.disconnect();
    int got = 0;
    while (got < 55) {
      slow.take();
      got++;
    }
    queues.awaitDepth(name, 0);
  }
}

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
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Last-value queues: one message a key. */
@BrokerTest
class QueueLastValueIT {
  private static void create(Queues queues, String name, String expression) {
    queues.create(name, name + "/#", "is_lastvalue", true, "key_expression", expression);
  }

  @Test
  void isWhatASubscriptionMakesUnlessToldOtherwise(RunningBroker broker) {
    String name = broker.topic("auto");
    WirePeer worker = broker.connect("worker").receiveMaximum(1);
    worker.subscribe("$queue/" + name + "/" + name + "/#", 1);
    assertThat(broker.queues().find(name).isLastValue()).isTrue();
    worker.unsubscribe("$queue/" + name + "/" + name + "/#");
    broker.queues().awaitConsumers(name, 0);
    broker.connect("p1").publish(name + "/1", 1, "old");
    broker.connect("p2").publish(name + "/1", 1, "other publisher");
    broker.connect("p1").publish(name + "/2", 1, "new");
    worker.subscribe("$queue/" + name, 1);
    assertThat(worker.take(2).texts()).containsExactly("other publisher", "new");
    broker.queues().awaitDepth(name, 0);
    worker.expectNothing();
  }

  @Test
  void replacesWhatWasNotConsumedAndTakesThePlaceAtTheEnd(RunningBroker broker) {
    String name = broker.topic("replace");
    Queues queues = broker.queues();
    create(queues, name, "message.topic");
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/a", 1, "a1");
    maker.publish(name + "/b", 1, "b1");
    maker.publish(name + "/a", 0, "a2");
    maker.publish(name + "/c", 1, "c1");
    assertThat(queues.stats(name).depth()).isEqualTo(3);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    assertThat(worker.take(3).texts()).containsExactly("b1", "a2", "c1");
    queues.awaitDepth(name, 0);
    worker.expectNothing();
  }

  @Test
  void replacesForAConnectedConsumerWhatWasNotYetSent(RunningBroker broker) {
    String name = broker.topic("unsent");
    Queues queues = broker.queues();
    create(queues, name, "message.topic");
    WirePeer worker = broker.connect("worker").receiveMaximum(1).subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/a", 1, "a1");
    Publish first = worker.readPublish();
    for (int i = 1; i <= 20; i++) {
      maker.publish(name + "/b", 1, "b" + i);
      maker.publish(name + "/a", 1, "a" + (i + 1));
    }
    worker.puback(first.id());
    assertThat(worker.take(2).texts()).containsExactly("b20", "a21");
    queues.awaitDepth(name, 0);
    worker.expectNothing();
  }

  @Test
  void dropsWhatComesBackWhileANewerValueExists(RunningBroker broker) {
    String name = broker.topic("back");
    Queues queues = broker.queues();
    create(queues, name, "message.topic");
    WirePeer first = broker.connect("first").receiveMaximum(1).subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/a", 1, "a1");
    first.readPublish();
    maker.publish(name + "/a", 1, "a2");
    first.cut();
    WirePeer second = broker.connect("second").receiveMaximum(1).subscribe("$queue/" + name, 1);
    Publish newer = second.readPublish();
    assertThat(newer.text()).isEqualTo("a2");
    maker.publish(name + "/a", 1, "a3");
    Worker.reject(second, newer, 0x80);
    assertThat(second.take().text()).isEqualTo("a3");
    queues.awaitDepth(name, 0);
    second.expectNothing();
    assertThat(queues.stats(name).dropped()).containsEntry("replaced", 2L);
  }

  @Test
  void consumesWhatWasSentThoughANewerValueCame(RunningBroker broker) {
    String name = broker.topic("late");
    Queues queues = broker.queues();
    create(queues, name, "message.topic");
    WirePeer worker = broker.connect("worker").receiveMaximum(5).subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/a", 1, "a1");
    Publish old = worker.readPublish();
    maker.publish(name + "/a", 1, "a2");
    Publish next = worker.readPublish();
    worker.puback(old.id());
    worker.puback(next.id());
    assertThat(next.text()).isEqualTo("a2");
    queues.awaitDepth(name, 0);
    worker.expectNothing();
  }

  @Test
  void leavesOutWhatHasNoKeyAndTellsThePublisherSuccess(RunningBroker broker) {
    String name = broker.topic("nokey");
    Queues queues = broker.queues();
    create(queues, name, "message.headers.properties.User-Property.k");
    WirePeer maker = broker.connect("maker");
    assertThat(maker.publishForCode(Publish.to(name + "/1").qos(1, 0))).isZero();
    assertThat(maker.publishForCode(Publish.to(name + "/1").qos(1, 0).user("k", ""))).isZero();
    assertThat(maker.publishForCode(Publish.to(name + "/1").qos(2, 0).user("k", "x"))).isZero();
    assertThat(maker.publishForCode(Publish.to(name + "/1").qos(1, 0).user("k", ""))).isZero();
    assertThat(queues.stats(name).depth()).as("an empty string is a key").isEqualTo(2);
    assertThat(queues.stats(name).dropped()).isEqualTo(Map.of("no_key", 1L));
  }

  @Test
  void findsKeysInThePayload(RunningBroker broker) {
    String name = broker.topic("json");
    Queues queues = broker.queues();
    create(queues, name, "concat(message.payload.site, '/', message.payload.line)");
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/1", 1, "{\"site\":\"a\",\"line\":1,\"v\":1}");
    maker.publish(name + "/2", 1, "{\"site\":\"a\",\"line\":1,\"v\":2}");
    maker.publish(name + "/3", 1, "{\"site\":\"a\",\"line\":2,\"v\":3}");
    maker.publish(name + "/4", 1, "no json");
    assertThat(queues.stats(name).depth()).isEqualTo(2);
    assertThat(queues.stats(name).dropped().values()).containsExactly(1L);
  }

  @Test
  void usesAChangedExpressionForMessagesFromThenOn(RunningBroker broker) {
    String name = broker.topic("expr");
    Queues queues = broker.queues();
    create(queues, name, "message.topic");
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/a", 1, "1");
    queues.change(name, "key_expression", "message.payload");
    maker.publish(name + "/a", 1, "2");
    maker.publish(name + "/b", 1, "2");
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    assertThat(worker.take(2)).extracting(Publish::topic).containsExactly(name + "/a", name + "/b");
  }

  @Test
  @WithSetting(key = "node.event_loops", value = "2")
  void keepsOneMessageAKeyOverManyMoreThanMemoryHolds(RunningBroker broker) {
    Queues queues = broker.queues();
    create(queues, "many", "message.topic");
    WirePeer maker = broker.connect("maker");
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 5000; i++) {
        maker.send(Publish.to("many/" + i).payload(round + ":" + i));
      }
    }
    maker.ping();
    queues.awaitStats("many", s -> s.totals().get("stored") == 10_000 && s.depth() == 5000);
    WirePeer worker = broker.connect("worker").subscribe("$queue/many", 1);
    for (int i = 0; i < 5000; i++) {
      assertThat(worker.take().text()).isEqualTo("1:" + i);
    }
    queues.awaitDepth("many", 0);
  }
}

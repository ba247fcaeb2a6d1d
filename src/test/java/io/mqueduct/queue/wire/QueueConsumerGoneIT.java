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
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A consumer goes away while it has messages: others get them at once, each once, and whoever comes
 * back gets nothing twice but what he had.
 */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
class QueueConsumerGoneIT {
  /** Less than any timer of the broker that it might wait for, and enough for a slow machine. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  /** How a consumer goes. */
  enum Going {
    UNSUBSCRIBE(false, (broker, peer) -> peer.unsubscribe("$queue/" + broker.topic("gone"))),
    DISCONNECT(false, (broker, peer) -> peer.send("e000")),
    PERSISTENT_DISCONNECT(true, (broker, peer) -> peer.send("e000")),
    SOCKET_CUT(false, (broker, peer) -> peer.cut()),
    PERSISTENT_CUT(true, (broker, peer) -> peer.cut()),
    TAKEOVER_BY_CLEAN_START(
        true, (broker, peer) -> broker.connect("worker").cleanStart(true).open()),
    KICK(true, (broker, peer) -> broker.queues().kick(broker.topic("worker"))),
    PROTOCOL_ERROR(true, (broker, peer) -> peer.send("ff00"));

    final boolean isPersistent;
    final BiConsumer<RunningBroker, WirePeer> go;

    Going(boolean isPersistent, BiConsumer<RunningBroker, WirePeer> go) {
      this.isPersistent = isPersistent;
      this.go = go;
    }
  }

  @ParameterizedTest
  @EnumSource(Going.class)
  void givesWhatItHadToOthersAtOnce(Going going, RunningBroker broker) {
    String name = broker.topic("gone");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 20);
    WirePeer first = broker.connect("worker").receiveMaximum(8);
    if (going.isPersistent) {
      first.durable();
    }
    first.subscribe("$queue/" + name, 1);
    Publishes had = first.readPublishes(8);
    first.puback(had.get(0).id());
    first.puback(had.get(5).id());
    Publishes more = first.readPublishes(2);
    queues.awaitDepth(name, 18);
    WirePeer second = broker.connect("second").receiveMaximum(1000).subscribe("$queue/" + name, 1);
    assertThat(second.readPublishes(10).texts()).isEqualTo(Worker.texts(11, 20));

    long began = System.nanoTime();
    going.go.accept(broker, first);
    Publishes again = second.readPublishes(8);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AT_ONCE);
    assertThat(again.texts())
        .containsExactlyInAnyOrder("m2", "m3", "m4", "m5", "m7", "m8", "m9", "m10");
    assertThat(again).allMatch(each -> Worker.deliveryCount(each) == 2 && !each.dup());
    queues.settle(name);
    second.expectNothing();
    assertThat(more.texts()).containsExactly("m9", "m10");
  }

  @Test
  void takesWhatIsAcknowledgedAfterAnUnsubscribeForHandled(RunningBroker broker) {
    String name = broker.topic("unsub");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 5);
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    Publishes had = worker.readPublishes(5);
    worker.unsubscribe("$queue/" + name);
    Worker.ack(worker, had);
    queues.awaitDepth(name, 0);
  }

  @Test
  void noticesAClientWhoseKeepAliveRanOut(RunningBroker broker) {
    String name = broker.topic("alive");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 3);
    WirePeer second = broker.connect("second").open();
    WirePeer first = broker.connect("first").keepAlive(3).subscribe("$queue/" + name, 1);
    first.readPublishes(3);
    second.subscribe("$queue/" + name, 1);
    queues.settle(name);
    second.expectNothing();
    first.expectClosed();
    long began = System.nanoTime();
    assertThat(second.take(3).texts()).containsExactlyInAnyOrder("m1", "m2", "m3");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AT_ONCE);
  }

  @Test
  void consumesAgainAfterAResumeWithoutASubscribeAndWithoutWhatWentToOthers(RunningBroker broker) {
    String name = broker.topic("resume");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 6);
    WirePeer first = broker.connect("first").durable().subscribe("$queue/" + name, 1);
    Publishes had = first.readPublishes(6);
    first.puback(had.get(0).id());
    queues.awaitDepth(name, 5);
    first.cut();
    queues.awaitConsumers(name, 0);
    WirePeer second = broker.connect("second").subscribe("$queue/" + name, 1);
    assertThat(second.take(5).texts()).containsExactlyInAnyOrder("m2", "m3", "m4", "m5", "m6");
    second.disconnect();
    queues.awaitDepth(name, 0);

    WirePeer again = broker.connect("first").durable();
    assertThat(again.connack().sessionPresent()).isTrue();
    again.expectNothing();
    broker.publish(name, 2);
    assertThat(again.take(2).texts()).containsExactly("m1", "m2");
    queues.awaitDepth(name, 0);
  }

  @Test
  void getsAfterAResumeOnceWhatNobodyElseTook(RunningBroker broker) {
    String name = broker.topic("own");
    Queues queues = broker.queues();
    queues.create(name, name);
    broker.publish(name, 40);
    WirePeer first = broker.connect("first").durable().receiveMaximum(10);
    first.subscribe("$queue/" + name, 1);
    first.readPublishes(10);
    for (int round = 2; round <= 4; round++) {
      first.cut();
      queues.awaitConsumers(name, 0); // so that all of it is back, in front of the others
      first = broker.connect("first").durable().receiveMaximum(10);
      assertThat(first.connack().sessionPresent()).isTrue();
      Publishes back = first.readPublishes(10);
      assertThat(back.texts()).containsExactlyInAnyOrderElementsOf(Worker.texts(1, 10));
      int count = round;
      assertThat(back).allMatch(each -> Worker.deliveryCount(each) == count);
      queues.settle(name);
      first.expectNothing();
    }
    first.cut();
    first = broker.connect("first").durable().receiveMaximum(10);
    List<String> all = new ArrayList<>(first.take(40).texts());
    assertThat(all).containsExactlyInAnyOrderElementsOf(Worker.texts(1, 40));
    queues.awaitDepth(name, 0);
    first.expectNothing();
  }

  @Test
  void keepsConsumingAcrossATakeoverOfALivingSession(RunningBroker broker) {
    String name = broker.topic("takeover");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer current = broker.connect("worker").durable().receiveMaximum(5);
    current.subscribe("$queue/" + name, 1);
    List<String> handled = new ArrayList<>();
    int published = 0;
    for (int round = 0; round < 15; round++) { // connections come to both event loops
      for (int i = 0; i < 4; i++) {
        broker.publish(Publish.to(name).qos(1, 0).payload("m" + ++published));
      }
      Publish got = current.readPublish();
      WirePeer next = broker.connect("worker").durable().receiveMaximum(5).open();
      assertThat(got.text()).startsWith("m");
      current = next;
      for (int i = 0; i < 4; i++) {
        handled.add(current.take().text());
      }
    }
    assertThat(handled).containsExactlyInAnyOrderElementsOf(Worker.texts(1, published));
    queues.awaitDepth(name, 0);
    current.expectNothing();
  }

  @Test
  void endsWithTheSession(RunningBroker broker) {
    String name = broker.topic("expire");
    Queues queues = broker.queues();
    queues.create(name, name);
    WirePeer first = broker.connect("first").cleanStart(false).expiry(1);
    first.subscribe("$queue/" + name, 1);
    broker.publish(name, 2);
    first.readPublishes(2);
    first.cut();
    WirePeer second = broker.connect("second").subscribe("$queue/" + name, 1);
    assertThat(second.take(2).texts()).containsExactlyInAnyOrder("m1", "m2");
    second.silentFor(Duration.ofMillis(3500));
    WirePeer again = broker.connect("first").cleanStart(false).expiry(1);
    assertThat(again.connack().sessionPresent()).isFalse();
    queues.awaitConsumers(name, 1);
  }

  @Test
  void doesNotCountADeliveryThatWasNeverSent(RunningBroker broker) {
    String name = broker.topic("unsent");
    Queues queues = broker.queues();
    queues.create(name, name, "max_deliveries", 1);
    for (int round = 0; round < 30; round++) {
      WirePeer blocked = broker.connect("blocked" + round).receiveMaximum(40);
      blocked.subscribe("$queue/" + name, 1);
      for (int i = 0; i < 5; i++) {
        blocked.send(Publish.to(name).payload("x"));
      }
      blocked.cut();
    }
    queues.awaitConsumers(name, 0);
    var stats = queues.stats(name);
    long sum = stats.totals().get("stored");
    long lost = stats.dropped().getOrDefault("max_deliveries", 0L);
    assertThat(stats.depth() + lost).isEqualTo(sum);
  }
}

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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.BrokerException;
import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscribing to named queues: what the filters mean, and what the SUBACK says. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
@WithSetting(key = "mq.auto_create.regular", value = "true")
class QueueSubscribingIT {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void grantsQos1WhateverWasAskedAndDeliversAtQos1(int asked, RunningBroker broker) {
    String name = broker.topic("any");
    broker.queues().create(name, name + "/#");
    WirePeer worker = broker.connect("worker");
    assertThat(worker.subscribe(Subscribe.to("$queue/" + name, asked)).codes()).containsExactly(1);
    WirePeer maker = broker.connect("maker");
    for (int qos = 0; qos <= 2; qos++) {
      maker.publish(name + "/t", qos, "q" + qos);
    }
    assertThat(worker.take(3))
        .allMatch(each -> each.qos() == 1)
        .extracting(Publish::text)
        .containsExactly("q0", "q1", "q2");
    broker.queues().awaitDepth(name, 0);
  }

  @Test
  void attachesAWaitingConsumerTheMomentItsQueueIsMade(RunningBroker broker) {
    String name = broker.topic("later");
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/t", 1, "before");
    assertThatThrownBy(() -> broker.queues().find(name))
        .as("subscribing by name alone makes no queue")
        .isInstanceOf(BrokerException.class);
    broker.queues().create(name, name + "/#");
    maker.publish(name + "/t", 1, "after");
    assertThat(worker.take().text()).isEqualTo("after");
    worker.expectNothing();
  }

  @Test
  void waitsWhileTheQueueHasAnotherFilterAndConsumesOnceItIsMadeAnew(RunningBroker broker) {
    String name = broker.topic("other");
    Queues queues = broker.queues();
    queues.create(name, name + "/a");
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name + "/" + name + "/b", 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/a", 1, "not for it");
    worker.expectNothing();
    assertThat(queues.waiting(name)).singleElement().asString().startsWith("worker");
    assertThat(queues.consumers(name)).isEmpty();

    queues.delete(name);
    queues.create(name, name + "/b");
    queues.awaitConsumers(name, 1);
    maker.publish(name + "/b", 1, "for it");
    assertThat(worker.take().text()).isEqualTo("for it");
  }

  @Test
  void makesTheQueueThatASubscriptionDescribes(RunningBroker broker) {
    String name = broker.topic("made");
    WirePeer worker =
        broker.connect("worker").subscribe("$queue/" + name + "/" + name + "/+", 0 + 1);
    assertThat(broker.queues().find(name).topicFilter()).isEqualTo(name + "/+");
    assertThat(broker.queues().find(name).isLastValue()).isFalse();
    broker.connect("maker").publish(name + "/x", 1, "m");
    assertThat(worker.take().text()).isEqualTo("m");
  }

  @Test
  void makesTheQueueOfTheDeprecatedForm(RunningBroker broker) {
    String filter = broker.topic("old") + "/+/x";
    WirePeer worker = broker.connect("worker").subscribe("$q/" + filter, 1);
    assertThat(broker.queues().find("/" + filter).topicFilter()).isEqualTo(filter);
    WirePeer second = broker.connect("second").subscribe("$q/" + filter, 1);
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < 40; i++) {
      maker.publish(filter.replace("+", "y"), 1, "m" + i);
    }
    shareAll(40, worker, second);
    assertThat(worker.unsubscribe("$q/" + filter).codes()).containsExactly(0);
  }

  /** Sees that two get so many messages in all, and each some. */
  private static void shareAll(int count, WirePeer first, WirePeer second) {
    int[] got = new int[2];
    Awaitility.await()
        .until(
            () -> {
              got[0] += first.readWaiting().size();
              got[1] += second.readWaiting().size();
              return got[0] + got[1] >= count;
            });
    assertThat(got[0] + got[1]).isEqualTo(count);
    assertThat(got[0]).isPositive();
    assertThat(got[1]).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$queue/",
        "$queue/ä",
        "$queue/-x",
        "$queue//t",
        "$queue/name/",
        "$queue/name/a#",
        "$queue/name/$share/g/t",
        "$queue/name/$queue/t",
        "$queue/na+me",
        "$q/",
        "$q/a/#/b",
        "$share/g/$queue/name",
        "$share/g/$q/t",
        "$share/",
        "$share/g",
        "$share//t",
        "$share/g/",
        "$share/a+/t"
      })
  void refusesWhatIsNoQueueAndGoesOn(String filter, RunningBroker broker) {
    WirePeer worker = broker.connect("worker");
    assertThat(worker.subscribe(Subscribe.to(filter, 1).and(broker.topic("fine"), 1)).codes())
        .containsExactly(0x8F, 1);
    worker.publish(broker.topic("fine"), 1, "still here");
    assertThat(worker.take().text()).isEqualTo("still here");
  }

  @Test
  void refusesNoLocalWithASharedSubscriptionAndServesOthersAtOnce(RunningBroker broker) {
    WirePeer bad = broker.connect("bad");
    bad.open().send(Subscribe.to("$share/g/t", 1 | Subscribe.NO_LOCAL).encoded(bad.version(), 1));
    bad.expectDisconnect(0x82);
    long began = System.nanoTime();
    for (int i = 0; i < 4; i++) { // on each event loop
      WirePeer other = broker.connect("other" + i).subscribe("o/" + i, 1);
      other.publish("o/" + i, 1, "m");
      assertThat(other.take().text()).isEqualTo("m");
    }
    assertThat(System.nanoTime() - began).isLessThan(15_000_000_000L);
  }

  @Test
  void isOneConsumerWithSeveralFiltersOfOneQueue(RunningBroker broker) {
    String name = broker.topic("twice");
    Queues queues = broker.queues();
    queues.create(name, name + "/#");
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name, 1);
    worker.subscribe(Subscribe.to("$queue/" + name + "/" + name + "/#", 1).identifier(7));
    queues.awaitConsumers(name, 1);
    WirePeer maker = broker.connect("maker");
    maker.publish(name + "/1", 1, "once");
    assertThat(worker.take().properties().numbers(PropertyId.SUBSCRIPTION_IDENTIFIER))
        .containsExactly(7L);
    worker.expectNothing();

    worker.unsubscribe("$queue/" + name);
    maker.publish(name + "/2", 1, "still");
    assertThat(worker.take().text()).isEqualTo("still");
    worker.unsubscribe("$queue/" + name + "/" + name + "/#");
    queues.awaitConsumers(name, 0);
    maker.publish(name + "/3", 1, "kept");
    worker.expectNothing();
    queues.awaitDepth(name, 1);
  }

  @Test
  void servesClientsOf311(RunningBroker broker) {
    String name = broker.topic("old");
    broker.queues().create(name, name);
    WirePeer worker = broker.connect("worker").v311();
    assertThat(worker.subscribe(Subscribe.to("$queue/" + name, 2)).codes()).containsExactly(1);
    broker.publish(name, 3);
    assertThat(worker.take(3).texts()).containsExactly("m1", "m2", "m3");
    broker.queues().awaitDepth(name, 0);
  }

  @Test
  void carriesTheSubscriptionIdentifierEverywhere(RunningBroker broker) {
    String name = broker.topic("ids");
    broker.queues().create(name, name + "/q");
    WirePeer maker = broker.connect("maker");
    maker.publish(Publish.to(name + "/r").qos(1, 0).payload("kept").retained());
    WirePeer worker = broker.connect("worker");
    worker.subscribe(Subscribe.to("$queue/" + name, 1).identifier(5));
    worker.subscribe(Subscribe.to("$share/g/" + name + "/s", 1).identifier(6));
    worker.subscribe(Subscribe.to(name + "/r", 1).identifier(7));
    assertThat(ids(worker.take())).containsExactly(7L);
    maker.publish(name + "/q", 1, "q");
    assertThat(ids(worker.take())).containsExactly(5L);
    maker.publish(name + "/s", 1, "s");
    assertThat(ids(worker.take())).containsExactly(6L);
    worker.subscribe(Subscribe.to("$queue/" + name, 1).identifier(8));
    maker.publish(name + "/q", 1, "again");
    assertThat(ids(worker.take())).containsExactly(8L);
  }

  private static List<Long> ids(Publish delivered) {
    return delivered.properties().numbers(PropertyId.SUBSCRIPTION_IDENTIFIER);
  }

  @Test
  void doesNotPutRetainedMessagesIntoAQueueBySubscribing(RunningBroker broker) {
    String name = broker.topic("ret");
    WirePeer maker = broker.connect("maker");
    maker.publish(Publish.to(name + "/1").qos(1, 0).payload("retained").retained());
    WirePeer worker = broker.connect("worker").subscribe("$queue/" + name + "/" + name + "/#", 1);
    worker.expectNothing();
    maker.publish(Publish.to(name + "/2").qos(1, 0).payload("live").retained());
    Publish live = worker.take();
    assertThat(live.text()).isEqualTo("live");
    assertThat(live.retain()).isFalse();
    worker.subscribe(Subscribe.to("$queue/" + name, 1 | Subscribe.RETAIN_AS_PUBLISHED));
    maker.publish(Publish.to(name + "/3").qos(1, 0).payload("flagged").retained());
    assertThat(worker.take().retain()).as("Retain As Published").isTrue();
    maker.publish(name + "/4", 1, "plain");
    assertThat(worker.take().retain()).isFalse();
  }

  @Test
  void deliversAlsoWhatTheConsumerPublishedWhateverNoLocalSays(RunningBroker broker) {
    String name = broker.topic("own");
    broker.queues().create(name, name);
    WirePeer worker = broker.connect("worker");
    worker.subscribe(Subscribe.to("$queue/" + name, 1 | Subscribe.NO_LOCAL));
    worker.publish(name, 1, "mine");
    assertThat(worker.take().text()).isEqualTo("mine");
  }

  @Test
  void keepsTopicPayloadAndPropertiesInOrder(RunningBroker broker) {
    String name = broker.topic("whole");
    broker.queues().create(name, name + "/#");
    Publish sent =
        Publish.to(name + "/a/b")
            .qos(2, 0)
            .payload("{}")
            .with(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1)
            .with(PropertyId.CONTENT_TYPE, "application/json")
            .with(PropertyId.RESPONSE_TOPIC, "answers")
            .with(PropertyId.CORRELATION_DATA, "17")
            .user("b", "1")
            .user("a", "2")
            .user("b", "1");
    broker.connect("maker").publish(sent);
    Publish got = broker.connect("worker").subscribe("$queue/" + name, 1).take();
    assertThat(got.topic()).isEqualTo(name + "/a/b");
    assertThat(got.text()).isEqualTo("{}");
    assertThat(got.dup()).isFalse();
    assertThat(got.properties().number(PropertyId.PAYLOAD_FORMAT_INDICATOR)).hasValue(1);
    assertThat(got.properties().text(PropertyId.CONTENT_TYPE)).isEqualTo("application/json");
    assertThat(got.properties().text(PropertyId.RESPONSE_TOPIC)).isEqualTo("answers");
    assertThat(got.properties().data(PropertyId.CORRELATION_DATA)).asString().isEqualTo("17");
    assertThat(got.properties().users()).containsExactly("b=1", "a=2", "b=1");
  }

  @Test
  @WithSetting(key = "mq.max_queue_count", value = "1")
  void refusesAQueueTooManyButLetsConsumersWait(RunningBroker broker) {
    WirePeer worker = broker.connect("worker").subscribe("$queue/one/t/1", 1);
    assertThat(worker.subscribe(Subscribe.to("$queue/two/t/2", 1)).codes()).containsExactly(0x97);
    assertThat(worker.subscribe(Subscribe.to("$queue/two", 1)).codes()).containsExactly(1);
    assertThat(worker.subscribe(Subscribe.to("$queue/one/t/other", 1)).codes()).containsExactly(1);
    worker.publish("t/1", 1, "m");
    assertThat(worker.take().text()).isEqualTo("m");
  }

  @Test
  @WithSetting(key = "mqtt.max_subscriptions", value = "2")
  void refusesASubscriptionTooMany(RunningBroker broker) {
    WirePeer worker = broker.connect("worker").subscribe("$queue/one/t/1", 1).subscribe("t/2", 1);
    assertThat(worker.subscribe(Subscribe.to("$queue/two", 1)).codes()).containsExactly(0x97);
    assertThat(worker.subscribe(Subscribe.to("$queue/one/t/1", 1)).codes())
        .as("one that is there already")
        .containsExactly(1);
  }

  @Test
  @WithSetting(key = "mq.enable", value = "false")
  void isTheOldAliasOfASharedSubscriptionWithoutNamedQueues(RunningBroker broker) {
    WirePeer first = broker.connect("first").subscribe("$queue/t/+", 1);
    WirePeer second = broker.connect("second").subscribe("$queue/t/+", 1);
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < 20; i++) {
      maker.publish("t/" + i, 1, "m" + i);
    }
    shareAll(20, first, second);
    assertThat(first.unsubscribe("$queue/t/+").codes()).containsExactly(0);
    assertThat(first.subscribe(Subscribe.to("$queue/t/2", 2)).codes()).containsExactly(2);
  }

  @Test
  @WithSetting(key = "listeners.tcp.default.mountpoint", value = "tenant/")
  void appliesTheMountpointBehindThePrefix(RunningBroker broker) {
    WirePeer worker = broker.connect("worker").subscribe("$queue/jobs/job/+", 1);
    assertThat(broker.queues().find("jobs").topicFilter()).isEqualTo("tenant/job/+");
    WirePeer maker = broker.connect("maker");
    maker.publish("job/1", 1, "m");
    Publish got = worker.take();
    assertThat(got.topic()).isEqualTo("job/1");
    assertThat(worker.unsubscribe("$queue/jobs/job/+").codes()).containsExactly(0);
    WirePeer derived = broker.connect("derived").subscribe("$q/x/y", 1);
    assertThat(broker.queues().find("/tenant/x/y").topicFilter()).isEqualTo("tenant/x/y");
    maker.publish("x/y", 1, "m2");
    assertThat(derived.take().topic()).isEqualTo("x/y");
  }

  @Test
  @WithSetting(
      key = "authorization.rules",
      value =
          "[{permission: deny, actions: [subscribe], topics: ['$queue/secret', 'private/#']},"
              + " {permission: allow, topics: ['#', '$queue/#']}]")
  void needsTheRightToConsumeTheQueueAndToMakeItTheRightToItsFilter(RunningBroker broker) {
    WirePeer worker = broker.connect("worker");
    assertThat(worker.subscribe(Subscribe.to("$queue/secret", 1)).codes()).containsExactly(0x87);
    assertThat(worker.subscribe(Subscribe.to("$queue/secret/t", 1)).codes()).containsExactly(0x87);
    assertThat(worker.subscribe(Subscribe.to("$queue/mine/private/x", 1)).codes())
        .as("may consume what there is, and waits")
        .containsExactly(1);
    assertThatThrownBy(() -> broker.queues().find("mine")).isInstanceOf(BrokerException.class);
    assertThat(worker.subscribe(Subscribe.to("$queue/open/t", 1)).codes()).containsExactly(1);
    broker.queues().create("mine", "private/x");
    worker.publish("private/x", 1, "m");
    assertThat(worker.take().text()).isEqualTo("m");
  }

  @Test
  void forgetsConsumersThatAreGone(RunningBroker broker) {
    String name = broker.topic("gone");
    Queues queues = broker.queues();
    queues.create(name, name);
    for (int i = 0; i < 50; i++) {
      WirePeer worker = broker.connect("w" + i).subscribe("$queue/" + name, 1);
      worker.subscribe("$queue/" + name + "-none", 1);
      if (i % 2 == 0) {
        worker.cut();
      } else {
        worker.disconnect();
      }
    }
    queues.awaitConsumers(name, 0);
    assertThat(queues.waiting(name)).isEmpty();
    queues.create(name + "-none", name);
    Awaitility.await().until(() -> queues.consumers(name + "-none").isEmpty());
    assertThat(queues.waiting(name + "-none")).isEmpty();
  }
}

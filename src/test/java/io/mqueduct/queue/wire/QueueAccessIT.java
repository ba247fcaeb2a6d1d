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
import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import org.junit.jupiter.api.Test;

/** Who may create and consume queues by subscribing, and what a mountpoint keeps apart. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
@WithSetting(key = "mq.auto_create.regular", value = "true")
class QueueAccessIT {
  @Test
  @WithSetting(
      key = "authorization.rules",
      value =
          "[{permission: allow, clients: [maker], actions: [declare], topics: ['open/#']},"
              + " {permission: deny, clients: [reader], actions: [declare], topics: ['secret/#']},"
              + " {permission: allow, clients: [reader], actions: [subscribe], topics: ['#']},"
              + " {permission: allow, actions: [consume], topics: ['$queue/#']}]")
  void aRuleForDeclareDecidesWhoMakesQueuesAndElseTheRightToSubscribe(RunningBroker broker) {
    WirePeer maker = broker.connect("").clientId("maker");
    assertThat(codeOf(maker, "$queue/allowed/open/#")).isEqualTo(1);
    assertThat(broker.queues().find("allowed").topicFilter()).isEqualTo("open/#");
    assertThat(codeOf(maker, "$queue/wide/#")).as("may wait").isEqualTo(1);
    assertMissing(broker, "wide");
    assertThat(codeOf(maker, "open/a")).as("to create is not to subscribe").isEqualTo(0x87);

    WirePeer reader = broker.connect("").clientId("reader");
    assertThat(codeOf(reader, "$queue/denied/secret/#")).isEqualTo(1);
    assertMissing(broker, "denied");
    assertThat(codeOf(reader, "$queue/touches/#")).isEqualTo(1);
    assertMissing(broker, "touches");
    assertThat(codeOf(reader, "$queue/free/free/#")).isEqualTo(1);
    assertThat(broker.queues().find("free").topicFilter()).isEqualTo("free/#");
  }

  @Test
  @WithSetting(
      key = "authorization.rules",
      value =
          "[{permission: allow, actions: [consume], qos: [0], topics: ['$queue/+']},"
              + " {permission: allow, actions: [declare], qos: [0], topics: ['zero/#']},"
              + " {permission: allow, actions: [publish], topics: ['#']}]")
  void aRuleWithAQosIsAboutTheQosThatWasAskedFor(RunningBroker broker) {
    WirePeer worker = broker.connect("worker");
    assertThat(codeOf(worker, "$queue/orders")).isEqualTo(0x87);
    assertThat(worker.subscribe(Subscribe.to("$queue/orders", 0)).codes()).containsExactly(1);

    assertThat(worker.subscribe(Subscribe.to("$queue/z/zero/#", 0)).codes()).containsExactly(1);
    assertThat(broker.queues().find("z").topicFilter()).isEqualTo("zero/#");
  }

  @Test
  @WithSetting(key = "listeners.tcp.default.mountpoint", value = "tenant/${clientid}/")
  void aTenantReachesQueuesOfItsMountpointOnly(RunningBroker broker) {
    Queues queues = broker.queues();
    WirePeer first = broker.connect("").clientId("t1").subscribe("$queue/mine/private/#", 1);
    WirePeer second = broker.connect("").clientId("t2").subscribe("$queue/mine", 1);
    queues.create("orders", "orders/#");
    queues.create("all", "tenant/#");
    queues.create("one", "tenant/t1/x");
    first.subscribe("$queue/orders", 1).subscribe("$queue/all", 1).subscribe("$queue/one", 1);
    queues.awaitConsumers("mine", 1);
    queues.awaitConsumers("one", 1);
    assertThat(queues.waiting("mine")).containsExactly("t2");
    assertThat(queues.waiting("orders")).containsExactly("t1");
    assertThat(queues.waiting("all")).containsExactly("t1");

    WirePeer outside = broker.connectWs("out").publish("orders/1", 1, "not for tenants");
    first.publish("private/x", 1, "of the first");
    second.publish("private/x", 1, "of the second");
    Publish got = first.take();
    assertThat(got.text()).isEqualTo("of the first");
    assertThat(got.topic()).isEqualTo("private/x");
    outside.publish("tenant/t1/x", 1, "from outside");
    assertThat(first.take().topic()).isEqualTo("x");
    assertThat(first.unsubscribe("$queue/mine/private/#").codes()).containsExactly(0);
    assertThat(first.unsubscribe("$queue/one").codes()).containsExactly(0);
    first.publish("private/x", 1, "of the first alone");
    second.expectNothing();
    first.expectNothing();
    outside.subscribe("$queue/orders", 1);
    assertThat(outside.take().topic()).isEqualTo("orders/1");
    outside.subscribe("$queue/mine", 1);
    assertThat(outside.take().topic()).isEqualTo("tenant/t1/private/x");
  }

  @Test
  @WithSetting(key = "listeners.tcp.default.mountpoint", value = "tenant/${clientid}/")
  void aTenantTakesPartWhenAQueueOfItsMountpointIsMade(RunningBroker broker) {
    WirePeer tenant = broker.connect("").clientId("t1").subscribe("$queue/later", 1);
    broker.queues().create("later", "tenant/t10/#");
    broker.queues().delete("later");
    broker.queues().create("later", "tenant/t1/#");
    broker.queues().awaitConsumers("later", 1);
    tenant.publish("x", 1, "m");
    assertThat(tenant.take().topic()).isEqualTo("x");
  }

  @Test
  @WithSetting(key = "listeners.tcp.default.mountpoint", value = "tenant/${clientid}/")
  void filtersThatTheMountpointMakesTooLongAreRefused(RunningBroker broker) {
    WirePeer tenant = broker.connect("").clientId("t1");
    assertThat(codeOf(tenant, "$q/" + "x".repeat(1020))).isEqualTo(0x8F);
    assertThat(codeOf(tenant, "$queue/long/" + "x".repeat(65_520))).isEqualTo(0x8F);
  }

  @Test
  @WithSetting(
      key = "mq.auto_create.regular",
      value = "{enable: true, dead_letter_topic: dead/letters}")
  @WithSetting(key = "mq.max_queue_count", value = "1")
  void aSubscriberIsToldWhyItsQueueCannotBeMade(RunningBroker broker) {
    try (LogLines log = LogLines.of("io.mqueduct.queue")) {
      WirePeer worker = broker.connect("worker");
      Packet.Suback refused = worker.subscribe(Subscribe.to("t", 1).and("$queue/dead/dead/#", 1));
      assertThat(refused.codes()).containsExactly(1, 0x83);
      assertThat(refused.properties().text(PropertyId.REASON_STRING))
          .isEqualTo(
              "filter 2: the queue cannot be made: dead_letter.topic: must not match topic_filter");
      worker.subscribe("$queue/one/one", 1);
      assertThat(
              worker
                  .subscribe(Subscribe.to("$queue/two/two", 1))
                  .properties()
                  .text(PropertyId.REASON_STRING))
          .isEqualTo("filter 1: there are 1 queues, mq.max_queue_count");
      assertThat(log.all().stream().filter(line -> line.startsWith("WARN")))
          .as("once a minute at most")
          .containsExactly(
              "WARN queue=dead not created by subscribing: dead_letter.topic: must not match"
                  + " topic_filter");
    }
  }

  private static int codeOf(WirePeer peer, String filter) {
    return peer.subscribe(Subscribe.to(filter, 1)).codes().get(0);
  }

  private static void assertMissing(RunningBroker broker, String queue) {
    assertThatThrownBy(() -> broker.queues().find(queue)).isInstanceOf(BrokerException.class);
  }
}

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
package io.mqueduct.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BothVersions;
import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Retained messages, Retain Handling and Retain As Published (3.3.1.3, 3.8.3.1). */
@BrokerTest
class RetainIT {
  @BothVersions
  void sendsTheLastRetainedMessageToANewSubscription(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version);
    for (int qos = 0; qos <= 2; qos++) {
      peer.publish(Publish.to(topic).qos(qos, 0).retained().payload("old " + qos));
      peer.publish(Publish.to(topic).qos(qos, 0).retained().payload("new " + qos)).ping();

      WirePeer late = broker.connect("late").version(version).subscribe(topic, 2);
      Publish got = late.take();
      assertThat(got.text()).isEqualTo("new " + qos);
      assertThat(got.qos()).isEqualTo(qos);
      assertThat(got.retain()).isTrue();
      late.expectNothing();
    }
  }

  @BothVersions
  void sendsRetainedMessagesOfEveryTopicThatMatches(Version version, RunningBroker broker) {
    String base = broker.topic("base");
    for (String leaf : new String[] {"", "/a", "/a/b", "/c"}) {
      broker.publish(Publish.to(base + leaf).qos(1, 1).retained().payload("x" + leaf));
    }

    WirePeer all = broker.connect("all").version(version).subscribe(base + "/#", 1);
    WirePeer level = broker.connect("level").version(version).subscribe(base + "/+", 1);

    assertThat(all.take(4).topics())
        .containsExactlyInAnyOrder(base, base + "/a", base + "/a/b", base + "/c");
    assertThat(level.take(2).topics()).containsExactlyInAnyOrder(base + "/a", base + "/c");
    all.expectNothing();
    level.expectNothing();
  }

  @BothVersions
  void clearsTheRetainFlagOfALiveMessage(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 0);

    broker.publish(Publish.to(topic).retained().payload("x"));

    assertThat(peer.readPublish().retain()).isFalse();
  }

  @BothVersions
  void removesTheRetainedMessageWithAnEmptyOne(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    broker.publish(Publish.to(topic).retained().payload("x"));
    WirePeer live = broker.connect("live").version(version).subscribe(topic, 0);
    assertThat(live.readPublish().text()).isEqualTo("x");

    broker.connect("p").version(version).publish(Publish.to(topic).retained()).ping();

    assertThat(live.readPublish().payload()).isEmpty();
    broker.connect("late").version(version).subscribe(topic, 0).expectNothing();
  }

  @BothVersions
  void leavesTheRetainedMessageAloneWithoutTheFlag(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version);
    peer.publish(topic, 1, "live").ping();
    broker.connect("one").version(version).subscribe(topic, 0).expectNothing();

    peer.publish(Publish.to(topic).qos(1, 0).retained().payload("kept"));
    peer.publish(topic, 1, "live").publish(topic, 1, "");

    WirePeer late = broker.connect("two").version(version).subscribe(topic, 0);
    assertThat(late.readPublish().text()).isEqualTo("kept");
  }

  @BothVersions
  void sendsRetainedMessagesAgainWhenTheSubscriptionIsRepeated(
      Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("x"));
    WirePeer peer = broker.connect("c").version(version);

    for (int i = 0; i < 3; i++) {
      peer.subscribe(topic, 1);
      Publish got = peer.take();
      assertThat(got.text()).isEqualTo("x");
      assertThat(got.retain()).isTrue();
    }
    peer.expectNothing();
  }

  @Test
  void sendsRetainedMessagesOnlyForANewSubscriptionWithHandling1(RunningBroker broker) {
    String topic = broker.topic("t");
    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("x"));
    WirePeer peer = broker.connect("c");

    peer.subscribe(topic, Subscribe.RETAINED_IF_NEW);
    assertThat(peer.readPublish().text()).isEqualTo("x");
    peer.subscribe(topic, 1 | Subscribe.RETAINED_IF_NEW).expectNothing();

    peer.unsubscribe(topic);
    peer.subscribe(topic, Subscribe.RETAINED_IF_NEW);
    assertThat(peer.readPublish().text()).isEqualTo("x");
  }

  @Test
  void sendsNoRetainedMessagesWithHandling2(RunningBroker broker) {
    String topic = broker.topic("t");
    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("x"));
    WirePeer peer = broker.connect("c").subscribe(topic, Subscribe.NO_RETAINED);

    peer.expectNothing();
    peer.publish(topic, 0, "live");
    assertThat(peer.readPublish().text()).isEqualTo("live");
  }

  @Test
  void keepsTheRetainFlagWithRetainAsPublished(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").subscribe(topic, 1 | Subscribe.RETAIN_AS_PUBLISHED);

    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("with"));
    broker.publish(Publish.to(topic).qos(1, 1).payload("without"));

    assertThat(peer.take().retain()).isTrue();
    assertThat(peer.take().retain()).isFalse();
  }

  @Test
  void marksReplayedMessagesAsRetainedEvenWithoutRetainAsPublished(RunningBroker broker) {
    String topic = broker.topic("t");
    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("x").user("k", "v"));

    Publish got = broker.connect("c").subscribe(topic, 1).readPublish();

    assertThat(got.retain()).isTrue();
    assertThat(got.properties().users()).containsExactly("k=v");
  }

  @Test
  void hidesDollarTopicsFromWildcards(RunningBroker broker) {
    String topic = "$" + broker.topic("hidden");
    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("x"));

    WirePeer open = broker.connect("open").subscribe("#", 0);
    WirePeer named = broker.connect("named").subscribe(topic + "/#", 0);

    assertThat(named.readPublish().text()).isEqualTo("x");
    open.ping();
    broker.publish(Publish.to(topic).payload("live"));
    broker.publish(Publish.to(broker.topic("end")).payload("end"));
    for (Publish got = open.readPublish(); !got.text().equals("end"); got = open.readPublish()) {
      assertThat(got.topic()).doesNotStartWith("$");
    }
  }

  @Test
  @WithSetting(key = "retainer.delivery_rate", value = "infinity")
  void findsWhatMatchesBehindVeryManyTopicsThatDoNot(RunningBroker broker) {
    findsWhatMatches(broker);
  }

  @Test
  @WithSetting(key = "retainer.delivery_rate", value = "20/s")
  void findsItAtALimitedRateToo(RunningBroker broker) {
    findsWhatMatches(broker);
  }

  private static void findsWhatMatches(RunningBroker broker) {
    String root = broker.topic("many");
    WirePeer publisher = broker.connect("p").open();
    for (int i = 0; i < 5_000; i++) {
      publisher.send(Publish.to(root + "/" + i + "/no").retained().payload("x"));
    }
    publisher.send(Publish.to(root + "/x/yes").retained().payload("last")).ping();

    WirePeer peer = broker.connect("c").subscribe(root + "/+/yes", 1);

    assertThat(peer.take().text()).isEqualTo("last");
    peer.expectNothing();
  }

  @Test
  @WithSetting(key = "retainer.delivery_rate", value = "2/s")
  void owesTheRestToASessionWhoseClientWentMeanwhile(RunningBroker broker) {
    String root = broker.topic("rest");
    for (int i = 0; i < 10; i++) {
      broker.publish(Publish.to(root + "/" + i).qos(1, 1).retained().payload("r" + i));
    }
    WirePeer first = broker.connect("c").durable().subscribe(root + "/+", 1);
    assertThat(first.take().text()).isEqualTo("r0");
    first.ping().cut();

    WirePeer again = broker.connect("c").durable();

    Set<String> rest = new HashSet<>();
    while (!rest.contains("r9")) {
      rest.add(again.take().text());
    }
    assertThat(rest).contains("r2", "r3", "r4", "r5", "r6", "r7", "r8");
  }
}

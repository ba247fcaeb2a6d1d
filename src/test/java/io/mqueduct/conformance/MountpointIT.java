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
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import org.junit.jupiter.api.Test;

/**
 * A listener whose clients have topics of their own, beside one that sees all: what is put before
 * their topics is nowhere to be seen for them.
 */
@BrokerTest
@WithSetting(key = "listeners.tcp.default.mountpoint", value = "tenant/")
class MountpointIT {
  @BothVersions
  void topicsGetThePrefixAndLoseItAgain(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer inside = broker.connect("in").version(version).subscribe(topic, 1);
    WirePeer outside = broker.connectWs("out").version(version).subscribe("tenant/" + topic, 1);

    inside.publish(topic, 1, "from inside");
    assertThat(outside.take().topic()).isEqualTo("tenant/" + topic);
    assertThat(inside.take().topic()).isEqualTo(topic);
    outside.publish("tenant/" + topic, 1, "from outside").publish(topic, 1, "elsewhere");

    assertThat(inside.take().text()).isEqualTo("from outside");
    inside.expectNothing();
    inside.unsubscribe(topic);
    outside.publish("tenant/" + topic, 1, "late");
    inside.expectNothing();
  }

  @Test
  void aliasesStandForTheTopicWithoutThePrefix(RunningBroker broker) {
    String topic = broker.topic("aliased");
    WirePeer inside = broker.connect("in").topicAliasMaximum(5).subscribe(topic, 0);
    WirePeer outside = broker.connectWs("out").subscribe("tenant/" + topic, 0);

    inside.send(Publish.to(topic).payload("1").with(PropertyId.TOPIC_ALIAS, 1));
    inside.send(Publish.to("").payload("2").with(PropertyId.TOPIC_ALIAS, 1));

    assertThat(outside.readPublishes(2).topics()).containsOnly("tenant/" + topic);
    assertThat(inside.readPublishes(2).topics()).containsExactly(topic, "");
  }

  @Test
  void retainedMessagesWillsAndSharedSubscriptionsStayBehindIt(RunningBroker broker) {
    String topic = broker.topic("all");
    WirePeer outside = broker.connectWs("out").subscribe("tenant/" + topic + "/#", 1);
    broker.connect("p").publish(Publish.to(topic + "/r").qos(1, 0).retained().payload("kept"));
    assertThat(outside.take().topic()).isEqualTo("tenant/" + topic + "/r");

    WirePeer inside = broker.connect("in").subscribe(topic + "/+", 1);
    Publish kept = inside.take();
    assertThat(kept.topic()).isEqualTo(topic + "/r");
    assertThat(kept.retain()).isTrue();

    WirePeer member = broker.connect("member").subscribe("$share/g/" + topic + "/will", 1);
    broker.connect("dies").will(Publish.to(topic + "/will").payload("gone")).open().cut();
    assertThat(inside.take().topic()).isEqualTo(topic + "/will");
    assertThat(member.take().topic()).isEqualTo(topic + "/will");
    assertThat(outside.take().topic()).isEqualTo("tenant/" + topic + "/will");
  }

  @Test
  void namesThatBeginWithADollarWouldNotBeHiddenAndAreRefused(RunningBroker broker) {
    WirePeer inside = broker.connect("in").subscribe("#", 1);

    assertThat(inside.publishForCode(Publish.to("$own/t").qos(1, 0))).isEqualTo(0x90);
    broker.connect("w").will(Publish.to("$own/t")).expectRefusal(0x90);

    inside.expectNothing();
  }

  @Test
  @WithSetting(key = "listeners.tcp.default.mountpoint", value = "${clientid}/")
  void nobodyGetsAtTheTopicsOfOthersByHowItIsCalled(RunningBroker broker) {
    for (String id : new String[] {"+", "#", "a/b", "$SYS", "$share"}) {
      broker.connect("").clientId(id).expectRefusal(0x87);
      broker.connect("").clientId(id).v311().refused(5);
    }
    WirePeer outside = broker.connectWs("out").subscribe("#", 0);

    for (String id : new String[] {"a$b", "a${username}"}) {
      broker.connect("").clientId(id).publish("t", 1, "x");
      assertThat(outside.readPublish().topic()).isEqualTo(id + "/t");
    }
  }

  @Test
  @WithSetting(key = "listeners.tcp.default.mountpoint", value = "users/${username}/")
  void aClientWithoutTheNameThatTheMountpointNeedsIsRefused(RunningBroker broker) {
    broker.connect("c").expectRefusal(0x87);
  }

  @Test
  void namesAndFiltersThatItMakesTooLongAreRefused(RunningBroker broker) {
    String longest = "x".repeat(65_535 - "tenant/".length());
    WirePeer outside = broker.connectWs("out").subscribe("tenant/+", 1);
    WirePeer inside = broker.connect("in").open();

    assertThat(inside.publishForCode(Publish.to(longest + "y").qos(1, 0))).isEqualTo(0x90);
    assertThat(inside.subscribe(Subscribe.to(longest + "y", 0)).codes()).containsExactly(0x8F);
    broker.connect("w").will(Publish.to(longest + "y")).expectRefusal(0x90);

    inside.subscribe(longest, 1).publish(longest, 1, "fits");
    assertThat(outside.take().topic()).isEqualTo("tenant/" + longest);
    assertThat(inside.take().topic()).isEqualTo(longest);
  }
}

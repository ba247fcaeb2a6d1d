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
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wills: when they are published, how, and when not (3.1.2.5 to 3.1.2.7, 3.1.3.2). */
@BrokerTest
class WillIT {
  @BothVersions
  void publishesTheWillWhenTheConnectionBreaks(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2);
    for (int qos = 0; qos <= 2; qos++) {
      Publish will = Publish.to(topic).qos(qos, 0).payload("gone " + qos);

      broker.connect("c").version(version).will(will).open().cut();

      Publish got = watcher.take();
      assertThat(got.text()).isEqualTo("gone " + qos);
      assertThat(got.qos()).isEqualTo(qos);
      assertThat(got.retain()).isFalse();
    }
    watcher.expectNothing();
  }

  @BothVersions
  void publishesTheWillAfterAProtocolError(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);

    broker.connect("c").version(version).will(Publish.to(topic).payload("w")).send("ff00");

    assertThat(watcher.readPublish().text()).isEqualTo("w");
  }

  @BothVersions
  void publishesNoWillWhenThereIsNone(Version version, RunningBroker broker) {
    WirePeer watcher = broker.connect("w").subscribe(broker.topic("t") + "/#", 0);

    broker.connect("c").version(version).open().cut();

    broker.connect("c").version(version).open(); // let in when the first one is over, as a whole
    watcher.expectNothing();
  }

  @BothVersions
  void publishesAWillOnlyOnce(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    broker
        .connect("c")
        .version(version)
        .durable()
        .will(Publish.to(topic).payload("w"))
        .open()
        .cut();
    assertThat(watcher.readPublish().text()).isEqualTo("w");

    broker.connect("c").version(version).durable().open().cut();

    broker.connect("c").version(version).durable().open(); // the one before is over, as a whole
    watcher.expectNothing();
  }

  @BothVersions
  void retainsTheWillOnlyIfItSaysSo(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic + "/#", 0);
    Publish plain = Publish.to(topic + "/plain").payload("p");
    Publish retained = Publish.to(topic + "/retained").payload("r").retained();

    broker.connect("a").version(version).will(plain).open().cut();
    assertThat(watcher.readPublish().text()).isEqualTo("p");
    broker.connect("b").version(version).will(retained).open().cut();
    assertThat(watcher.readPublish().text()).isEqualTo("r");

    WirePeer late = broker.connect("late").subscribe(topic + "/#", 0);
    Publish kept = late.readPublish();
    assertThat(kept.text()).isEqualTo("r");
    assertThat(kept.retain()).isTrue();
    late.expectNothing();
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0A, 0x12, 0x22, 0x1A, 0x3A})
  void refusesWillBitsWithoutTheWillFlag(int flags, RunningBroker broker) {
    broker.connect("v3").v311().connectFlags(flags).expectRefusal();
    broker.connect("v5").connectFlags(flags).expectRefusal(0x81);
  }

  @BothVersions
  void refusesAWillQosOfThree(Version version, RunningBroker broker) {
    broker.connect("c").version(version).will(Publish.to("t").qos(3, 0)).expectRefusal(0x81);
  }

  @BothVersions
  void refusesAWillTopicWithAWildcard(Version version, RunningBroker broker) {
    broker.connect("c").version(version).will(Publish.to("a/#")).expectRefusal(0x90, 0x81, 0x82);
    broker.connect("d").version(version).will(Publish.to("")).expectRefusal(0x90, 0x81, 0x82);
  }

  @BothVersions
  void publishesTheWillOfAConnectionThatWasTakenOver(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    broker.connect("c").version(version).will(Publish.to(topic).payload("w")).open();

    broker.connect("c").version(version).open();

    assertThat(watcher.readPublish().text()).isEqualTo("w");
  }

  @Test
  void forwardsTheWillsProperties(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 1);
    Publish will = Publish.to(topic).qos(1, 0).payload("x").user("b", "1").user("a", "2");
    will.with(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1)
        .with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 50)
        .with(PropertyId.CONTENT_TYPE, "ct")
        .with(PropertyId.RESPONSE_TOPIC, "r")
        .user("b", "3")
        .properties()
        .with(PropertyId.CORRELATION_DATA, new byte[] {9});

    broker.connect("c").will(will).open().cut();

    Properties5 got = watcher.readPublish().properties();
    assertThat(got.users()).containsExactly("b=1", "a=2", "b=3");
    assertThat(got.number(PropertyId.PAYLOAD_FORMAT_INDICATOR)).hasValue(1);
    assertThat(got.number(PropertyId.MESSAGE_EXPIRY_INTERVAL).orElseThrow()).isBetween(20L, 50L);
    assertThat(got.text(PropertyId.CONTENT_TYPE)).isEqualTo("ct");
    assertThat(got.text(PropertyId.RESPONSE_TOPIC)).isEqualTo("r");
    assertThat(got.data(PropertyId.CORRELATION_DATA)).containsExactly(9);
  }

  @Test
  void waitsForTheWillDelay(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    Publish will = Publish.to(topic).payload("w").with(PropertyId.WILL_DELAY_INTERVAL, 1);

    WirePeer peer = broker.connect("c").expiry(60).will(will).open();
    long began = System.nanoTime();
    peer.cut();

    assertThat(watcher.readPublish().text()).isEqualTo("w");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(990));
  }

  @Test
  void forgetsADelayedWillWhenTheClientComesBackInTime(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    Publish will = Publish.to(topic).payload("w").with(PropertyId.WILL_DELAY_INTERVAL, 3);
    broker.connect("c").cleanStart(false).expiry(60).will(will).open().cut();

    broker.connect("c").cleanStart(false).expiry(60).open();

    watcher.silentFor(Duration.ofMillis(3_800)).expectNothing();
  }

  @Test
  void publishesADelayedWillWhenACleanStartEndsTheSession(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    Publish will = Publish.to(topic).payload("w").with(PropertyId.WILL_DELAY_INTERVAL, 60);
    broker.connect("c").expiry(60).will(will).open().cut();

    broker.connect("c").open();

    assertThat(watcher.readPublish().text()).isEqualTo("w");
  }

  @Test
  void doesNotWaitLongerThanTheSessionLives(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    Publish at0 = Publish.to(topic).payload("0").with(PropertyId.WILL_DELAY_INTERVAL, 60);
    Publish at1 = Publish.to(topic).payload("1").with(PropertyId.WILL_DELAY_INTERVAL, 60);

    broker.connect("c").will(at0).open().cut();
    assertThat(watcher.readPublish().text()).isEqualTo("0");
    broker.connect("d").expiry(1).will(at1).open().cut();
    assertThat(watcher.readPublish().text()).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"$SYS/broker/version", "$share/g/t", "$queue/q", "$q/t"})
  void refusesAWillToATopicOfTheBrokersOwn(String topic, RunningBroker broker) {
    broker.connect("c").will(Publish.to(topic)).expectRefusal(0x90);
  }

  @Test
  void refusesAWillThatIsNotTheTextThatItSaysItIs(RunningBroker broker) {
    Publish will =
        Publish.to("t").payload(new byte[] {-1}).with(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1);

    broker.connect("c").will(will).expectRefusal(0x99);
  }
}

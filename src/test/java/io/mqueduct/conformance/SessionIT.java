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

/** How long a session lives and what it keeps: sections 3.1.2.4, 3.2.2.1.1 and 4.1. */
@BrokerTest
class SessionIT {
  @BothVersions
  void createsASessionWhenThereIsNone(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version).durable();

    assertThat(peer.connack().sessionPresent()).isFalse();
  }

  @BothVersions
  void resumesASessionWithItsSubscriptions(Version version, RunningBroker broker) {
    String topic = broker.topic("resume");
    broker.connect("c").version(version).durable().subscribe(topic, 1).disconnect();

    WirePeer again = broker.connect("c").version(version).durable();

    assertThat(again.connack().sessionPresent()).isTrue();
    broker.publish(topic, 1);
    assertThat(again.readPublish().text()).isEqualTo("m1");
  }

  @BothVersions
  void keepsMessagesForADurableSessionThatIsAway(Version version, RunningBroker broker) {
    String topic = broker.topic("away");
    WirePeer peer = broker.connect("c").version(version).durable();
    peer.subscribe(topic + "/1", 1).subscribe(topic + "/2", 2).disconnect();

    broker.publish(Publish.to(topic + "/1").qos(1, 1).payload("one"));
    broker.publish(Publish.to(topic + "/2").qos(2, 1).payload("two"));

    WirePeer again = broker.connect("c").version(version).durable();
    assertThat(again.take(2).texts()).containsExactly("one", "two");
    again.expectNothing();
  }

  @BothVersions
  void discardsAnEarlierSessionAtACleanStart(Version version, RunningBroker broker) {
    String topic = broker.topic("clean");
    broker.connect("c").version(version).durable().subscribe(topic, 1).disconnect();
    broker.publish(topic, 1);

    WirePeer clean = broker.connect("c").version(version);

    assertThat(clean.connack().sessionPresent()).isFalse();
    broker.publish(topic, 1);
    clean.expectNothing();
    clean.disconnect();
    assertThat(broker.connect("c").version(version).durable().connack().sessionPresent()).isFalse();
  }

  @BothVersions
  void endsASessionThatIsNotDurableWithItsConnection(Version version, RunningBroker broker) {
    broker.connect("c").version(version).subscribe(broker.topic("end"), 1).cut();
    WirePeer again = broker.connect("c").version(version).durable();

    assertThat(again.connack().sessionPresent()).isFalse();
  }

  @BothVersions
  void keepsRetainedMessagesWhenTheSessionEnds(Version version, RunningBroker broker) {
    String topic = broker.topic("retained");
    WirePeer peer = broker.connect("c").version(version);
    peer.publish(Publish.to(topic).qos(1, 0).retained().payload("kept")).disconnect();

    assertThat(broker.connect("w").subscribe(topic, 0).readPublish().text()).isEqualTo("kept");
  }

  @BothVersions
  void keepsTheSessionAsLongAsTheConnectionLives(Version version, RunningBroker broker) {
    String topic = broker.topic("alive");
    WirePeer peer = broker.connect("c").version(version).cleanStart(false);
    peer.subscribe(topic, 1).silentFor(Duration.ofMillis(300));

    broker.publish(topic, 1);

    assertThat(peer.readPublish().text()).isEqualTo("m1");
  }

  @Test
  void forgetsA5SessionWithoutExpiryWhenTheConnectionEnds(RunningBroker broker) {
    broker.connect("c").cleanStart(false).open().disconnect();

    assertThat(broker.connect("c").cleanStart(false).connack().sessionPresent()).isFalse();
  }

  @Test
  void forgetsA5SessionWhenItsExpiryHasPassed(RunningBroker broker) {
    String topic = broker.topic("expired");
    broker.connect("c").cleanStart(false).expiry(1).subscribe(topic, 1).disconnect();
    broker.connect("clock").open().silentFor(Duration.ofMillis(2_200));

    WirePeer again = broker.connect("c").cleanStart(false).expiry(1);

    assertThat(again.connack().sessionPresent()).isFalse();
    broker.publish(topic, 1);
    again.expectNothing();
  }

  @Test
  void takesANewExpiryFromDisconnect(RunningBroker broker) {
    WirePeer peer = broker.connect("c").cleanStart(false).expiry(300).open();
    peer.disconnect(0, Properties5.none().with(PropertyId.SESSION_EXPIRY_INTERVAL, 0));
    peer.expectClosed();

    assertThat(broker.connect("c").cleanStart(false).connack().sessionPresent()).isFalse();
  }

  @Test
  void refusesAnExpiryInDisconnectWhenConnectHadNone(RunningBroker broker) {
    WirePeer peer = broker.connect("c").cleanStart(false).open();

    peer.disconnect(0, Properties5.none().with(PropertyId.SESSION_EXPIRY_INTERVAL, 60));

    peer.expectDisconnect(0x82);
  }

  @Test
  void letsAnotherVersionResumeTheSession(RunningBroker broker) {
    String topic = broker.topic("versions");
    broker.connect("c").durable().subscribe(topic, 1).disconnect();
    broker.publish(topic, 1);

    WirePeer again = broker.connect("c").v311().cleanStart(false);

    assertThat(again.connack().sessionPresent()).isTrue();
    assertThat(again.readPublish().text()).isEqualTo("m1");
  }
}

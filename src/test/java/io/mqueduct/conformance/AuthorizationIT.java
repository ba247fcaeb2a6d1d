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
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client that is not allowed something is told (sections 3.3.5, 3.4.2, 3.5.2, 3.9.3). */
@BrokerTest
@WithSetting(
    key = "authorization.rules",
    value =
        "[{permission: deny, actions: [publish], topics: [\"locked/#\"]},"
            + " {permission: deny, actions: [subscribe], topics: [\"hidden/#\"]},"
            + " {permission: allow}]")
class AuthorizationIT {
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void tellsA5PublisherThatItMayNot(int qos, RunningBroker broker) {
    String topic = "locked/" + broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2);
    WirePeer peer = broker.connect("c");

    assertThat(peer.publishForCode(Publish.to(topic).qos(qos, 0))).isEqualTo(0x87);

    peer.ping();
    watcher.expectNothing();
  }

  @Test
  void dropsADeniedPublishOfQos0(RunningBroker broker) {
    String topic = "locked/" + broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);

    broker.connect("c").send(Publish.to(topic)).ping();

    watcher.expectNothing();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void acknowledgesADeniedPublishOf311WithoutDeliveringIt(int qos, RunningBroker broker) {
    String topic = "locked/" + broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 2);

    broker.connect("c").v311().publish(topic, qos, "x").ping();

    watcher.expectNothing();
  }

  @Test
  void takesAnIdentifierAsNewAfterItRefusedIt(RunningBroker broker) {
    String free = broker.topic("free");
    WirePeer watcher = broker.connect("w").subscribe(free, 0);
    WirePeer peer = broker.connect("c");

    peer.send(Publish.to("locked/x").qos(2, 5));
    assertThat(peer.expectAck(PacketType.PUBREC, 5).code()).isEqualTo(0x87);
    peer.send(Publish.to(free).qos(2, 5).payload("fresh"));
    assertThat(peer.expectAck(PacketType.PUBREC, 5).code()).isZero();

    assertThat(watcher.readPublish().text()).isEqualTo("fresh");
  }

  @BothVersions
  void refusesDeniedFiltersOneByOne(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    assertThat(peer.subscribe(Subscribe.to("a", 1).and("hidden/x", 1).and("b", 2)).codes())
        .containsExactly(1, version.isV5() ? 0x87 : 0x80, 2);
  }

  @Test
  void refusesAWillThatMayNotBePublished(RunningBroker broker) {
    broker.connect("c").will(Publish.to("locked/w")).expectRefusal(0x87);
  }
}

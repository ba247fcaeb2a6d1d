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
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.Packet.Disconnect;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DISCONNECT, from either side (section 3.14). */
@BrokerTest
class DisconnectIT {
  @BothVersions
  void closesAfterTheClientsDisconnect(Version version, RunningBroker broker) {
    assertThat(broker.connect("c").version(version).send("e000").drain()).isEmpty();
  }

  @BothVersions
  void processesNothingBehindTheClientsDisconnect(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    WirePeer peer = broker.connect("c").version(version).open();

    peer.sendRaw(
        Bytes.bytes()
            .raw("e000")
            .raw(Publish.to(topic).payload("late").encoded(version))
            .toArray());

    assertThat(peer.drain()).isEmpty();
    watcher.expectNothing();
  }

  @BothVersions
  void closesOnHeaderFlags(Version version, RunningBroker broker) {
    broker.connect("c").version(version).send("e100").expectHangup(0x81);
  }

  @BothVersions
  void publishesTheWillWhenItsDisconnectIsMalformed(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);

    broker.connect("c").version(version).will(Publish.to(topic).payload("w")).send("e200");

    assertThat(watcher.readPublish().text()).isEqualTo("w");
  }

  @BothVersions
  void dropsTheWillAfterANormalDisconnect(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);

    broker.connect("c").version(version).will(Publish.to(topic)).open().disconnect();

    watcher.expectNothing();
  }

  @ParameterizedTest
  @ValueSource(ints = {0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x95, 0x97, 0x98, 0x99})
  void publishesTheWillWhenTheClientLeavesWithAnotherCode(int code, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);
    WirePeer peer = broker.connect("c").will(Publish.to(topic).payload("w")).open();

    peer.disconnect(code, Properties5.none());

    assertThat(watcher.readPublish().text()).isEqualTo("w");
    assertThat(peer.drain()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0x01, 0x11, 0x7F, 0xFF})
  void closesOnACodeThatDoesNotExist(int code, RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();

    peer.disconnect(code, Properties5.none());

    peer.expectDisconnect(0x81, 0x82);
  }

  @Test
  void takesAReasonStringAndUserProperties(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();
    Properties5 properties =
        Properties5.none().with(PropertyId.REASON_STRING, "bye").user("k", "v");

    peer.disconnect(0, properties);

    assertThat(peer.drain()).isEmpty();
  }

  @Test
  void closesOnAServerReferenceFromAClient(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();

    peer.disconnect(0, Properties5.none().with(PropertyId.SERVER_REFERENCE, "x"));

    assertThat(peer.drain())
        .allSatisfy(packet -> assertThat(((Disconnect) packet).code()).isIn(0x81, 0x82));
  }

  @Test
  void sendsNoSessionExpiryAndNothingMoreWhenItEndsAConnection(RunningBroker broker) {
    WirePeer old = broker.connect("c").expiry(100).open();
    broker.connect("c").open();

    Disconnect last = old.expectDisconnect(0x8E);

    assertThat(last.properties().has(PropertyId.SESSION_EXPIRY_INTERVAL)).isFalse();
  }

  @Test
  void sendsNoDisconnectBeforeAnAcceptingConnack(RunningBroker broker) {
    broker.connect("c").receiveMaximum(0).expectRefusal(0x82);
    broker.connect("d").connectFlags(0x03).expectRefusal(0x81);
  }
}

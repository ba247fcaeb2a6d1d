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
import io.mqueduct.testkit.Packet.Pingresp;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;

/** PINGREQ and keep alive (sections 3.12 and 3.1.2.10). */
@BrokerTest
class PingIT {
  @BothVersions
  void answersEachPing(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);

    peer.ping().ping().send("c000 c000 c000");

    peer.expect(Pingresp.class);
    peer.expect(Pingresp.class);
    peer.expect(Pingresp.class);
  }

  @BothVersions
  void closesOnHeaderFlagsInAPing(Version version, RunningBroker broker) {
    broker.connect("c").version(version).send("c100").expectHangup(0x81);
  }

  @BothVersions
  void closesOnAPingWithABody(Version version, RunningBroker broker) {
    broker.connect("c").version(version).send("c00100").expectHangup(0x81);
  }

  @BothVersions
  void closesAfterOneAndAHalfTimesTheKeepAlive(Version version, RunningBroker broker) {
    long start = System.nanoTime();
    WirePeer peer = broker.connect("c").version(version).keepAlive(2).open();

    peer.expectHangup(0x8D);

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(2_900), Duration.ofMillis(9_000));
  }

  @BothVersions
  void takesAnyPacketForASignOfLife(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version).keepAlive(3).open();

    for (int i = 0; i < 4; i++) {
      peer.silentFor(Duration.ofMillis(1_500)).send(Publish.to("t"));
    }

    peer.ping();
  }

  @BothVersions
  void neverClosesWithoutAKeepAlive(Version version, RunningBroker broker) {
    broker
        .connect("c")
        .version(version)
        .keepAlive(0)
        .open()
        .silentFor(Duration.ofSeconds(3))
        .ping();
  }

  @BothVersions
  void publishesTheWillOfAClientThatFellSilent(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = broker.connect("w").subscribe(topic, 0);

    broker.connect("c").version(version).keepAlive(1).will(Publish.to(topic).payload("w")).open();

    assertThat(watcher.readPublish().text()).isEqualTo("w");
  }
}

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

import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a session ends: field report R21. */
@BrokerTest
class FieldReportSessionEndIT {
  @Test
  void r21EndsASessionAtItsExpiry(RunningBroker broker) {
    String topic = broker.topic("r21");
    broker.connect("s").cleanStart(false).expiry(3).subscribe(topic, 1).disconnect();
    broker.connect("clock").open().silentFor(Duration.ofSeconds(5));

    WirePeer again = broker.connect("s").cleanStart(false).expiry(3);

    assertThat(again.connack().sessionPresent()).isFalse();
    broker.publish(topic, 1);
    again.expectNothing();
  }

  @Test
  void r21KeepsASessionUntilItsExpiry(RunningBroker broker) {
    broker.connect("s").cleanStart(false).expiry(8).open().disconnect();
    broker.connect("clock").open().silentFor(Duration.ofMillis(1_500));

    assertThat(broker.connect("s").cleanStart(false).expiry(8).connack().sessionPresent()).isTrue();
  }

  @Test
  void r21LeavesNothingBehindWithoutExpiry(RunningBroker broker) {
    String topic = broker.topic("r21");
    broker.connect("s").cleanStart(false).expiry(0).subscribe(topic, 0).cut();

    WirePeer again = broker.connect("s").cleanStart(false).expiry(0);

    assertThat(again.connack().sessionPresent()).isFalse();
    broker.publish(topic, 1);
    again.expectNothing();
  }

  @Test
  void r21LetsDisconnectShortenTheExpiryAndNotBeginOne(RunningBroker broker) {
    WirePeer peer = broker.connect("s").cleanStart(false).expiry(60).open();
    peer.disconnect(0, Properties5.none().with(PropertyId.SESSION_EXPIRY_INTERVAL, 0));
    peer.expectClosed();
    assertThat(broker.connect("s").cleanStart(false).connack().sessionPresent()).isFalse();

    WirePeer without = broker.connect("t").cleanStart(false).expiry(0).open();
    without.disconnect(0, Properties5.none().with(PropertyId.SESSION_EXPIRY_INTERVAL, 60));
    without.expectDisconnect(0x82);
    assertThat(broker.connect("t").cleanStart(false).connack().sessionPresent()).isFalse();
  }
}

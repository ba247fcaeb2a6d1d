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
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters that killed brokers: field report R24. */
@BrokerTest
class FieldReportGarbageIT {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$share/",
        "$share/g",
        "$share//t",
        "$share/g/",
        "$share/a+/t",
        "$queue/",
        "$queue/ä"
      })
  void r24RefusesTheFilterAndServesOn(String filter, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer other = broker.connect("other").subscribe(topic, 1);
    WirePeer five = broker.connect("five");
    WirePeer old = broker.connect("old").v311();

    assertThat(five.subscribe(Subscribe.to(filter, 0)).codes()).containsExactly(0x8F);
    assertThat(old.subscribe(Subscribe.to(filter, 0)).codes()).containsExactly(0x80);

    long start = System.nanoTime();
    other.publish(topic, 1, "x").take();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    five.ping();
    old.ping();
  }

  @Test
  void r24ClosesOnNoLocalInAGroupAndServesOn(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer other = broker.connect("other").subscribe(topic, 1);
    WirePeer peer = broker.connect("c");

    peer.send(Subscribe.to("$share/g/t", Subscribe.NO_LOCAL).encoded(Version.V5, 1));

    peer.expectDisconnect(0x82);
    other.publish(topic, 1, "x").take();
  }
}

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
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every acknowledgement that says no says why, unless the client wants no such texts (sections
 * 3.1.2.11.7, 3.4.2.2.2 and their like).
 */
@BrokerTest
@WithSetting(
    key = "authorization.rules",
    value =
        "[{permission: deny, actions: [publish, subscribe], topics: [\"locked/#\"]},"
            + " {permission: allow}]")
class ReasonStringIT {
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void tellsAPublisherWhyItsMessageIsRefused(int qos, RunningBroker broker) {
    PacketType answer = qos == 1 ? PacketType.PUBACK : PacketType.PUBREC;
    WirePeer peer = broker.connect("c");

    assertThat(why(peer.send(Publish.to("locked/x").qos(qos, 1)).expectAck(answer, 1).properties()))
        .contains("access rules");
    assertThat(why(peer.send(Publish.to("$SYS/x").qos(qos, 2)).expectAck(answer, 2).properties()))
        .contains("the broker's own");
    Publish noText =
        Publish.to("t")
            .qos(qos, 3)
            .payload(new byte[] {-1})
            .with(PropertyId.PAYLOAD_FORMAT_INDICATOR, 1);
    assertThat(why(peer.send(noText).expectAck(answer, 3).properties())).contains("UTF-8");
  }

  @Test
  void tellsWhichFilterOfASubscribeOrUnsubscribeIsRefusedAndWhy(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(why(peer.subscribe(Subscribe.to("a", 0).and("locked/x", 0)).properties()))
        .isEqualTo("filter 2: the access rules do not allow it");
    assertThat(why(peer.unsubscribe("a", "b", "c/#/d").properties()))
        .isEqualTo("filter 3: not a valid topic filter");
  }

  @Test
  void tellsThatAPacketIdentifierIsNotKnown(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertThat(why(peer.pubrel(9).expectAck(PacketType.PUBCOMP, 9).properties()))
        .contains("packet identifier");
    assertThat(why(peer.pubrec(9).expectAck(PacketType.PUBREL, 9).properties()))
        .contains("packet identifier");
  }

  @Test
  void tellsNothingToAClientThatWantsNoReasons(RunningBroker broker) {
    WirePeer peer = broker.connect("c").with(PropertyId.REQUEST_PROBLEM_INFORMATION, 0);

    assertSilent(
        peer.send(Publish.to("locked/x").qos(1, 1)).expectAck(PacketType.PUBACK, 1).properties());
    assertSilent(
        peer.send(Publish.to("locked/x").qos(2, 2)).expectAck(PacketType.PUBREC, 2).properties());
    assertSilent(peer.pubrel(9).expectAck(PacketType.PUBCOMP, 9).properties());
    assertSilent(peer.pubrec(9).expectAck(PacketType.PUBREL, 9).properties());
    assertSilent(peer.subscribe(Subscribe.to("locked/x", 0)).properties());
    assertSilent(peer.unsubscribe("c/#/d").properties());
  }

  @Test
  void saysNothingWhereNothingIsRefused(RunningBroker broker) {
    WirePeer peer = broker.connect("c");

    assertSilent(peer.subscribe(Subscribe.to("a", 0)).properties());
    assertSilent(peer.send(Publish.to("t").qos(1, 1)).expectAck(PacketType.PUBACK, 1).properties());
    assertSilent(peer.unsubscribe("a").properties());
  }

  private static String why(Properties5 properties) {
    return properties.text(PropertyId.REASON_STRING);
  }

  private static void assertSilent(Properties5 properties) {
    assertThat(properties.entries()).isEmpty();
  }
}

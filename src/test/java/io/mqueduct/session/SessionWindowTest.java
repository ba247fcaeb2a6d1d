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
package io.mqueduct.session;

import static io.mqueduct.session.SessionFixture.rules;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.ReasonCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionWindowTest {
  @Test
  void seedsExampleWithWindowOfTwoAndLostAcks() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(2).retryIntervalMillis(10_000));
    f.online();
    f.publish(1, "1", "2", "3", "4");
    assertThat(f.sent()).containsExactly("P1 1", "P2 2");
    f.puback(1);
    assertThat(f.sent()).containsExactly("P3 3");
    f.loop.advance(f.session, 10_000);
    assertThat(f.sent()).containsExactly("P2+ 2", "P3+ 3");
    f.puback(2, 3);
    assertThat(f.sent()).containsExactly("P4 4");
    f.puback(4);
    assertThat(f.session.stats().inflight()).isZero();
  }

  @Test
  void resendsUnackedPublishesWithDupSameIdsAndInOrderAfterReconnect() {
    SessionFixture f = SessionFixture.with(rules());
    f.online(10);
    f.publish(1, "1", "2", "3", "4", "5");
    f.cut();
    f.publish(1, "6");
    f.online(10);
    assertThat(f.sent()).containsExactly("P1+ 1", "P2+ 2", "P3+ 3", "P4+ 4", "P5+ 5", "P6 6");
  }

  @Test
  void sendsTheOwedPubrelFirstAfterReconnect() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publish(2, "1");
    f.pubrec(1);
    assertThat(f.sent()).containsExactly("P1 1", "R1");
    f.cut();
    f.online();
    assertThat(f.sent()).containsExactly("R1");
    f.pubcomp(1);
    f.cut();
    f.online();
    assertThat(f.sent()).isEmpty();
  }

  @Test
  void pubrelNeverWaitsForASlot() {
    SessionFixture f = SessionFixture.with(rules());
    f.online(2);
    f.publish(2, "1", "2", "3", "4");
    assertThat(f.sent()).containsExactly("P1 1", "P2 2");
    f.pubrec(1, 2);
    assertThat(f.sent()).containsExactly("R1", "R2");
    f.pubcomp(1);
    assertThat(f.sent()).containsExactly("P3 3");
    f.pubcomp(2);
    assertThat(f.sent()).containsExactly("P4 4");
  }

  @Test
  void respectsASmallerReceiveMaximumOnResume() {
    SessionFixture f = SessionFixture.with(rules());
    f.online(5);
    f.publish(1, "1", "2", "3", "4", "5", "6");
    f.sent();
    f.cut();
    f.online(2);
    assertThat(f.sent()).containsExactly("P1+ 1", "P2+ 2");
    f.puback(2);
    assertThat(f.sent()).containsExactly("P3+ 3");
    f.puback(1, 3);
    assertThat(f.sent()).containsExactly("P4+ 4", "P5+ 5");
    f.puback(4);
    assertThat(f.sent()).containsExactly("P6 6");
  }

  @Test
  void pubrelsCountAgainstASmallerReceiveMaximumButAreSentAtOnce() {
    SessionFixture f = SessionFixture.with(rules());
    f.online(5);
    f.publish(2, "1", "2", "3", "4", "5");
    f.pubrec(3, 4);
    f.sent();
    f.cut();
    f.online(3);
    assertThat(f.sent()).containsExactly("P1+ 1", "R3", "R4");
    f.pubcomp(3);
    assertThat(f.sent()).containsExactly("P2+ 2");
  }

  @Test
  void answersWrongAndUnknownAcks() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.puback(9);
    f.pubcomp(9);
    assertThat(f.sent()).isEmpty();
    f.pubrec(9);
    assertThat(f.sent()).containsExactly("R9 PACKET_IDENTIFIER_NOT_FOUND");
    assertThat(f.session.stats().unknownAcks()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUBACK for QoS 2", "PUBREC for QoS 1", "PUBCOMP before PUBREC"})
  void anAckOfTheWrongKindEndsTheConnectionAndLosesNothing(String which) {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publish(2, "1");
    f.publish(1, "2");
    f.sent();
    switch (which.charAt(3)) {
      case 'A' -> f.puback(1);
      case 'R' -> f.pubrec(2);
      default -> f.pubcomp(1);
    }
    assertThat(f.sent()).containsExactly("DISCONNECT PROTOCOL_ERROR");
    f.publish(0, "3");
    f.puback(2);
    assertThat(f.sent()).isEmpty();
    f.cut();
    f.online();
    assertThat(f.sent()).containsExactly("P1+ 1", "P2+ 2", "P- 3");
  }

  @Test
  void aSecondAckForTheSameIdIsIgnored() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publish(1, "1");
    f.puback(1, 1);
    assertThat(f.sent()).containsExactly("P1 1");
  }

  @Test
  void pubrecWithAnErrorEndsTheExchange() {
    SessionFixture f = SessionFixture.with(rules());
    f.online(1);
    f.publish(2, "1", "2");
    f.sent();
    f.session.pubrec(1, ReasonCode.QUOTA_EXCEEDED, f.loop.now);
    assertThat(f.sent()).containsExactly("P2 2");
  }

  @Test
  void windowIsTheLesserOfClientAndConfigurationAndZeroMeansOnlyTheClient() {
    assertThat(rules().build().effectiveWindow(65_535)).isEqualTo(32);
    assertThat(rules().build().effectiveWindow(5)).isEqualTo(5);
    assertThat(rules().maxInflight(0).build().effectiveWindow(65_535)).isEqualTo(65_535);
  }
}

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
package io.mqueduct.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.app.ScriptedBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code pub} and {@code sub} say when a broker, which may be any, refuses. */
class RefusedTest {
  private static final String ACCEPTED = "2003000000";
  private static final String DISCONNECT = "E0";

  @RegisterExtension private final ScriptedBroker broker = new ScriptedBroker();

  @ParameterizedTest
  @CsvSource({
    "90040001008F, topic filter invalid (0x8F)",
    "900400010080, unspecified error (0x80)",
    "9004000100A2, wildcard subscriptions not supported (0xA2)",
    "90090001051F00026E6F97, quota exceeded (0x97): no",
  })
  void aSubscriptionWithTheCodeOfTheStandardAndTheReason(String subAck, String expected) {
    broker.answer(ACCEPTED, subAck);

    assertThat(broker.said("sub -t a/b"))
        .isEqualTo("mqueduct sub: the broker refuses to subscribe a/b: " + expected);
  }

  @Test
  void theOneOfSeveralSubscriptionsThatIsRefused() {
    broker.answer(ACCEPTED, "90060001000087" + "01");

    assertThat(broker.said("sub -t a -t b -t c"))
        .isEqualTo("mqueduct sub: the broker refuses to subscribe b: not authorized (0x87)");
  }

  @Test
  void aSubscriptionOf311WithItsOnlyCode() {
    broker.answer("20020000", "9003000180");

    assertThat(broker.said("sub -V 3.1.1 -t a"))
        .isEqualTo("mqueduct sub: the broker refuses to subscribe a: failure (0x80)");
  }

  @ParameterizedTest
  @CsvSource({
    "2003008700, 5, not authorized (0x87)",
    "20080097051F00026E6F, 5, quota exceeded (0x97): no",
    "2003008800, 5, server unavailable (0x88)",
    "20020005, 3.1.1, not authorized (0x05)",
    "20020001, 3.1.1, unacceptable protocol version (0x01)",
  })
  void aConnectionWithTheCodeOfTheStandardAndTheReason(
      String connAck, String version, String expected) {
    for (String words : new String[] {"sub -t a", "pub -t a -m x"}) {
      broker.answer(connAck);

      assertThat(broker.said(words + " -V " + version))
          .endsWith(": cannot connect to 127.0.0.1: the broker refuses: " + expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "40040001 9900, 1, payload format invalid (0x99)",
    "40090001 97 051F00026E6F, 1, quota exceeded (0x97): no",
    "50040001 8700, 2, not authorized (0x87)",
  })
  void aMessageWithTheCodeOfTheStandardAndTheReason(String ack, String qos, String expected) {
    broker.answer(ACCEPTED, ack);

    assertThat(broker.said("pub -t a -m x -q " + qos))
        .isEqualTo("mqueduct pub: the broker refuses the message: " + expected);
  }

  @Test
  void theGoodbyeOfTheBrokerWithItsCodeAndReason() {
    broker.answer(ACCEPTED, DISCONNECT + "078E051F00026E6F");

    assertThat(broker.said("sub -t a"))
        .endsWith("the broker closed it: session taken over (0x8E): no");
  }
}

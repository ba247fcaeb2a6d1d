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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code pub} and {@code sub} say when a broker sends what the standard does not allow. */
class ForeignBrokerTest {
  @RegisterExtension private final ScriptedBroker broker = new ScriptedBroker();

  private static String accepted(String version) {
    return version.equals("5") ? "2003 000000" : "2002 0000";
  }

  @ParameterizedTest
  @CsvSource({
    "5, 9003 000100, the broker answers to SUBSCRIBE with 0 codes for 2 filters",
    "5, 9004 00010000, the broker answers to SUBSCRIBE with 1 codes for 2 filters",
    "5, 9006 000100000000, the broker answers to SUBSCRIBE with 3 codes for 2 filters",
    "3.1.1, 9002 0001, the broker answers to SUBSCRIBE with 0 codes for 2 filters",
    "3.1.1, 9003 000100, the broker answers to SUBSCRIBE with 1 codes for 2 filters",
    "3.1.1, 9005 0001000000, the broker answers to SUBSCRIBE with 3 codes for 2 filters",
    "5, 9005 0002000000, the broker answers to SUBSCRIBE 1 with SUBACK 2",
    "3.1.1, 9004 00020000, the broker answers to SUBSCRIBE 1 with SUBACK 2",
  })
  void aSubackThatDoesNotFitTheSubscribe(String version, String subAck, String expected) {
    broker.answer(accepted(version), subAck);

    assertThat(broker.said("sub -t a -t b -W 60 -V " + version))
        .isEqualTo("mqueduct sub: " + expected);
  }

  @ParameterizedTest
  @CsvSource({
    "5, 9005 0001000003, SUBACK came with an unknown code",
    "5, 9005 000100007F, SUBACK came with an unknown code",
    "3.1.1, 9004 00010087, SUBACK came with the unknown code 0x87",
    "5, 3600, a malformed packet came: Illegal QOS Level",
    "5, 3005 0001FF0000, a malformed packet came: invalid UTF-8",
    "5, 30FFFFFFFF7F, a malformed packet came: remaining length",
    "5, 2003 000000, a second CONNACK came",
    "3.1.1, 2002 0000, a second CONNACK came",
    "5, C000, PINGREQ came",
    "3.1.1, C000, PINGREQ came",
    "5, 8207 00010000016100, SUBSCRIBE came",
    "5, F000, AUTH came",
    "5, F002 1800, AUTH came",
    "3.1.1, E000, DISCONNECT came",
    "5, E001 45, DISCONNECT came with the unknown code 0x45",
    "5, 6203 000145, PUBREL came with the unknown code 0x45",
  })
  void aPacketThatEndsTheSubscription(String version, String packet, String expected) {
    String subAck = version.equals("5") ? "9005 0001000000" : "9004 00010000";
    for (String before : new String[] {"", subAck}) { // in place of the SUBACK, or behind it
      broker.answer(accepted(version), before + packet);

      assertThat(broker.said("sub -t a -t b -W 60 -V " + version))
          .contains(
              "the connection to 127.0.0.1 ended: the broker breaks the protocol: " + expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 4003 000145, 1, PUBACK came with the unknown code 0x45",
    "5, 4003 0001FF, 1, PUBACK came with the unknown code 0xFF",
    "5, 5003 000145, 2, PUBREC came with the unknown code 0x45",
    "5, 7003 000145, 2, PUBCOMP came with the unknown code 0x45",
    "5, 4002 0000, 1, a malformed packet came: invalid messageId: 0",
    "3.1.1, C000, 1, PINGREQ came",
  })
  void anAnswerToAMessage(String version, String ack, String qos, String expected) {
    broker.answer(accepted(version), ack);

    assertThat(broker.said("pub -t a -m x -W 60 -V " + version + " -q " + qos))
        .isEqualTo(
            "mqueduct pub: the connection to 127.0.0.1 ended: the broker breaks the protocol: "
                + expected
                + (expected.startsWith("PINGREQ") ? ", which clients send" : ""));
  }

  @ParameterizedTest
  @CsvSource({
    "5, 2003 004500, a malformed packet came: ",
    "5, 2006 000003210000, CONNACK came with a Receive Maximum of 0",
    "5, 20FFFFFFFFFF7F, a malformed packet came: remaining length",
    "5, 0000, a malformed packet came: ",
    "5, C000, 'the first packet is PINGREQ, not CONNACK'",
    "5, F000, 'the first packet is AUTH, not CONNACK'",
    "5, E000, 'the first packet is DISCONNECT, not CONNACK'",
    "5, 3004 00016100, 'the first packet is PUBLISH, not CONNACK'",
    "3.1.1, 9003 000100, 'the first packet is SUBACK, not CONNACK'",
    "3.1.1, 485454502F312E3120343030, 'a malformed packet came: '",
  })
  void aFirstPacketThatIsNoConnack(String version, String packet, String expected) {
    for (String words : new String[] {"sub -t a", "pub -t a -m x"}) {
      broker.answer(packet);

      assertThat(broker.said(words + " -V " + version))
          .contains("cannot connect to 127.0.0.1: the broker breaks the protocol: " + expected);
    }
  }
}

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
package io.mqueduct.protocol.codec;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every rule about CONNECT that the decoder judges, with its bytes, as in {@link ViolationTest}.
 */
class ConnectViolationTest {
  @ParameterizedTest(name = "{4} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          0 | 81 | 11 | 0004 'MQTT' 04 02 0000 0001 'c'       | flags
          0 | 84 | 10 | 0004 'MQTT' 06 02 0000 00 0000        | level 6
          0 | 84 | 10 | 0004 'MQTT' 03 02 0000 0001 'c'       | level 3 with the later name
          0 | 84 | 10 | 0004 'MQTT' 84 02 0000 0001 'c'       | bridge bit
          0 | 84 | 10 | 0006 'MQIsdp' 04 02 0000 0001 'c'     | level 4 with the old name
          0 | 84 | 10 | 0004 'mqtt' 04 02 0000 0001 'c'       | name in lower case
          0 | 84 | 10 | 0004 'HTTP' 04                        | other name
          0 | 81 | 10 | 0004 'MQ'                             | name cut
          0 | 81 | 10 | 0004 'MQTT'                           | no level
          0 | 81 | 10 |                                       | nothing
          0 | 81 | 10 | 0004 'MQTT' 04 03 0000 0001 'c'       | reserved flag
          0 | 81 | 10 | 0004 'MQTT' 05 03 0000 00 0001 'c'    | reserved flag
          0 | ok | 10 | 0006 'MQIsdp' 03 03 0000 0001 'c'     | reserved flag of 3.1
          0 | 81 | 10 | 0004 'MQTT' 04 0A 0000 0001 'c'       | will QoS without will
          0 | 81 | 10 | 0004 'MQTT' 05 22 0000 00 0001 'c'    | will retain without will
          0 | ok | 10 | 0006 'MQIsdp' 03 2A 0000 0001 'c'     | will QoS without will in 3.1
          0 | 81 | 10 | 0004 'MQTT' 04 1E 0000 0001 'c' 0001 'w' 0000 | will QoS 3
          0 | 81 | 10 | 0006 'MQIsdp' 03 1E 0000 0001 'c' 0001 'w' 0000 | will QoS 3
          0 | 81 | 10 | 0004 'MQTT' 04 42 0000 0001 'c' 0001 'p' | password without user name
          0 | 81 | 10 | 0006 'MQIsdp' 03 42 0000 0001 'c' 0001 'p' | password without user name
          0 | ok | 10 | 0004 'MQTT' 05 42 0000 00 0001 'c' 0001 'p' | password without user name
          0 | 85 | 10 | 0004 'MQTT' 04 00 0000 0000           | empty id, session kept
          0 | ok | 10 | 0004 'MQTT' 04 02 0000 0000           | empty id, clean session
          0 | ok | 10 | 0004 'MQTT' 05 00 0000 00 0000        | empty id, session kept
          0 | 85 | 10 | 0006 'MQIsdp' 03 02 0000 0000         | empty id in 3.1
          0 | ok | 10 | 0006 'MQIsdp' 03 02 0000 001E '123456789012345678901234567890' | 30 characters in 3.1
          0 | 81 | 10 | 0004 'MQTT' 04 02 0000 0001 00        | id with U+0000
          0 | 81 | 10 | 0004 'MQTT' 04 02 0000 0001 'c' 00    | bytes after the last field
          0 | 81 | 10 | 0004 'MQTT' 05 02 0000 00 0001 'c' 00 | bytes after the last field
          0 | 81 | 10 | 0004 'MQTT' 04 82 0000 0001 'c'       | no user name
          0 | ok | 10 | 0006 'MQIsdp' 03 C2 0000 0001 'c'     | no user name in 3.1
          0 | 81 | 10 | 0004 'MQTT' 04 82 0000 0001 'c' 0001 FF | user name not UTF-8
          0 | ok | 10 | 0004 'MQTT' 04 C2 0000 0001 'c' 0001 'u' 0001 FF | password of any bytes
          0 | 81 | 10 | 0004 'MQTT' 04 C2 0000 0001 'c' 0001 'u' 0002 FF | password cut
          0 | 90 | 10 | 0004 'MQTT' 04 06 0000 0001 'c' 0003 'a/#' 0000 | will topic with wildcard
          0 | 90 | 10 | 0004 'MQTT' 05 06 0000 00 0001 'c' 00 0001 '+' 0000 | will topic with wildcard
          0 | 90 | 10 | 0004 'MQTT' 04 06 0000 0001 'c' 0000 0000 | will topic empty
          0 | 81 | 10 | 0004 'MQTT' 04 06 0000 0001 'c' 0001 00 0000 | will topic with U+0000
          0 | 81 | 10 | 0004 'MQTT' 04 06 0000 0001 'c' 0001 'w' | no will payload
          """)
  void judgesConnect(
      String versions, String expected, String first, @Nullable String body, String what) {
    RuleTable.check(versions, expected, first, body, what);
  }

  @ParameterizedTest(name = "{2} -> {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          82 | 11 00000001 11 00000001 | session expiry twice
          82 | 21 0000                 | receive maximum 0
          82 | 21 0001 21 0001         | receive maximum twice
          82 | 27 00000000             | maximum packet size 0
          82 | 27 00000001 27 00000001 | maximum packet size twice
          82 | 22 0001 22 0001         | topic alias maximum twice
          ok | 22 0000                 | topic alias maximum 0
          82 | 17 02                   | request problem information 2
          82 | 17 01 17 01             | request problem information twice
          82 | 19 02                   | request response information 2
          82 | 19 00 19 00             | request response information twice
          82 | 16 0000                 | authentication data without a method
          ok | 15 0001 'm' 16 0000     | authentication data with a method
          82 | 15 0000 15 0000         | method twice
          82 | 15 0000 16 0000 16 0000 | data twice
          82 | 18 00000001             | will delay outside of the will
          82 | 24 01                   | maximum QoS
          82 | 12 0000                 | assigned client identifier
          82 | 13 0001                 | server keep alive
          82 | 1A 0000                 | response information
          82 | 25 01                   | retain available
          82 | 28 01                   | wildcard subscription available
          82 | 29 01                   | subscription identifier available
          82 | 2A 01                   | shared subscription available
          82 | 1F 0000                 | reason string
          81 | 00                      | unknown property 0
          81 | 3F                      | unknown property 3F
          81 | 11 0000                 | session expiry cut
          ok | 26 0000 0000 26 0000 0000 | user property twice
          """)
  void judgesConnectProperties(String expected, String properties, String what) {
    String length = "%02X".formatted(Wire.bytes(properties).length);
    RuleTable.check(
        "0", expected, "10", "0004 'MQTT' 05 02 0000" + length + properties + "0001 'c'", what);
  }

  @ParameterizedTest(name = "{2} -> {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          82 | 18 00000001 18 00000001 | will delay twice
          82 | 01 02                   | payload format 2
          82 | 08 0001 '#'             | response topic with wildcard
          82 | 23 0001                 | topic alias
          82 | 11 00000001             | session expiry inside of the will
          82 | 0B 01                   | subscription identifier
          ok | 18 00000001 02 00000000 01 01 03 0000 08 0001 'r' 09 0000 26 0000 0000 | all
          """)
  void judgesWillProperties(String expected, String properties, String what) {
    String length = "%02X".formatted(Wire.bytes(properties).length);
    String body = "0004 'MQTT' 05 06 0000 00 0001 'c'" + length + properties + "0001 'w' 0000";
    RuleTable.check("0", expected, "10", body, what);
  }
}

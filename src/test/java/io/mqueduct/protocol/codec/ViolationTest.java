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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.ReasonCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every rule that the decoder judges, with its bytes; {@link ConnectViolationTest} has those of
 * CONNECT. The first column has the versions a row is for (of a CONNECT: 0), then the expected
 * code, the first byte, the body, and what it is about.
 */
class ViolationTest {
  @ParameterizedTest(name = "{0}: {4} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          345 | 81 | 00 |                               | reserved type 0
          34  | 81 | F0 |                               | AUTH before 5.0
          345 | 82 | 20 | 0000                          | CONNACK
          345 | 82 | 90 | 0001 00                       | SUBACK
          345 | 82 | B0 | 0001                          | UNSUBACK
          345 | 82 | D0 |                               | PINGRESP
          345 | 81 | C0 | 00                            | PINGREQ with a body
          34  | 81 | E0 | 00                            | DISCONNECT with a body
          45  | 81 | C1 |                               | PINGREQ with flags
          45  | 81 | E8 |                               | DISCONNECT with flags
          45  | 81 | 41 | 0001                          | PUBACK with flags
          45  | 81 | 52 | 0001                          | PUBREC with flags
          345 | 81 | 60 | 0001                          | PUBREL without its flag
          45  | 81 | 6A | 0001                          | PUBREL with DUP
          3   | ok | 6A | 0001                          | PUBREL with DUP
          45  | 81 | 78 | 0001                          | PUBCOMP with flags
          345 | 81 | 80 | 0001 0001 'a' 00              | SUBSCRIBE without its flag
          4   | 81 | 8A | 0001 0001 'a' 00              | SUBSCRIBE with DUP
          3   | ok | 8A | 0001 0001 'a' 00              | SUBSCRIBE with DUP
          345 | 81 | A0 | 0001 0001 'a'                 | UNSUBSCRIBE without its flag
          5   | 81 | F1 | 18 04 15 0001 'm'             | AUTH with flags
          """)
  void judgesTheFixedHeader(
      String versions, String expected, String first, @Nullable String body, String what) {
    RuleTable.check(versions, expected, first, body, what);
  }

  @ParameterizedTest(name = "{0}: {4} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          345 | 81 | 36 | 0001 'a' 0001 00              | QoS 3
          345 | 81 | 3E | 0001 'a' 0001 00              | QoS 3 with DUP
          45  | 81 | 38 | 0001 'a' 00                   | DUP with QoS 0
          3   | ok | 38 | 0001 'a' 00                   | DUP with QoS 0
          345 | 82 | 32 | 0001 'a' 0000 00              | packet id 0
          345 | 81 | 30 |                               | nothing
          345 | 81 | 30 | 00                            | half a length
          345 | 81 | 30 | 0002 'a'                      | topic cut
          345 | 81 | 32 | 0001 'a' 00                   | packet id cut
          5   | 81 | 30 | 0001 'a'                      | no property length
          5   | 81 | 30 | 0001 'a' 01                   | property block cut
          5   | 81 | 30 | 0001 'a' 80                   | property length cut
          5   | 81 | 30 | 0001 'a' FFFFFFFF7F           | property length of five bytes
          5   | 81 | 30 | 0001 'a' 8000                 | property length longer than needed
          5   | 81 | 30 | 0001 'a' FFFFFF7F 'x'         | property length beyond the packet
          34  | 81 | 30 | 0000 'x'                      | empty topic
          5   | 82 | 30 | 0000 00 'x'                   | empty topic and no alias
          5   | 82 | 30 | 0000 02 01 00 'x'             | empty topic and other properties only
          5   | ok | 30 | 0000 03 23 0001 'x'           | empty topic with an alias
          345 | 90 | 30 | 0003 'a/#' 00                 | wildcard
          345 | 90 | 30 | 0001 '+' 00                   | wildcard
          345 | 81 | 30 | 0001 00 00                    | U+0000
          345 | 81 | 30 | 0002 C080 00                  | overlong U+0000
          345 | 81 | 30 | 0003 EDA080 00                | surrogate
          345 | 81 | 30 | 0001 80 00                    | continuation byte alone
          345 | 81 | 30 | 0002 C1BF 00                  | overlong
          345 | 81 | 30 | 0003 E09FBF 00                | overlong
          345 | 81 | 30 | 0004 F08FBFBF 00              | overlong
          345 | 81 | 30 | 0004 F4908080 00              | above U+10FFFF
          345 | 81 | 30 | 0001 FF 00                    | no UTF-8
          345 | 81 | 30 | 0002 E282 00                  | character cut
          345 | ok | 30 | 0004 F48FBFBF 00              | U+10FFFF
          345 | ok | 30 | 0003 EFBBBF 00                | U+FEFF is a character like others
          345 | ok | 30 | 0003 EFBFBF 00                | U+FFFF may be refused, but need not
          5   | 94 | 30 | 0001 'a' 03 23 0000           | alias 0
          5   | 82 | 30 | 0001 'a' 02 0B 01             | subscription identifier
          5   | 82 | 30 | 0001 'a' 03 22 0001           | topic alias maximum
          5   | 81 | 30 | 0001 'a' 02 04 00             | unknown property 4
          5   | 81 | 30 | 0001 'a' 02 2B 00             | unknown property 2B
          5   | 81 | 30 | 0001 'a' 02 7F 00             | unknown property 7F
          5   | 81 | 30 | 0001 'a' 03 8100 00           | property id longer than needed
          5   | 82 | 30 | 0001 'a' 02 01 02             | payload format 2
          5   | 82 | 30 | 0001 'a' 04 01 00 01 00       | payload format twice
          5   | 82 | 30 | 0001 'a' 0A 02 00000001 02 00000001 | expiry twice
          5   | 82 | 30 | 0001 'a' 06 23 0001 23 0001   | alias twice
          5   | 82 | 30 | 0001 'a' 08 03 0001 'a' 03 0001 'a' | content type twice
          5   | 82 | 30 | 0001 'a' 08 08 0001 'a' 08 0001 'a' | response topic twice
          5   | 82 | 30 | 0001 'a' 06 09 0000 09 0000   | correlation data twice
          5   | ok | 30 | 0001 'a' 0A 26 0000 0000 26 0000 0000 | user property twice
          5   | 82 | 30 | 0001 'a' 04 08 0001 '+'       | response topic with wildcard
          5   | 82 | 30 | 0001 'a' 03 08 0000           | response topic empty
          5   | 81 | 30 | 0001 'a' 04 03 0001 FF        | content type not UTF-8
          5   | 81 | 30 | 0001 'a' 06 26 0001 00 0000   | user property with U+0000
          5   | 81 | 30 | 0001 'a' 04 26 0001 'a'       | user property without value
          5   | 81 | 30 | 0001 'a' 03 02 0000           | expiry cut
          5   | 81 | 30 | 0001 'a' 03 09 0001 05        | property beyond the block
          5   | 81 | 30 | 0001 'a' 01 01 01             | value beyond the block
          """)
  void judgesPublish(
      String versions, String expected, String first, @Nullable String body, String what) {
    RuleTable.check(versions, expected, first, body, what);
  }

  @ParameterizedTest(name = "{0}: {4} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          345 | 82 | 40 | 0000                          | PUBACK packet id 0
          345 | 82 | 62 | 0000                          | PUBREL packet id 0
          5   | 82 | 50 | 0000 00                       | PUBREC packet id 0 with code
          345 | 81 | 40 |                               | PUBACK without id
          345 | 81 | 70 | 00                            | PUBCOMP with half an id
          34  | 81 | 40 | 0001 00                       | PUBACK with a code
          5   | 82 | 40 | 0001 01                       | undefined code
          5   | 82 | 40 | 0001 92                       | code of PUBREL in PUBACK
          5   | 82 | 62 | 0001 10                       | code of PUBACK in PUBREL
          5   | 82 | 70 | 0001 80                       | code of PUBACK in PUBCOMP
          5   | ok | 40 | 0001 10                       | no matching subscribers
          5   | ok | 50 | 0001 99 00                    | payload format invalid
          5   | ok | 62 | 0001 92                       | not found
          5   | 81 | 40 | 0001 00 01                    | properties cut
          5   | 81 | 40 | 0001 00 00 00                 | bytes after the properties
          5   | 82 | 40 | 0001 00 02 01 00              | payload format in PUBACK
          5   | 82 | 40 | 0001 00 06 1F 0000 1F 0000    | reason string twice
          5   | 81 | E0 | 00 01                         | DISCONNECT properties cut
          5   | 81 | E0 | 00 00 00                      | DISCONNECT bytes after the properties
          5   | 82 | E0 | 8E                            | code of a server
          5   | 82 | E0 | 87                            | code of a server
          5   | 82 | E0 | 9C                            | code of a server
          5   | 82 | E0 | 05                            | undefined code
          5   | ok | E0 | 04                            | with will
          5   | ok | E0 | 99                            | payload format invalid
          5   | ok | E0 | 00 05 11 00000000             | session expiry 0 after 0
          5   | 82 | E0 | 00 05 11 00000001             | session expiry 1 after 0
          5   | 82 | E0 | 00 0A 11 00000000 11 00000000 | session expiry twice
          5   | 82 | E0 | 00 04 1C 0001 'a'             | server reference
          5   | 82 | F0 |                               | AUTH success from a client
          5   | 82 | F0 | 00                            | AUTH success from a client
          5   | 82 | F0 | 18                            | AUTH without a method
          5   | 82 | F0 | 18 04 15 0001 'm'             | AUTH, but none in the CONNECT
          5   | 82 | F0 | 19 04 15 0001 'm'             | AUTH, but none in the CONNECT
          """)
  void judgesAcknowledgementsDisconnectAndAuth(
      String versions, String expected, String first, @Nullable String body, String what) {
    RuleTable.check(versions, expected, first, body, what);
  }

  @ParameterizedTest(name = "{0}: {4} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          34 | 82 | 82 | 0001                           | SUBSCRIBE without filters
          5  | 82 | 82 | 0001 00                        | SUBSCRIBE without filters
          34 | 82 | 82 | 0000 0001 'a' 00               | packet id 0
          5  | 82 | 82 | 0000 00 0001 'a' 00            | packet id 0
          34 | 81 | 82 | 0001 0001 'a'                  | filter without options
          5  | 81 | 82 | 0001 00 0001 'a'               | filter without options
          345| 81 | 82 | 00                             | half a packet id
          5  | 81 | 82 | 0001                           | no property length
          34 | 81 | 82 | 0001 0001 'a' 03               | QoS 3
          5  | 82 | 82 | 0001 00 0001 'a' 03            | QoS 3
          4  | 81 | 82 | 0001 0001 'a' 04               | reserved bits
          3  | ok | 82 | 0001 0001 'a' 04               | reserved bits
          5  | 81 | 82 | 0001 00 0001 'a' 40            | reserved bits
          5  | 81 | 82 | 0001 00 0001 'a' 80            | reserved bits
          5  | 82 | 82 | 0001 00 0001 'a' 30            | retain handling 3
          5  | 82 | 82 | 0001 00 0009 '$share/g/' 04    | no local on a shared subscription
          5  | ok | 82 | 0001 00 0009 '$share/g/' 00    | its filter is for the SUBACK
          5  | ok | 82 | 0001 00 0005 'a/#/b' 00        | a nonsense filter is for the SUBACK
          5  | ok | 82 | 0001 00 0000 00                | an empty filter is for the SUBACK
          34 | 81 | 82 | 0001 0001 00 00                | U+0000
          5  | 81 | 82 | 0001 00 0001 FE 00             | no UTF-8
          5  | 82 | 82 | 0001 02 0B 00 0001 'a' 00      | subscription identifier 0
          5  | 82 | 82 | 0001 04 0B 01 0B 01 0001 'a' 00 | subscription identifier twice
          5  | 81 | 82 | 0001 06 0B FFFFFFFF7F 0001 'a' 00 | subscription identifier of five bytes
          5  | 82 | 82 | 0001 03 1F 0000 0001 'a' 00    | reason string
          34 | 82 | A2 | 0001                           | UNSUBSCRIBE without filters
          5  | 82 | A2 | 0001 00                        | UNSUBSCRIBE without filters
          34 | 82 | A2 | 0000 0001 'a'                  | packet id 0
          34 | 81 | A2 | 0001 0002 'a'                  | filter cut
          5  | 81 | A2 | 0001 00 0001 'a' 00            | bytes after the filters
          5  | 82 | A2 | 0001 02 0B 01 0001 'a'         | subscription identifier
          """)
  void judgesSubscriptions(
      String versions, String expected, String first, @Nullable String body, String what) {
    RuleTable.check(versions, expected, first, body, what);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C000",
        "30 03 0001 'a'",
        "'GET / HTTP/1.1'",
        "'PROXY TCP4'",
        "1603",
        "00",
        "F000"
      })
  void refusesAnythingBeforeConnectAtItsFirstByte(String script) {
    byte[] bytes = Wire.bytes(script);

    Decoded decoded = Wire.decoder().decode(Unpooled.wrappedBuffer(bytes, 0, 1));

    assertThat(decoded).isInstanceOf(Violation.class);
    assertThat(((Violation) decoded).code()).isEqualTo(ReasonCode.PROTOCOL_ERROR);
  }

  @Test
  void namesWhatIsOftenSentToTheWrongPort() {
    assertThat(why("'GET'")).contains("HTTP");
    assertThat(why("'PROXY'")).contains("PROXY");
    assertThat(why("0D0A0D0A00")).contains("PROXY");
    assertThat(why("160301")).contains("TLS");
  }

  private static String why(String script) {
    return ((Violation) Wire.decoder().decode(Unpooled.wrappedBuffer(Wire.bytes(script)))).why();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void refusesASecondConnect(int version) {
    assertThat(Wire.decode(version, Wire.connect(version)))
        .isEqualTo(Violation.protocolError("second CONNECT"));
  }

  @ParameterizedTest
  @CsvSource({"3", "4", "5"})
  void refusesARemainingLengthOfFiveBytesAtTheFourth(int version) {
    PacketDecoder decoder = Wire.connected(version);

    assertThat(decoder.decode(Unpooled.wrappedBuffer(Wire.bytes("30 FFFFFF"))))
        .isEqualTo(NeedMore.NEED_MORE);
    assertThat(decoder.decode(Unpooled.wrappedBuffer(Wire.bytes("30 FFFFFFFF"))))
        .isEqualTo(Violation.malformed("remaining length of more than four bytes"));
  }

  @Test
  void refusesAPaddedLengthFromFiveOnOnly() {
    byte[] publish = Wire.bytes("30 848000 0001 'a' 00");

    assertThat(Wire.decode(4, publish)).isInstanceOf(Publish.class);
    assertThat(Wire.decode(5, publish)).isInstanceOf(Violation.class);
    assertThat(Wire.decode(0, Wire.bytes("10 8D00 0004 'MQTT' 04 02 003C 0001 'c'")))
        .isInstanceOf(Connect.class);
    assertThat(Wire.decode(0, Wire.bytes("10 8E00 0004 'MQTT' 05 02 003C 00 0001 'c'")))
        .isEqualTo(Violation.malformed("remaining length longer than needed"));
  }

  @Test
  void refusesAPacketThatIsTooLargeBeforeItsBodyArrives() {
    PacketDecoder decoder = Wire.connected(5);
    decoder.maxPacketSize(100);

    // 2 bytes of fixed header and 98 of body are allowed, not one more.
    assertThat(decoder.decode(Unpooled.wrappedBuffer(Wire.bytes("30 62"))))
        .isEqualTo(NeedMore.NEED_MORE);
    assertThat(decoder.awaitedLength()).isEqualTo(100);
    Violation tooLarge = new Violation(ReasonCode.PACKET_TOO_LARGE, "packet too large");
    assertThat(decoder.decode(Unpooled.wrappedBuffer(Wire.bytes("30 63")))).isEqualTo(tooLarge);
  }

  @Test
  void repeatsItsViolationWhateverComesLater() {
    PacketDecoder decoder = Wire.connected(4);
    Decoded first = decoder.decode(Unpooled.wrappedBuffer(Wire.bytes("00 00")));
    ByteBuf ping = Unpooled.wrappedBuffer(Wire.bytes("C000"));

    assertThat(decoder.decode(ping)).isSameAs(first);
    assertThat(ping.isReadable()).isFalse();
  }

  @Test
  void knowsTheVersionToAnswerARefusedConnectIn() {
    for (String body : List.of("0004 'MQTT' 06", "0004 'MQTT' 05 03 0000 00 0001 'c'")) {
      PacketDecoder decoder = Wire.decoder();
      decoder.decode(Unpooled.wrappedBuffer(Wire.packet(0x10, body)));
      assertThat(decoder.version()).isEqualTo(5);
    }
    PacketDecoder old = Wire.decoder();
    old.decode(Unpooled.wrappedBuffer(Wire.packet(0x10, "0004 'MQTT' 02")));
    assertThat(old.version()).isEqualTo(4);
    PacketDecoder other = Wire.decoder();
    other.decode(Unpooled.wrappedBuffer(Wire.packet(0x10, "0004 'HTTP' 02")));
    assertThat(other.version()).isZero();
  }

  @Test
  void refusesAuthOfAnotherMethod() {
    PacketDecoder decoder = Wire.decoder();
    decoder.decode(
        Unpooled.wrappedBuffer(
            Wire.packet(0x10, "0004 'MQTT' 05 02 0000 04 15 0001 'M' 0001 'c'")));
    Decoded auth = decoder.decode(Unpooled.wrappedBuffer(Wire.packet(0xF0, "18 04 15 0001 'N'")));

    assertThat(auth).isInstanceOf(Violation.class);
  }
}

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
import io.mqueduct.message.TopicName;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Well-formed packets become the right values. */
class PacketDecoderTest {
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void learnsTheVersionFromTheConnect(int version) {
    PacketDecoder decoder = Wire.decoder();
    assertThat(decoder.version()).isZero();

    Connect connect = (Connect) decoder.decode(Unpooled.wrappedBuffer(Wire.connect(version)));

    assertThat(decoder.version()).isEqualTo(version);
    assertThat(connect.version()).isEqualTo(version);
    assertThat(connect.clientId()).isEqualTo("c");
    assertThat(connect.cleanStart()).isTrue();
    assertThat(connect.keepAliveSeconds()).isEqualTo(60);
    assertThat(connect.will()).isNull();
    assertThat(connect.username()).isNull();
    assertThat(connect.password()).isNull();
    assertThat(connect.sessionExpirySeconds()).isZero();
    assertThat(connect.receiveMaximum()).isEqualTo(65_535);
    assertThat(connect.maximumPacketSize()).isEqualTo(Connect.NO_LIMIT);
    assertThat(connect.topicAliasMaximum()).isZero();
    assertThat(connect.requestProblemInformation()).isTrue();
    assertThat(connect.requestResponseInformation()).isFalse();
  }

  @Test
  void readsEverythingThatAConnectCanSay() {
    Connect connect =
        (Connect)
            Wire.decode(
                0,
                Wire.packet(
                    0x10,
                    """
                    0004 'MQTT' 05 EE 0102
                    2F
                      11 FFFFFFFF  21 000A  27 80000000  22 0007  19 01  17 00
                      15 0005 'SCRAM'  16 0002 FF00  26 0001 'a' 0001 'b'  26 0001 'a' 0001 'c'
                    0003 'dev'
                    0C  18 00000005  02 80000001  01 01
                    0001 'w' 0002 'by'  0003 'tom'  0003 FFFE00
                    """));

    assertThat(connect.cleanStart()).isTrue();
    assertThat(connect.keepAliveSeconds()).isEqualTo(0x0102);
    assertThat(connect.sessionExpirySeconds()).isEqualTo(0xFFFFFFFFL);
    assertThat(connect.receiveMaximum()).isEqualTo(10);
    assertThat(connect.maximumPacketSize()).isEqualTo(0x80000000L);
    assertThat(connect.topicAliasMaximum()).isEqualTo(7);
    assertThat(connect.requestResponseInformation()).isTrue();
    assertThat(connect.requestProblemInformation()).isFalse();
    assertThat(connect.authenticationMethod()).isEqualTo("SCRAM");
    assertThat(connect.authenticationData()).isEqualTo(new byte[] {-1, 0});
    assertThat(connect.userProperties())
        .isEqualTo(List.of(new UserProperty("a", "b"), new UserProperty("a", "c")));
    assertThat(connect.clientId()).isEqualTo("dev");
    assertThat(connect.username()).isEqualTo("tom");
    assertThat(connect.password()).isEqualTo(new byte[] {-1, -2, 0});
    assertThat(connect.will())
        .usingRecursiveComparison()
        .isEqualTo(
            new Will(
                TopicName.of("w"),
                Wire.bytes("'by'"),
                Wire.bytes("01 01"),
                1,
                true,
                5,
                0x80000001L,
                true));
  }

  @Test
  void handsOnPublishPropertiesByteByByteWithoutThoseOfTheConnection() {
    byte[] packet =
        Wire.packet(
            0x3B,
            """
            0003 'a/b' 0007
            28 26 0001 'x' 0001 'y'  23 0003  01 01  26 0001 'x' 0002 'zz'  02 FFFFFFFE
               09 0002 0001  08 0003 'r/s'  03 0001 't'
            'hello'
            """);
    Publish publish = (Publish) Wire.decode(5, packet);

    assertThat(publish)
        .usingRecursiveComparison()
        .isEqualTo(
            new Publish(
                TopicName.of("a/b"),
                3,
                7,
                1,
                true,
                true,
                Wire.bytes("'hello'"),
                Wire.bytes(
                    "26 0001'x'0001'y' 01 01 26 0001'x'0002'zz' 09 0002 0001 08 0003'r/s' 03"
                        + " 0001't'"),
                0xFFFFFFFEL,
                true));
  }

  @ParameterizedTest
  @CsvSource({"3", "4", "5"})
  void readsAPublishWithoutProperties(int version) {
    String none = version == 5 ? "00" : "";
    Publish first = (Publish) Wire.decode(version, Wire.packet(0x30, "0001 't'" + none + "'p'"));
    Publish second = (Publish) Wire.decode(version, Wire.packet(0x3D, "0001 't' FFFF" + none));

    assertThat(first.topic()).isEqualTo(TopicName.of("t"));
    assertThat(first.qos()).isZero();
    assertThat(first.packetId()).isZero();
    assertThat(first.expirySeconds()).isEqualTo(-1);
    assertThat(first.payload()).asString().isEqualTo("p");
    assertThat(second.qos()).isEqualTo(2);
    assertThat(second.dup()).isTrue();
    assertThat(second.retain()).isTrue();
    assertThat(second.packetId()).isEqualTo(65_535);
    assertThat(second.payload()).isEmpty();
  }

  @Test
  void readsAPublishThatHasOnlyAnAlias() {
    Publish publish = (Publish) Wire.decode(5, Wire.packet(0x30, "0000 03 23 FFFF 'p'"));

    assertThat(publish.topic()).isNull();
    assertThat(publish.topicAlias()).isEqualTo(65_535);
    assertThat(publish.properties()).isEmpty();
  }

  @Test
  void givesTheSameNameForTheSameTopic() {
    PacketDecoder decoder = Wire.connected(4);
    var bytes =
        Unpooled.wrappedBuffer(
            Wire.packet(0x30, "0001 'a'"),
            Wire.packet(0x30, "0001 'b'"),
            Wire.packet(0x30, "0001 'a'"));

    Publish a = (Publish) decoder.decode(bytes);
    Publish b = (Publish) decoder.decode(bytes);
    Publish again = (Publish) decoder.decode(bytes);

    assertThat(b.topic()).isEqualTo(TopicName.of("b"));
    assertThat(again.topic()).isSameAs(a.topic());
  }

  @ParameterizedTest
  @CsvSource({"40, PUBACK", "50, PUBREC", "62, PUBREL", "70, PUBCOMP"})
  void readsAcknowledgementsInAllTheirForms(String first, PacketType type) {
    int firstByte = Integer.parseInt(first, 16);
    Ack bare = new Ack(type, 0x1234, ReasonCode.SUCCESS, null);
    for (int version = 3; version <= 5; version++) {
      assertThat(Wire.decode(version, Wire.packet(firstByte, "1234"))).isEqualTo(bare);
    }
    ReasonCode error =
        type == PacketType.PUBACK || type == PacketType.PUBREC
            ? ReasonCode.QUOTA_EXCEEDED
            : ReasonCode.PACKET_IDENTIFIER_NOT_FOUND;
    String code = Integer.toHexString(error.value());
    assertThat(Wire.decode(5, Wire.packet(firstByte, "1234" + code)))
        .isEqualTo(new Ack(type, 0x1234, error, null));
    assertThat(Wire.decode(5, Wire.packet(firstByte, "1234" + code + "00")))
        .isEqualTo(new Ack(type, 0x1234, error, null));
    assertThat(
            Wire.decode(
                5, Wire.packet(firstByte, "1234" + code + "0C 1F 0002 'no' 26 0001 'a' 0001 'b'")))
        .isEqualTo(new Ack(type, 0x1234, error, "no"));
  }

  @Test
  void readsSubscribeWithItsOptions() {
    assertThat(
            Wire.decode(
                5, Wire.packet(0x82, "0001 05 0B FFFFFF7F 0001 'a' 2D 0001 'b' 02 0000 10")))
        .isEqualTo(
            new Subscribe(
                1,
                268_435_455,
                List.of(
                    new Subscribe.Filter("a", 1, true, true, 2),
                    new Subscribe.Filter("b", 2, false, false, 0),
                    new Subscribe.Filter("", 0, false, false, 1))));
    assertThat(Wire.decode(4, Wire.packet(0x82, "0001 0003 'a/#' 01")))
        .isEqualTo(new Subscribe(1, 0, List.of(new Subscribe.Filter("a/#", 1, false, false, 0))));
  }

  @Test
  void readsUnsubscribe() {
    Unsubscribe expected = new Unsubscribe(9, List.of("a", "b/+"));
    assertThat(Wire.decode(3, Wire.packet(0xA2, "0009 0001 'a' 0003 'b/+'"))).isEqualTo(expected);
    assertThat(Wire.decode(5, Wire.packet(0xA2, "0009 00 0001 'a' 0003 'b/+'")))
        .isEqualTo(expected);
  }

  @Test
  void readsPingAndDisconnect() {
    assertThat(Wire.decode(4, Wire.bytes("C000"))).isEqualTo(PingReq.PINGREQ);
    Disconnect normal = new Disconnect(ReasonCode.SUCCESS, -1, null);
    assertThat(Wire.decode(4, Wire.bytes("E000"))).isEqualTo(normal);
    assertThat(Wire.decode(5, Wire.bytes("E000"))).isEqualTo(normal);
    assertThat(Wire.decode(5, Wire.bytes("E0 01 04")))
        .isEqualTo(new Disconnect(ReasonCode.DISCONNECT_WITH_WILL, -1, null));
    assertThat(Wire.decode(5, Wire.bytes("E0 07 00 05 11 00000000")))
        .isEqualTo(new Disconnect(ReasonCode.SUCCESS, 0, null));
  }

  @Test
  void readsAuthOfTheMethodOfTheConnect() {
    PacketDecoder decoder = Wire.decoder();
    decoder.decode(
        Unpooled.wrappedBuffer(
            Wire.packet(0x10, "0004 'MQTT' 05 02 0000 04 15 0001 'M' 0001 'c'")));

    Decoded auth =
        decoder.decode(Unpooled.wrappedBuffer(Wire.packet(0xF0, "18 08 15 0001 'M' 16 0001 05")));

    assertThat(auth)
        .usingRecursiveComparison()
        .isEqualTo(new Auth(ReasonCode.CONTINUE_AUTHENTICATION, "M", new byte[] {5}));
  }
}

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
import java.util.function.Consumer;
import org.assertj.core.api.AbstractByteArrayAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packets of the broker, byte by byte. */
class PacketEncoderTest {
  private static final long NO_LIMIT = Connect.NO_LIMIT;

  @ParameterizedTest
  @CsvSource({"PUBACK, 40", "PUBREC, 50", "PUBREL, 62", "PUBCOMP, 70"})
  void writesAcknowledgements(PacketType type, String first) {
    assertBytes(out -> PacketEncoder.ack(out, type, 0xFEDC))
        .isEqualTo(Wire.bytes(first + "02 FEDC"));
    ReasonCode code = ReasonCode.PACKET_IDENTIFIER_NOT_FOUND;
    assertBytes(out -> PacketEncoder.ack(out, 5, type, 1, ReasonCode.SUCCESS, null, NO_LIMIT))
        .isEqualTo(Wire.bytes(first + "02 0001"));
    assertBytes(out -> PacketEncoder.ack(out, 4, type, 1, code, "why", NO_LIMIT))
        .isEqualTo(Wire.bytes(first + "02 0001"));
    assertBytes(out -> PacketEncoder.ack(out, 5, type, 1, code, null, NO_LIMIT))
        .isEqualTo(Wire.bytes(first + "03 0001 92"));
    assertBytes(out -> PacketEncoder.ack(out, 5, type, 1, code, "why", NO_LIMIT))
        .isEqualTo(Wire.bytes(first + "0A 0001 92 06 1F 0003 'why'"));
  }

  @Test
  void leavesReasonStringsOutBeyondTheClientsMaximum() {
    ReasonCode code = ReasonCode.QUOTA_EXCEEDED;
    assertBytes(out -> PacketEncoder.ack(out, 5, PacketType.PUBACK, 1, code, "why", 12))
        .isEqualTo(Wire.bytes("40 0A 0001 97 06 1F 0003 'why'"));
    assertBytes(out -> PacketEncoder.ack(out, 5, PacketType.PUBACK, 1, code, "why", 11))
        .isEqualTo(Wire.bytes("40 03 0001 97"));
    assertBytes(out -> PacketEncoder.disconnect(out, 5, code, "why", null, 9))
        .isEqualTo(Wire.bytes("E0 01 97"));
    assertBytes(out -> PacketEncoder.suback(out, 5, 1, List.of(code), "why", 11))
        .isEqualTo(Wire.bytes("90 04 0001 00 97"));
    assertBytes(out -> PacketEncoder.suback(out, 5, 1, List.of(code), "why", 12))
        .isEqualTo(Wire.bytes("90 0A 0001 06 1F 0003 'why' 97"));
  }

  @Test
  void leavesOutOnlyTheUserPropertiesThatDoNotFit() {
    List<UserProperty> properties =
        List.of(new UserProperty("a", "x".repeat(100)), new UserProperty("b", "c"));
    ReasonCode code = ReasonCode.QUOTA_EXCEEDED;

    assertBytes(out -> PacketEncoder.ack(out, 5, PacketType.PUBACK, 1, code, null, properties, 60))
        .isEqualTo(Wire.bytes("40 0B 0001 97 07 26 0001 'b' 0001 'c'"));
  }

  @Test
  void writesSuback() {
    List<ReasonCode> codes =
        List.of(
            ReasonCode.SUCCESS,
            ReasonCode.GRANTED_QOS_1,
            ReasonCode.GRANTED_QOS_2,
            ReasonCode.TOPIC_FILTER_INVALID);
    assertBytes(out -> PacketEncoder.suback(out, 4, 0x0102, codes, "why", NO_LIMIT))
        .isEqualTo(Wire.bytes("90 06 0102 00 01 02 80"));
    assertBytes(out -> PacketEncoder.suback(out, 5, 0x0102, codes, null, NO_LIMIT))
        .isEqualTo(Wire.bytes("90 07 0102 00 00 01 02 8F"));
  }

  @Test
  void writesUnsuback() {
    List<ReasonCode> codes = List.of(ReasonCode.SUCCESS, ReasonCode.NO_SUBSCRIPTION_EXISTED);
    assertBytes(out -> PacketEncoder.unsuback(out, 3, 7, codes, null, NO_LIMIT))
        .isEqualTo(Wire.bytes("B0 02 0007"));
    assertBytes(out -> PacketEncoder.unsuback(out, 5, 7, codes, null, NO_LIMIT))
        .isEqualTo(Wire.bytes("B0 05 0007 00 00 11"));
  }

  @Test
  void writesPingresp() {
    assertBytes(PacketEncoder::pingresp).isEqualTo(Wire.bytes("D000"));
  }

  @Test
  void writesRefusals() {
    ReasonCode code = ReasonCode.SERVER_BUSY;
    assertBytes(out -> PacketEncoder.refusal(out, 5, code, null, NO_LIMIT))
        .isEqualTo(Wire.bytes("20 03 00 89 00"));
    assertBytes(out -> PacketEncoder.refusal(out, 5, code, "why", NO_LIMIT))
        .isEqualTo(Wire.bytes("20 09 00 89 06 1F 0003 'why'"));
    assertBytes(out -> PacketEncoder.refusal(out, 5, code, "why", 10))
        .isEqualTo(Wire.bytes("20 03 00 89 00"));
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS, 0",
    "UNSUPPORTED_PROTOCOL_VERSION, 1",
    "CLIENT_IDENTIFIER_NOT_VALID, 2",
    "SERVER_UNAVAILABLE, 3",
    "SERVER_BUSY, 3",
    "QUOTA_EXCEEDED, 3",
    "CONNECTION_RATE_EXCEEDED, 3",
    "USE_ANOTHER_SERVER, 3",
    "BAD_USER_NAME_OR_PASSWORD, 4",
    "NOT_AUTHORIZED, 5",
    "BANNED, 5"
  })
  void mapsReasonCodesForTheOlderVersions(ReasonCode code, int returnCode) {
    assertThat(ReasonCodes.connackReturnCode(code)).isEqualTo(returnCode);
    if (code.isError()) {
      assertBytes(out -> PacketEncoder.refusal(out, 4, code, null, NO_LIMIT))
          .isEqualTo(new byte[] {0x20, 2, 0, (byte) returnCode});
    }
  }

  @Test
  void writesDisconnectToFiveOnly() {
    ReasonCode code = ReasonCode.USE_ANOTHER_SERVER;
    assertBytes(out -> PacketEncoder.disconnect(out, 4, code, "why", "b", NO_LIMIT)).isEmpty();
    assertBytes(out -> PacketEncoder.disconnect(out, 5, code, null, null, NO_LIMIT))
        .isEqualTo(Wire.bytes("E0 01 9C"));
    assertBytes(out -> PacketEncoder.disconnect(out, 5, code, "why", "b", NO_LIMIT))
        .isEqualTo(Wire.bytes("E0 0C 9C 0A 1C 0001 'b' 1F 0003 'why'"));
  }

  @Test
  void writesAuth() {
    byte[] data = {1, 2};
    assertBytes(
            out ->
                PacketEncoder.auth(
                    out, ReasonCode.CONTINUE_AUTHENTICATION, "m", data, null, NO_LIMIT))
        .isEqualTo(Wire.bytes("F0 0B 18 09 15 0001 'm' 16 0002 0102"));
  }

  private static AbstractByteArrayAssert<?> assertBytes(Consumer<ByteBuf> writer) {
    ByteBuf out = Unpooled.buffer();
    writer.accept(out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return assertThat(bytes);
  }
}

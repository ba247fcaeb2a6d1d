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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the broker sends besides PUBLISH; every method appends one packet to the connection's
 * buffer. Stateless, any thread. {@code maxPacketSize} is the client's Maximum Packet Size, {@link
 * Connect#NO_LIMIT} if it gave none: texts for people are left out beyond it.
 */
public final class PacketEncoder {
  private static final int CONNACK = 0x20;
  private static final int SUBACK = 0x90;
  private static final int UNSUBACK = 0xB0;
  private static final int PINGRESP = 0xD000;
  private static final int DISCONNECT = 0xE0;
  private static final int AUTH = 0xF0;

  private PacketEncoder() {}

  /** PUBACK, PUBREC, PUBREL or PUBCOMP that says success: four bytes in every version. */
  public static void ack(ByteBuf out, PacketType type, int packetId) {
    out.writeInt((ackFirstByte(type) << 24) | (2 << 16) | packetId);
  }

  /**
   * PUBACK, PUBREC, PUBREL or PUBCOMP. To the older versions it says no more than success: what
   * failed must end the connection, or stay unacknowledged, there.
   *
   * @param reasonString for people, or null; null if the client said Request Problem Information 0
   *     (MQTT-3.1.2-29)
   */
  public static void ack(
      ByteBuf out,
      int version,
      PacketType type,
      int packetId,
      ReasonCode code,
      @Nullable String reasonString,
      long maxPacketSize) {
    ack(out, version, type, packetId, code, reasonString, List.of(), maxPacketSize);
  }

  /**
   * The same with user properties.
   *
   * @param facts left out, like the reason string, where they would make the packet too large
   */
  public static void ack(
      ByteBuf out,
      int version,
      PacketType type,
      int packetId,
      ReasonCode code,
      @Nullable String reasonString,
      List<UserProperty> facts,
      long maxPacketSize) {
    boolean isShort = code == ReasonCode.SUCCESS && reasonString == null && facts.isEmpty();
    if (version < 5 || isShort) {
      ack(out, type, packetId);
      return;
    }
    byte[] block = reason(reasonString).optionalUserProperties(facts).fit(3, maxPacketSize);
    byte[] head = {(byte) (packetId >>> 8), (byte) packetId, (byte) code.value()};
    if (block.length == 0) {
      write(out, ackFirstByte(type), head);
    } else {
      write(out, ackFirstByte(type), head, block, Message.NO_BYTES);
    }
  }

  /**
   * SUBACK with one code per filter, in their order (MQTT-3.8.4-6).
   *
   * @return false if it would be larger than the client takes: then nothing is written
   */
  public static boolean suback(
      ByteBuf out,
      int version,
      int packetId,
      List<ReasonCode> codes,
      @Nullable String reasonString,
      long maxPacketSize) {
    byte[] tail = new byte[codes.size()];
    for (int i = 0; i < tail.length; i++) {
      ReasonCode code = codes.get(i);
      tail[i] = (byte) (version == 5 ? code.value() : ReasonCodes.subackReturnCode(code));
    }
    byte[] head = {(byte) (packetId >>> 8), (byte) packetId};
    if (version < 5) {
      write(out, SUBACK, head, tail);
      return true;
    }
    byte[] block = reason(reasonString).fit(2 + tail.length, maxPacketSize);
    return writeIfTaken(out, SUBACK, head, block, tail, maxPacketSize);
  }

  /**
   * UNSUBACK; the older versions get no codes.
   *
   * @return false if it would be larger than the client takes: then nothing is written
   */
  public static boolean unsuback(
      ByteBuf out,
      int version,
      int packetId,
      List<ReasonCode> codes,
      @Nullable String reasonString,
      long maxPacketSize) {
    byte[] head = {(byte) (packetId >>> 8), (byte) packetId};
    if (version < 5) {
      write(out, UNSUBACK, head);
      return true;
    }
    byte[] tail = new byte[codes.size()];
    for (int i = 0; i < tail.length; i++) {
      tail[i] = (byte) codes.get(i).value();
    }
    byte[] block = reason(reasonString).fit(2 + tail.length, maxPacketSize);
    return writeIfTaken(out, UNSUBACK, head, block, tail, maxPacketSize);
  }

  /** PINGRESP. */
  public static void pingresp(ByteBuf out) {
    out.writeShort(PINGRESP);
  }

  /**
   * CONNACK that refuses a connection, with Session Present 0 (MQTT-3.2.2-6); with a return code of
   * 3.1.1 for the older versions and for an unknown one (0). vertx-mqtt writes the one that
   * accepts.
   *
   * @return false if it would be larger than the client takes: then nothing is written
   */
  public static boolean refusal(
      ByteBuf out,
      int version,
      ReasonCode code,
      @Nullable String reasonString,
      long maxPacketSize) {
    if (!code.isError()) {
      throw new IllegalArgumentException(code + " does not refuse");
    }
    if (version < 5) {
      write(out, CONNACK, new byte[] {0, (byte) ReasonCodes.connackReturnCode(code)});
      return true;
    }
    byte[] head = {0, (byte) code.value()};
    byte[] block = reason(reasonString).fit(2, maxPacketSize);
    return writeIfTaken(out, CONNACK, head, block, Message.NO_BYTES, maxPacketSize);
  }

  /**
   * DISCONNECT; nothing at all to the older versions, which know none from a server.
   *
   * @param serverReference where to go instead, with USE_ANOTHER_SERVER or SERVER_MOVED, or null
   */
  public static void disconnect(
      ByteBuf out,
      int version,
      ReasonCode code,
      @Nullable String reasonString,
      @Nullable String serverReference,
      long maxPacketSize) {
    if (version < 5) {
      return;
    }
    byte[] head = {(byte) code.value()};
    byte[] block =
        reason(reasonString)
            .text(PropertyIds.SERVER_REFERENCE, serverReference)
            .fit(1, maxPacketSize);
    if (block.length == 0) {
      write(out, DISCONNECT, head);
    } else {
      write(out, DISCONNECT, head, block, Message.NO_BYTES);
    }
  }

  /**
   * AUTH to a 5.0 client: CONTINUE_AUTHENTICATION, or SUCCESS after a re-authentication.
   *
   * @return false if it would be larger than the client takes: then nothing is written
   */
  public static boolean auth(
      ByteBuf out,
      ReasonCode code,
      String method,
      byte @Nullable [] data,
      @Nullable String reasonString,
      long maxPacketSize) {
    byte[] block =
        reason(reasonString)
            .text(PropertyIds.AUTHENTICATION_METHOD, method)
            .binary(PropertyIds.AUTHENTICATION_DATA, data)
            .fit(1, maxPacketSize);
    byte[] head = {(byte) code.value()};
    return writeIfTaken(out, AUTH, head, block, Message.NO_BYTES, maxPacketSize);
  }

  private static PropertyWriter reason(@Nullable String reasonString) {
    return new PropertyWriter().optionalText(PropertyIds.REASON_STRING, reasonString);
  }

  private static int ackFirstByte(PacketType type) {
    return switch (type) {
      case PUBACK -> 0x40;
      case PUBREC -> 0x50;
      case PUBREL -> 0x62;
      case PUBCOMP -> 0x70;
      default -> throw new IllegalArgumentException(type + " acknowledges no message");
    };
  }

  /** [MQTT-3.1.2-24] */
  private static boolean writeIfTaken(
      ByteBuf out, int firstByte, byte[] head, byte[] block, byte[] tail, long maxPacketSize) {
    int body = head.length + Varint.size(block.length) + block.length + tail.length;
    if (Varint.packetSize(body) > maxPacketSize) {
      return false;
    }
    write(out, firstByte, head, block, tail);
    return true;
  }

  private static void write(ByteBuf out, int firstByte, byte[] head) {
    write(out, firstByte, head, Message.NO_BYTES);
  }

  private static void write(ByteBuf out, int firstByte, byte[] head, byte[] tail) {
    out.writeByte(firstByte);
    Varint.write(out, head.length + tail.length);
    out.writeBytes(head);
    out.writeBytes(tail);
  }

  private static void write(ByteBuf out, int firstByte, byte[] head, byte[] block, byte[] tail) {
    out.writeByte(firstByte);
    Varint.write(out, head.length + Varint.size(block.length) + block.length + tail.length);
    out.writeBytes(head);
    Varint.write(out, block.length);
    out.writeBytes(block);
    out.writeBytes(tail);
  }
}

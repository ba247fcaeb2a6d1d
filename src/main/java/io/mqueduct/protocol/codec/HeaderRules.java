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

/** Judges the fixed header of a client's packet (MQTT 5.0 section 2.1). Stateless. */
final class HeaderRules {
  private static final int DUP = 8;
  private static final int QOS_BITS = 6;
  private static final int FLAGS = 0x0F;
  private static final int FLAGS_OF_QOS_1 = 2;
  private static final int TLS_HANDSHAKE = 0x16;

  private HeaderRules() {}

  /** What can be told from the very first byte, so that garbage is never waited for. */
  static void judgeFirstByte(PacketType type, int first, int version, boolean connected) {
    if (!connected) {
      if (type != PacketType.CONNECT || first == TLS_HANDSHAKE) {
        throw Refusal.protocolError(notConnect(first)); // [MQTT-3.1.0-1]
      }
      if ((first & FLAGS) != 0) {
        throw Refusal.malformed("reserved flags of the fixed header");
      }
      return;
    }
    switch (type) {
      case CONNECT -> throw Refusal.protocolError("second CONNECT"); // [MQTT-3.1.0-2]
      case CONNACK, SUBACK, UNSUBACK, PINGRESP ->
          throw Refusal.protocolError("packet that only a server may send");
      case RESERVED -> throw Refusal.malformed("reserved packet type");
      case AUTH -> {
        if (version < 5) {
          throw Refusal.malformed("reserved packet type");
        }
        judgeFlags(first, 0, version);
      }
      case PUBLISH -> judgePublishFlags(first, version);
      case PUBREL, SUBSCRIBE, UNSUBSCRIBE -> judgeFlags(first, FLAGS_OF_QOS_1, version);
      default -> judgeFlags(first, 0, version);
    }
  }

  private static void judgePublishFlags(int first, int version) {
    int qos = (first >> 1) & 3;
    if (qos == 3) {
      throw Refusal.malformed("QoS 3"); // [MQTT-3.3.1-4]
    }
    if (qos == 0 && (first & DUP) != 0 && version > 3) {
      throw Refusal.malformed("DUP with QoS 0"); // [MQTT-3.3.1-2]
    }
  }

  /** [MQTT-2.1.3-1]. MQTT 3.1 has a DUP flag on some of these and does not care for the others. */
  private static void judgeFlags(int first, int expected, int version) {
    int flags = first & FLAGS;
    boolean right = version == 3 ? (flags & expected & QOS_BITS) == expected : flags == expected;
    if (!right) {
      throw Refusal.malformed("reserved flags of the fixed header");
    }
  }

  /** What can be told from the length alone: nothing of the body needs to arrive for that. */
  static void judgeLength(PacketType type, int length, int version) {
    boolean right =
        switch (type) {
          case PINGREQ -> length == 0;
          case PUBACK, PUBREC, PUBREL, PUBCOMP -> version == 5 ? length >= 2 : length == 2;
          case DISCONNECT -> version == 5 || length == 0;
          default -> true;
        };
    if (!right) {
      throw Refusal.malformed("length that this packet cannot have");
    }
  }

  private static String notConnect(int first) {
    return switch (first) {
      case 'P', 0x0D -> "first packet is not CONNECT; it looks like a PROXY protocol header";
      case 'G' -> "first packet is not CONNECT; it looks like HTTP";
      case TLS_HANDSHAKE -> "first packet is not CONNECT; it looks like TLS";
      default -> "first packet is not CONNECT";
    };
  }
}

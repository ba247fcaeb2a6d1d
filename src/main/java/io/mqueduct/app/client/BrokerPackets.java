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

import static java.util.Locale.ROOT;

import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttReasonCodes;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.vertx.mqtt.messages.codes.MqttDisconnectReasonCode;
import io.vertx.mqtt.messages.codes.MqttPubAckReasonCode;
import io.vertx.mqtt.messages.codes.MqttPubCompReasonCode;
import io.vertx.mqtt.messages.codes.MqttPubRecReasonCode;
import io.vertx.mqtt.messages.codes.MqttPubRelReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * What a broker, which may be any, may send to a client at all; vertx-mqtt's client takes more, and
 * falls over some of it. Belongs to one connection's event loop.
 */
final class BrokerPackets {
  private final boolean version5;
  private boolean accepted;

  BrokerPackets(boolean version5) {
    this.version5 = version5;
  }

  /** What is wrong with the next packet, or null. */
  @Nullable String fault(MqttMessage packet) {
    if (packet.decoderResult().isFailure()) {
      return "a malformed packet came: " + packet.decoderResult().cause().getMessage();
    }
    MqttMessageType type = packet.fixedHeader().messageType();
    if (!accepted) {
      accepted = true;
      return packet instanceof MqttConnAckMessage connAck
          ? connAck(connAck)
          : "the first packet is " + type + ", not CONNACK"; // [MQTT-3.2.0-1]
    }
    return switch (type) {
      case CONNACK -> "a second CONNACK came"; // [MQTT-3.2.0-2]
      case CONNECT, SUBSCRIBE, UNSUBSCRIBE, PINGREQ -> type + " came, which clients send";
      case AUTH -> "AUTH came, which was not asked for"; // [MQTT-4.12.0-6]
      case DISCONNECT -> version5 ? code(packet) : "DISCONNECT came, which clients send";
      case PUBACK, PUBREC, PUBREL, PUBCOMP -> code(packet);
      case SUBACK -> subAck((MqttSubAckMessage) packet);
      default -> null;
    };
  }

  private static @Nullable String connAck(MqttConnAckMessage packet) {
    MqttProperties properties = packet.variableHeader().properties();
    return properties != null
            && properties.getProperty(MqttProperties.RECEIVE_MAXIMUM)
                instanceof MqttProperties.IntegerProperty most
            && most.value() == 0
        ? "CONNACK came with a Receive Maximum of 0" // section 3.2.2.3.3
        : null;
  }

  private @Nullable String subAck(MqttSubAckMessage packet) {
    for (MqttReasonCodes.SubAck known : packet.payload().typedReasonCodes()) {
      if (known == null) {
        return "SUBACK came with an unknown code"; // the codec has forgotten which
      }
      int code = known.byteValue() & 0xFF;
      if (!version5 && code > 2 && code != 0x80) { // [MQTT-3.9.3-2]
        return unknown(MqttMessageType.SUBACK, code);
      }
    }
    return null;
  }

  private static @Nullable String code(MqttMessage packet) {
    byte code;
    if (packet.variableHeader() instanceof MqttPubReplyMessageVariableHeader reply) {
      code = reply.reasonCode();
    } else if (packet.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader other) {
      code = other.reasonCode();
    } else {
      return null;
    }
    MqttMessageType type = packet.fixedHeader().messageType();
    return isKnown(type, code) ? null : unknown(type, code);
  }

  /** Whether the client knows the code, who would throw else. */
  private static boolean isKnown(MqttMessageType type, byte code) {
    try {
      return switch (type) {
        case PUBACK -> MqttPubAckReasonCode.valueOf(code) != null;
        case PUBREC -> MqttPubRecReasonCode.valueOf(code) != null;
        case PUBREL -> MqttPubRelReasonCode.valueOf(code) != null;
        case PUBCOMP -> MqttPubCompReasonCode.valueOf(code) != null;
        default -> MqttDisconnectReasonCode.valueOf(code) != null;
      };
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String unknown(MqttMessageType type, int code) {
    return String.format(ROOT, "%s came with the unknown code 0x%02X", type, code & 0xFF);
  }
}

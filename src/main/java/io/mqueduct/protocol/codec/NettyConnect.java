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

import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectPayload;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttVersion;

/**
 * Turns a CONNECT that was judged already into the message that vertx-mqtt opens an endpoint for.
 * Only what it needs is in it: no Will, no properties, and keep alive 0, so that it adds no idle
 * timer of its own. Stateless.
 */
public final class NettyConnect {
  private NettyConnect() {}

  /** The version of a CONNECT in Netty's terms. */
  public static MqttVersion version(Connect connect) {
    return switch (connect.version()) {
      case 3 -> MqttVersion.MQTT_3_1;
      case 4 -> MqttVersion.MQTT_3_1_1;
      default -> MqttVersion.MQTT_5;
    };
  }

  /**
   * The message for vertx-mqtt.
   *
   * @param clientId the client's, or the one that the broker assigned; not empty
   */
  public static MqttConnectMessage of(Connect connect, String clientId) {
    MqttVersion version = version(connect);
    MqttFixedHeader header =
        new MqttFixedHeader(MqttMessageType.CONNECT, false, MqttQoS.AT_MOST_ONCE, false, 0);
    MqttConnectVariableHeader variable =
        new MqttConnectVariableHeader(
            version.protocolName(),
            version.protocolLevel(),
            connect.username() != null,
            connect.password() != null,
            false,
            0,
            false,
            connect.cleanStart(),
            0,
            MqttProperties.NO_PROPERTIES);
    MqttConnectPayload payload =
        new MqttConnectPayload(
            clientId,
            MqttProperties.NO_PROPERTIES,
            null,
            null,
            connect.username(),
            connect.password());
    return new MqttConnectMessage(header, variable, payload);
  }
}

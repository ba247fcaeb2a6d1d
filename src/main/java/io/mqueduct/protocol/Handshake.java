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
package io.mqueduct.protocol;

import io.mqueduct.config.MqttSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.protocol.codec.Connect;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.BinaryProperty;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.vertx.mqtt.MqttEndpoint;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The CONNACK that accepts a client (MQTT 5.0 section 3.2): every limit of the broker that differs
 * from what its absence would mean. Given to the client's {@link MqttEndpoint}, which sends it.
 */
final class Handshake {
  private static final int SESSION_EXPIRY_INTERVAL = 0x11;
  private static final int ASSIGNED_CLIENT_IDENTIFIER = 0x12;
  private static final int SERVER_KEEP_ALIVE = 0x13;
  private static final int AUTHENTICATION_METHOD = 0x15;
  private static final int AUTHENTICATION_DATA = 0x16;
  private static final int RECEIVE_MAXIMUM = 0x21;
  private static final int TOPIC_ALIAS_MAXIMUM = 0x22;
  private static final int MAXIMUM_QOS = 0x24;
  private static final int RETAIN_AVAILABLE = 0x25;
  private static final int MAXIMUM_PACKET_SIZE = 0x27;
  private static final int WILDCARD_SUBSCRIPTION_AVAILABLE = 0x28;
  private static final int SHARED_SUBSCRIPTION_AVAILABLE = 0x2A;

  private Handshake() {}

  static void accept(
      MqttEndpoint endpoint,
      Connection connection,
      Connect connect,
      boolean sessionPresent,
      boolean assignedId,
      byte @Nullable [] authenticationData) {
    if (connect.version() == 3) {
      endpoint.accept(false); // the byte is reserved in 3.1
    } else if (connect.version() == 4) {
      endpoint.accept(sessionPresent);
    } else {
      endpoint.accept(
          sessionPresent, properties(connection, connect, assignedId, authenticationData));
    }
  }

  /** Whether the client takes a packet of this size. */
  static boolean fits(
      Connection connection,
      Connect connect,
      boolean assignedId,
      byte @Nullable [] authenticationData) {
    if (connect.maximumPacketSize() == Connect.NO_LIMIT) {
      return true;
    }
    int length = 0;
    for (MqttProperties.MqttProperty<?> each :
        properties(connection, connect, assignedId, authenticationData).listAll()) {
      length += 1 + length(each);
    }
    // Two bytes of flags and code; the length of the block takes one byte more from 128 on.
    int body = 2 + (length < 128 ? 1 : 2) + length;
    return 1 + (body < 128 ? 1 : 2) + body <= connect.maximumPacketSize();
  }

  private static int length(MqttProperties.MqttProperty<?> property) {
    if (property instanceof StringProperty text) {
      return 2 + text.value().getBytes(StandardCharsets.UTF_8).length;
    } else if (property instanceof BinaryProperty data) {
      return 2 + data.value().length;
    }
    return switch (property.propertyId()) {
      case RECEIVE_MAXIMUM, TOPIC_ALIAS_MAXIMUM, SERVER_KEEP_ALIVE -> 2;
      case SESSION_EXPIRY_INTERVAL, MAXIMUM_PACKET_SIZE -> 4;
      default -> 1;
    };
  }

  private static MqttProperties properties(
      Connection connection,
      Connect connect,
      boolean assignedId,
      byte @Nullable [] authenticationData) {
    Settings settings = connection.services.settings();
    MqttSettings mqtt = settings.mqtt();
    Negotiated negotiated = connection.negotiated;
    MqttProperties properties = new MqttProperties();
    sessionExpiry(connection, connect, properties);
    if (assignedId) { // [MQTT-3.2.2-16]
      properties.add(new StringProperty(ASSIGNED_CLIENT_IDENTIFIER, connection.clientId));
    }
    if (negotiated.keepAliveSeconds() != connect.keepAliveSeconds()) { // [MQTT-3.2.2-21]
      properties.add(new IntegerProperty(SERVER_KEEP_ALIVE, negotiated.keepAliveSeconds()));
    }
    properties.add(new IntegerProperty(RECEIVE_MAXIMUM, negotiated.receiveMaximum()));
    properties.add(new IntegerProperty(MAXIMUM_PACKET_SIZE, mqtt.maxPacketSize()));
    if (negotiated.topicAliasMaximum() > 0) {
      properties.add(new IntegerProperty(TOPIC_ALIAS_MAXIMUM, negotiated.topicAliasMaximum()));
    }
    if (mqtt.maxQosAllowed() < 2) { // [MQTT-3.2.2-9]: 2 is said by leaving it out
      properties.add(new IntegerProperty(MAXIMUM_QOS, mqtt.maxQosAllowed()));
    }
    unlessAvailable(properties, RETAIN_AVAILABLE, settings.retainsMessages());
    unlessAvailable(properties, WILDCARD_SUBSCRIPTION_AVAILABLE, mqtt.wildcardSubscription());
    unlessAvailable(properties, SHARED_SUBSCRIPTION_AVAILABLE, mqtt.sharedSubscription());
    String method = connect.authenticationMethod();
    if (method != null) { // [MQTT-4.12.0-5]
      properties.add(new StringProperty(AUTHENTICATION_METHOD, method));
      if (authenticationData != null) {
        properties.add(new BinaryProperty(AUTHENTICATION_DATA, authenticationData));
      }
    }
    return properties;
  }

  /** Only if it is not what the client asked for. */
  private static void sessionExpiry(
      Connection connection, Connect connect, MqttProperties properties) {
    long granted = connection.services.sessionExpiryMillis(connect);
    long seconds = granted == Long.MAX_VALUE ? 0xFFFF_FFFFL : granted / 1000;
    if (seconds != connect.sessionExpirySeconds()) {
      properties.add(new IntegerProperty(SESSION_EXPIRY_INTERVAL, (int) seconds));
    }
  }

  private static void unlessAvailable(MqttProperties properties, int id, boolean available) {
    if (!available) {
      properties.add(new IntegerProperty(id, 0));
    }
  }
}

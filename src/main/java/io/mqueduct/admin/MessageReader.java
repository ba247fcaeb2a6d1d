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
package io.mqueduct.admin;

import io.mqueduct.config.MqttSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.protocol.codec.Utf8;
import io.mqueduct.queue.PublisherOrders;
import io.mqueduct.queue.property.PublishProperties;
import io.mqueduct.routing.TopicFault;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of what callers want to publish; throws {@link ApiError} if it cannot be
 * published. Any thread.
 */
final class MessageReader {
  /** Names that only the broker itself publishes to. */
  private static final List<String> RESERVED = List.of("$SYS/", "$share/", "$queue/", "$q/");

  private final Supplier<Settings> settings;

  MessageReader(Supplier<Settings> settings) {
    this.settings = settings;
  }

  /** The message that a body describes. */
  Message read(JsonObject body, String topic, long now) {
    MqttSettings mqtt = settings.get().mqtt();
    TopicFault fault = new TopicRules(mqtt.maxTopicLevels()).checkName(topic);
    if (fault != TopicFault.NONE) {
      throw ApiError.badRequest("topic: " + fault.text());
    }
    if (RESERVED.stream().anyMatch(topic::startsWith)) {
      throw ApiError.badRequest("topic: only the broker publishes to it");
    }
    int qos = body.getInteger("qos", 0);
    boolean retain = Boolean.TRUE.equals(body.getBoolean("retain", false));
    if (qos > mqtt.maxQosAllowed()) {
      throw ApiError.badRequest("qos: " + qos + " is above mqtt.max_qos_allowed");
    }
    if (retain && !settings.get().retainsMessages()) {
      throw ApiError.badRequest("retain: retained messages are switched off");
    }
    byte[] payload = payload(body);
    if (payload.length > mqtt.maxPacketSize()) {
      throw ApiError.badRequest("payload: larger than mqtt.max_packet_size");
    }
    String clientId = body.getString("clientid", "");
    PropertyBytes.text("clientid", clientId);
    JsonObject properties = body.getJsonObject("properties");
    byte[] block = PropertyBytes.of(properties);
    if (PublishProperties.payloadFormat(block) == 1 && !Utf8.isWellFormed(payload)) {
      throw ApiError.badRequest(
          "payload: is not UTF-8, as properties.payload_format_indicator says");
    }
    String wrong = PublisherOrders.of(block).fault();
    if (wrong != null) {
      throw ApiError.badRequest("properties.user_properties." + wrong);
    }
    return new Message(
        TopicName.of(topic),
        payload,
        block,
        qos,
        retain,
        now,
        expiresAt(properties, mqtt, now),
        clientId,
        null);
  }

  private static long expiresAt(@Nullable JsonObject properties, MqttSettings mqtt, long now) {
    Long seconds = properties == null ? null : properties.getLong("message_expiry_interval");
    long age = mqtt.messageExpiryIntervalMillis();
    if (seconds != null) {
      age = Math.min(age, seconds * 1000);
    }
    return age == Long.MAX_VALUE ? Message.NEVER : now + age;
  }

  private static byte[] payload(JsonObject body) {
    String payload = body.getString("payload");
    if (!body.getString("payload_encoding", "plain").equals("base64")) {
      return PropertyBytes.utf8("payload", payload);
    }
    try {
      return Base64.getDecoder().decode(payload);
    } catch (IllegalArgumentException e) {
      throw ApiError.badRequest("payload: not base64");
    }
  }
}

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
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.TopicFault;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Publishing over HTTP. Owned by the admin's loop, which publishes like any other loop. */
final class MessageCalls implements Operations.Calls {
  /** Names that only the broker itself publishes to. */
  private static final List<String> RESERVED = List.of("$SYS/", "$share/", "$queue/", "$q/");

  private final Router router;
  private final RouteCache routes;
  private final Supplier<Settings> settings;
  private long count;

  MessageCalls(Router router, Supplier<Settings> settings) {
    this.router = router;
    this.routes = router.newCache();
    this.settings = settings;
  }

  @Override
  public void tie(Operations operations) {
    operations.at("publish", this::one);
    operations.at("publishBulk", this::bulk);
  }

  private Reply one(Call call) {
    Message message = message(call.body(), System.currentTimeMillis());
    ReasonCode code = router.publish(message, routes);
    if (code.isError()) {
      throw new ApiError(503, "SERVICE_UNAVAILABLE", "not published: " + code);
    }
    return Reply.json(code == ReasonCode.SUCCESS ? 200 : 202, outcome(message, code));
  }

  /** All or nothing: if one of them is wrong, none is published. */
  private Reply bulk(Call call) {
    JsonArray asked = call.list();
    long now = System.currentTimeMillis();
    Message[] messages = new Message[asked.size()];
    for (int i = 0; i < messages.length; i++) {
      try {
        messages[i] = message(asked.getJsonObject(i), now);
      } catch (ApiError e) {
        throw ApiError.badRequest("message " + i + ": " + e.getMessage());
      }
    }
    JsonArray outcomes = new JsonArray();
    int status = 200;
    for (Message message : messages) {
      ReasonCode code = router.publish(message, routes);
      outcomes.add(outcome(message, code));
      status = Math.max(status, code.isError() ? 503 : code == ReasonCode.SUCCESS ? 200 : 202);
    }
    return Reply.json(status, outcomes);
  }

  private JsonObject outcome(Message message, ReasonCode code) {
    JsonObject json =
        new JsonObject().put("id", Long.toHexString(message.publishedAtMillis()) + "-" + ++count);
    return code == ReasonCode.SUCCESS
        ? json
        : json.put("reason_code", code.value())
            .put("message", code.name().toLowerCase(Locale.ROOT));
  }

  private Message message(JsonObject body, long now) {
    MqttSettings mqtt = settings.get().mqtt();
    String topic = body.getString("topic");
    TopicFault fault = new TopicRules(mqtt.maxTopicLevels()).checkName(topic);
    if (fault != TopicFault.NONE) {
      throw ApiError.badRequest("topic: " + fault.text());
    }
    if (RESERVED.stream().anyMatch(topic::startsWith)) {
      throw ApiError.badRequest("topic: only the broker publishes to it");
    }
    int qos = body.getInteger("qos", 0);
    boolean retain = Boolean.TRUE.equals(body.getBoolean("retain", false));
    if (qos > mqtt.maxQosAllowed() || (retain && !mqtt.retainAvailable())) {
      throw ApiError.badRequest(retain ? "retain: not available" : "qos: not allowed");
    }
    byte[] payload = payload(body);
    if (payload.length > mqtt.maxPacketSize()) {
      throw ApiError.badRequest("payload: larger than mqtt.max_packet_size");
    }
    JsonObject properties = body.getJsonObject("properties");
    return new Message(
        TopicName.of(topic),
        payload,
        PropertyBytes.of(properties),
        qos,
        retain,
        now,
        expiresAt(properties, mqtt, now),
        body.getString("clientid", ""),
        null);
  }

  private static long expiresAt(
      @org.jspecify.annotations.Nullable JsonObject properties, MqttSettings mqtt, long now) {
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
      return payload.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(payload);
    } catch (IllegalArgumentException e) {
      throw ApiError.badRequest("payload: not base64");
    }
  }
}

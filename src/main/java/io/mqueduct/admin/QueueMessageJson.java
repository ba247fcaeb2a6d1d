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

import io.mqueduct.message.Message;
import io.mqueduct.queue.Handout;
import io.mqueduct.queue.Inspection;
import io.mqueduct.queue.property.PublishProperties;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages of queues as this API shows them, and their names. Stateless. */
final class QueueMessageJson {
  private static final Pattern ID = Pattern.compile("([0-9]{1,2})-([0-9]{1,18})");
  private static final Pattern LEASE = Pattern.compile("([0-9]{1,2})-([0-9]{1,18})-([0-9]{1,9})");

  private QueueMessageJson() {}

  /**
   * What names a message in its queue.
   *
   * @param delivery which delivery is meant; 0 for none
   */
  record Name(int shard, long sequence, int delivery) {
    String id() {
      return shard + "-" + sequence;
    }

    String ackId() {
      return id() + "-" + delivery;
    }

    /** The name of a message; throws if it is none. */
    static Name of(String field, String text) {
      Matcher parts = ID.matcher(text);
      if (!parts.matches()) {
        throw ApiError.badRequest(field + ": not the id of a message");
      }
      return new Name(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)), 0);
    }

    /** The name of a delivery, or null. */
    static @Nullable Name ofLease(String text) {
      Matcher parts = LEASE.matcher(text);
      return parts.matches()
          ? new Name(
              Integer.parseInt(parts.group(1)),
              Long.parseLong(parts.group(2)),
              Integer.parseInt(parts.group(3)))
          : null;
    }
  }

  /** A message as it lies in its queue. */
  static JsonObject of(int shard, Inspection.Seen seen, Payloads payloads) {
    JsonObject json = new JsonObject().put("id", new Name(shard, seen.stored().sequence(), 0).id());
    describe(json, seen.stored().message());
    String key = key(seen.stored().key());
    if (key != null) {
      json.put("key", key);
    }
    if (seen.state() == Inspection.State.DELAYED) {
      json.put("visible_at", ClientJson.time(seen.stored().visibleAtMillis()));
    }
    json.put("state", seen.state().name().toLowerCase(Locale.ROOT))
        .put("deliveries", seen.deliveries());
    if (seen.consumer() != null) {
      json.put("consumer", seen.consumer());
    }
    if (seen.atMillis() > 0) {
      boolean delivered = seen.state() == Inspection.State.DELIVERED;
      json.put(delivered ? "delivered_at" : "retry_at", ClientJson.time(seen.atMillis()));
    }
    payloads.put(json, seen.stored().message().payload());
    return json;
  }

  /** A message that was handed out over HTTP. */
  static JsonObject of(int shard, Handout handout, long leaseMillis, Payloads payloads) {
    Name name = new Name(shard, handout.sequence(), handout.deliveries());
    JsonObject json = new JsonObject().put("id", name.id()).put("ack_id", name.ackId());
    describe(json, handout.message());
    json.put("state", "delivered")
        .put("deliveries", handout.deliveries())
        .put("lease_until", ClientJson.time(handout.atMillis() + leaseMillis));
    payloads.put(json, handout.message().payload());
    return json;
  }

  /**
   * A message that was stored.
   *
   * @param visibleAtMillis from when on it can be handed out; 0 for at once
   */
  static JsonObject of(
      int shard, long sequence, Message message, long visibleAtMillis, Payloads payloads) {
    JsonObject json = new JsonObject().put("id", new Name(shard, sequence, 0).id());
    describe(json, message);
    if (visibleAtMillis > 0) {
      json.put("visible_at", ClientJson.time(visibleAtMillis));
    }
    json.put("state", visibleAtMillis > 0 ? "delayed" : "waiting").put("deliveries", 0);
    payloads.put(json, message.payload());
    return json;
  }

  private static void describe(JsonObject json, Message message) {
    json.put("topic", message.topic().text())
        .put("publish_at", ClientJson.time(message.publishedAtMillis()))
        .put("from_clientid", message.publisher())
        .put("from_username", message.username() == null ? "undefined" : message.username())
        .put("qos", message.qos())
        .put("retain", message.retain());
    if (message.expiresAtMillis() != Message.NEVER) {
      json.put("expires_at", ClientJson.time(message.expiresAtMillis()));
    }
    JsonObject properties = properties(message.properties());
    if (!properties.isEmpty()) {
      json.put("properties", properties);
    }
  }

  private static JsonObject properties(byte[] block) {
    JsonObject json = new JsonObject();
    if (block.length == 0) {
      return json;
    }
    int format = PublishProperties.payloadFormat(block);
    if (format > 0) {
      json.put("payload_format_indicator", format);
    }
    text(json, "content_type", PublishProperties.bytes(block, PublishProperties.CONTENT_TYPE));
    text(json, "response_topic", PublishProperties.bytes(block, PublishProperties.RESPONSE_TOPIC));
    byte[] correlation = PublishProperties.bytes(block, PublishProperties.CORRELATION_DATA);
    if (correlation != null) {
      json.put("correlation_data", Base64.getEncoder().encodeToString(correlation));
    }
    JsonArray user = new JsonArray();
    PublishProperties.forEachUser(
        block,
        (from, until, name, value) -> {
          user.add(new JsonArray().add(name).add(value));
          return true;
        });
    if (!user.isEmpty()) {
      json.put("user_properties", user);
    }
    return json;
  }

  private static void text(JsonObject json, String name, byte @Nullable [] utf8) {
    if (utf8 != null) {
      json.put(name, new String(utf8, StandardCharsets.UTF_8));
    }
  }

  /** Keys are bytes, shown as the text that they mostly are. */
  static @Nullable String key(@Nullable String latin1) {
    return latin1 == null
        ? null
        : new String(latin1.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}

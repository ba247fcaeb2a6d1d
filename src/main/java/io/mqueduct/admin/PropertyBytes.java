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

import io.mqueduct.queue.property.PublishProperties;
import io.mqueduct.routing.TopicFault;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes the properties of a message that comes over HTTP (MQTT 5.0 section 3.3.2.3). */
final class PropertyBytes {
  private static final int USER_PROPERTY = 0x26;
  private static final int LONGEST = 65_535;
  private static final TopicRules RESPONSE_TOPICS = new TopicRules(Integer.MAX_VALUE);

  private PropertyBytes() {}

  /** The block, without its length; empty for no properties. */
  static byte[] of(@Nullable JsonObject properties) {
    Buffer block = Buffer.buffer();
    if (properties == null) {
      return block.getBytes();
    }
    Integer format = properties.getInteger("payload_format_indicator");
    if (format != null) {
      block.appendByte((byte) PublishProperties.PAYLOAD_FORMAT).appendByte(format.byteValue());
    }
    text(block, properties, "content_type", PublishProperties.CONTENT_TYPE);
    checkResponseTopic(properties.getString("response_topic"));
    text(block, properties, "response_topic", PublishProperties.RESPONSE_TOPIC);
    text(block, properties, "correlation_data", PublishProperties.CORRELATION_DATA);
    JsonObject user = properties.getJsonObject("user_properties", new JsonObject());
    for (Map.Entry<String, Object> each : user) {
      block.appendByte((byte) USER_PROPERTY);
      append(block, "user_properties", each.getKey());
      append(block, "user_properties", String.valueOf(each.getValue()));
    }
    return block.getBytes();
  }

  /** It is a name to publish to, and holds no wildcards [MQTT-3.3.2-14]. */
  private static void checkResponseTopic(@Nullable String topic) {
    TopicFault fault = topic == null ? TopicFault.NONE : RESPONSE_TOPICS.checkName(topic);
    if (fault != TopicFault.NONE) {
      throw ApiError.badRequest("properties.response_topic: " + fault.text());
    }
  }

  private static void text(Buffer block, JsonObject from, String name, int id) {
    String value = from.getString(name);
    if (value != null) {
      block.appendByte((byte) id);
      append(block, name, value);
    }
  }

  private static void append(Buffer block, String name, String text) {
    byte[] utf8 = text("properties." + name, text);
    block.appendUnsignedShort(utf8.length).appendBytes(utf8);
  }

  /** What MQTT can carry as a text [MQTT-1.5.4-1], [MQTT-1.5.4-2]; else an error that names it. */
  static byte[] text(String name, String text) {
    byte[] utf8 = utf8(name, text);
    if (utf8.length > LONGEST) {
      throw ApiError.badRequest(name + ": longer than 65535 bytes");
    }
    if (text.indexOf('\0') >= 0) {
      throw ApiError.badRequest(name + ": contains U+0000");
    }
    return utf8;
  }

  /** JSON can hold half of a surrogate pair, which has no UTF-8 form and would become a "?". */
  static byte[] utf8(String name, String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] utf8 = new byte[encoded.remaining()];
      encoded.get(utf8);
      return utf8;
    } catch (CharacterCodingException e) {
      throw ApiError.badRequest(name + ": " + TopicFault.NOT_UNICODE.text());
    }
  }
}

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
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes the properties of a message that comes over HTTP (MQTT 5.0 section 3.3.2.3). */
final class PropertyBytes {
  private static final int USER_PROPERTY = 0x26;
  private static final int LONGEST = 65_535;

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

  private static void text(Buffer block, JsonObject from, String name, int id) {
    String value = from.getString(name);
    if (value != null) {
      block.appendByte((byte) id);
      append(block, name, value);
    }
  }

  private static void append(Buffer block, String name, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > LONGEST) {
      throw ApiError.badRequest("properties." + name + ": longer than 65535 bytes");
    }
    if (text.indexOf('\0') >= 0) {
      throw ApiError.badRequest("properties." + name + ": contains U+0000");
    }
    block.appendUnsignedShort(utf8.length).appendBytes(utf8);
  }
}

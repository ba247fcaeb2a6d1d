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

import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mqtt.messages.MqttPublishMessage;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import picocli.CommandLine.Option;

/** Writes messages to standard output in the form that was asked for. One thread. */
final class MessagePrinter {
  @Option(
      names = {"-v", "--verbose"},
      description = "Write the topic before the payload.")
  private boolean verbose;

  @Option(names = "-N", description = "Write no line end after a payload.")
  private boolean withoutLineEnd;

  @Option(
      names = "--json",
      description =
          "Write a JSON object a line: topic, payload (payload_base64 if it is no UTF-8), qos,"
              + " retain, dup, user_properties.")
  private boolean json;

  /** Writes a message; false when nobody reads the output any more. */
  boolean print(MqttPublishMessage message) {
    PrintStream out = System.out;
    byte[] payload = message.payload().getBytes();
    if (json) {
      write(out, toJson(message, payload).encode().getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    } else {
      if (verbose) {
        write(out, (message.topicName() + " ").getBytes(StandardCharsets.UTF_8));
      }
      write(out, payload);
      if (!withoutLineEnd) {
        out.write('\n');
      }
    }
    out.flush();
    return !out.checkError();
  }

  private static void write(PrintStream out, byte[] bytes) {
    out.write(bytes, 0, bytes.length);
  }

  private static JsonObject toJson(MqttPublishMessage message, byte[] payload) {
    JsonObject object = new JsonObject().put("topic", message.topicName());
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
      object.put("payload", text);
    } catch (CharacterCodingException e) {
      object.put("payload_base64", Base64.getEncoder().encodeToString(payload));
    }
    MqttQoS qos = message.qosLevel();
    object.put("qos", qos.value()).put("retain", message.isRetain()).put("dup", message.isDup());
    JsonArray properties = userProperties(message);
    if (!properties.isEmpty()) {
      object.put("user_properties", properties);
    }
    return object;
  }

  private static JsonArray userProperties(MqttPublishMessage message) {
    JsonArray result = new JsonArray();
    if (message.properties() == null) {
      return result;
    }
    for (MqttProperties.MqttProperty<?> property :
        message.properties().getProperties(MqttProperties.USER_PROPERTY)) {
      if (property instanceof MqttProperties.UserProperty user) {
        result.add(new JsonArray().add(user.value().key).add(user.value().value));
      }
    }
    return result;
  }
}

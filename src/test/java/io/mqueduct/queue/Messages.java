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
package io.mqueduct.queue;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.queue.property.PublishProperties;
import java.nio.charset.StandardCharsets;

/** Messages for tests. */
public final class Messages {
  private Messages() {}

  /** A QoS 1 message without properties, published at 1000. */
  public static Message of(String topic, String payload) {
    return of("c1", topic, payload, 1000);
  }

  /** A QoS 1 message with user properties. */
  public static Message of(
      String publisher, String topic, String payload, long atMillis, String... properties) {
    return of(publisher, topic, payload, atMillis, Message.NEVER, properties);
  }

  /** A QoS 1 message that may expire. */
  public static Message of(
      String publisher,
      String topic,
      String payload,
      long atMillis,
      long expiresAtMillis,
      String... properties) {
    return new Message(
        TopicName.of(topic),
        payload.getBytes(StandardCharsets.UTF_8),
        PublishProperties.with(Message.NO_BYTES, properties),
        1,
        false,
        atMillis,
        expiresAtMillis,
        publisher,
        "user-" + publisher);
  }

  /** The payload as text. */
  public static String payload(Message message) {
    return new String(message.payload(), StandardCharsets.UTF_8);
  }
}

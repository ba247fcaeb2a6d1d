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
package io.mqueduct.message;

import org.jspecify.annotations.Nullable;

/**
 * One published application message, from its arrival to its last delivery.
 *
 * <p>Immutable, any thread; its arrays are shared by every subscriber and never changed. A message
 * has one body however many sessions and queues refer to it.
 */
public final class Message {
  /** {@link #expiresAtMillis()} of a message that never expires. */
  public static final long NEVER = Long.MAX_VALUE;

  /** No properties, no payload. */
  public static final byte[] NO_BYTES = new byte[0];

  private final TopicName topic;
  private final byte[] payload;
  private final byte[] properties;
  private final int qos;
  private final boolean retain;
  private final long publishedAtMillis;
  private final long expiresAtMillis;
  private final String publisher;
  private final @Nullable String username;

  /**
   * A message as it was published.
   *
   * @param topic where to
   * @param payload the application's bytes, taken over
   * @param properties the encoded MQTT 5.0 properties that a subscriber gets unaltered and in order
   *     (payload format, content type, response topic, correlation data, user properties), without
   *     the length in front, taken over. Topic alias, subscription identifier and message expiry
   *     are never part of it
   * @param qos 0, 1 or 2, as published
   * @param retain the publisher's RETAIN flag
   * @param publishedAtMillis arrival, wall clock
   * @param expiresAtMillis wall clock at which it expires, or {@link #NEVER}
   * @param publisher client id of the publisher ("" for the broker itself)
   * @param username user name of the publisher, if it gave one
   */
  public Message(
      TopicName topic,
      byte[] payload,
      byte[] properties,
      int qos,
      boolean retain,
      long publishedAtMillis,
      long expiresAtMillis,
      String publisher,
      @Nullable String username) {
    this.topic = topic;
    this.payload = payload;
    this.properties = properties;
    this.qos = qos;
    this.retain = retain;
    this.publishedAtMillis = publishedAtMillis;
    this.expiresAtMillis = expiresAtMillis;
    this.publisher = publisher;
    this.username = username;
  }

  /** Where it was published to. */
  public TopicName topic() {
    return topic;
  }

  /** The application's bytes. Not to be changed. */
  public byte[] payload() {
    return payload;
  }

  /** Encoded 5.0 properties that go to subscribers unaltered, without length. Not to be changed. */
  public byte[] properties() {
    return properties;
  }

  /** Quality of service that it was published with: 0, 1 or 2. */
  public int qos() {
    return qos;
  }

  /** The RETAIN flag that it was published with. */
  public boolean retain() {
    return retain;
  }

  /** Wall clock of the arrival, milliseconds. */
  public long publishedAtMillis() {
    return publishedAtMillis;
  }

  /** Wall clock of the expiry, milliseconds, or {@link #NEVER}. */
  public long expiresAtMillis() {
    return expiresAtMillis;
  }

  /** Whether it may no longer be delivered for the first time (MQTT-3.3.2-5). */
  public boolean isExpired(long nowMillis) {
    return expiresAtMillis <= nowMillis;
  }

  /** Client id of the publisher; empty for the broker's own messages. */
  public String publisher() {
    return publisher;
  }

  /** User name of the publisher, if any. */
  public @Nullable String username() {
    return username;
  }

  /** Bytes that a limit on memory or disk counts for it: topic, properties and payload. */
  public int sizeBytes() {
    return topic.utf8().length + properties.length + payload.length;
  }

  /** The size of all that can be told of it, for bounds of answers: who published it included. */
  public long toldBytes() {
    return (long) sizeBytes() + publisher.length() + (username == null ? 0 : username.length());
  }

  @Override
  public String toString() {
    return "Message[" + topic + ", qos " + qos + ", " + payload.length + " bytes]";
  }
}

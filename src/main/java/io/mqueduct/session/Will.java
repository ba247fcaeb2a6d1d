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
package io.mqueduct.session;

import io.mqueduct.message.Message;

/**
 * The will of a connection (MQTT 5.0, 3.1.2.5). Immutable, any thread.
 *
 * @param message what to publish; its times do not count, they are set when it is published
 * @param delaySeconds Will Delay Interval, 0 to 4,294,967,295; 0 for 3.x
 * @param expirySeconds Message Expiry Interval from the publishing on, or {@link #NO_EXPIRY}
 */
public record Will(Message message, long delaySeconds, long expirySeconds) {
  /** {@link #expirySeconds} of a will that does not expire. */
  public static final long NO_EXPIRY = -1;

  /**
   * The message as it is published now.
   *
   * @param maxAgeMillis greatest age that the broker allows any message, {@code Long.MAX_VALUE} for
   *     none
   */
  public Message publish(long nowMillis, long maxAgeMillis) {
    long age = expirySeconds == NO_EXPIRY ? Long.MAX_VALUE : expirySeconds * 1000;
    age = Math.min(age, maxAgeMillis);
    long expiresAt = age >= Message.NEVER - nowMillis ? Message.NEVER : nowMillis + age;
    return new Message(
        message.topic(),
        message.payload(),
        message.properties(),
        message.qos(),
        message.retain(),
        nowMillis,
        expiresAt,
        message.publisher(),
        message.username());
  }
}

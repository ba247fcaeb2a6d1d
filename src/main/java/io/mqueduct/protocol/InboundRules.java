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

import io.mqueduct.config.LimitsSettings;
import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.Rate;
import org.jspecify.annotations.Nullable;

/**
 * How fast one connection may send: the stricter of what its listener and the section {@code
 * limits} say. Owned by the connection's loop; the time is told.
 *
 * <p>Who is too fast is not read from for a while. TCP then slows the client down, nothing is lost,
 * and neither version of the protocol needs a word for it.
 */
final class InboundRules {
  private final @Nullable RateBucket messages;
  private final @Nullable RateBucket bytes;

  private InboundRules(@Nullable RateBucket messages, @Nullable RateBucket bytes) {
    this.messages = messages;
    this.bytes = bytes;
  }

  /** The rules of a connection, or null if it may be as fast as it can. */
  static @Nullable InboundRules of(
      ListenerSettings listener, LimitsSettings limits, long nowMillis) {
    Rate messages = listener.messagesRate().min(limits.messagesRate());
    Rate bytes = listener.bytesRate().min(limits.bytesRate());
    if (messages.isUnlimited() && bytes.isUnlimited()) {
      return null;
    }
    return new InboundRules(
        bucket(messages, limits.messagesBurst(), nowMillis),
        bucket(bytes, limits.bytesBurst(), nowMillis));
  }

  private static @Nullable RateBucket bucket(Rate rate, long burst, long nowMillis) {
    return rate.isUnlimited() ? null : new RateBucket(rate, burst, nowMillis);
  }

  /** A PUBLISH came. */
  void message(long nowMillis) {
    if (messages != null) {
      messages.take(1, nowMillis);
    }
  }

  /** Bytes came. */
  void bytes(int count, long nowMillis) {
    if (bytes != null) {
      bytes.take(count, nowMillis);
    }
  }

  /** How long nothing is to be read, milliseconds. */
  long waitMillis(long nowMillis) {
    long forMessages = messages == null ? 0 : messages.waitMillis(nowMillis);
    long forBytes = bytes == null ? 0 : bytes.waitMillis(nowMillis);
    return Math.max(forMessages, forBytes);
  }
}

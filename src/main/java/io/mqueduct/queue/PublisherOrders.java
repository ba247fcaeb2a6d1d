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

import io.mqueduct.queue.property.PublishProperties;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a publisher asks of the queues that take its message, with user properties. Immutable.
 *
 * @param delayMillis {@code mq-delay}, how long the message stays hidden, from 0; -1 for nothing
 * @param dedupId {@code mq-dedup-id}, or null
 * @param fault which of them cannot be met and why, for the publisher; null if all can
 */
public record PublisherOrders(long delayMillis, @Nullable String dedupId, @Nullable String fault) {
  static final String DELAY = "mq-delay";
  static final String DEDUP_ID = "mq-dedup-id";
  private static final long MAX_DELAY_MILLIS = 10L * 365 * 86_400_000;

  /** Identifiers are kept in memory: many, and so not long ones. */
  private static final int MAX_ID_BYTES = 512;

  private static final int MOST_SHOWN = 40;
  private static final PublisherOrders NONE = new PublisherOrders(-1, null, null);

  /** Reads them from the property block of a message; of a repeated one the first counts. */
  public static PublisherOrders of(byte[] properties) {
    if (properties.length == 0 || !PublishProperties.hasOwn(properties)) {
      return NONE;
    }
    String delay = PublishProperties.user(properties, DELAY);
    String id = PublishProperties.user(properties, DEDUP_ID);
    if (delay == null && id == null) {
      return NONE;
    }
    long millis = delay == null ? -1 : millis(delay);
    if (delay != null && millis < 0) {
      return new PublisherOrders(
          -1,
          null,
          DELAY
              + ": \""
              + shown(delay)
              + "\" is no number of milliseconds from 0 to "
              + MAX_DELAY_MILLIS);
    }
    if (id != null && !isDedupId(id)) {
      return new PublisherOrders(
          -1,
          null,
          DEDUP_ID + (id.isEmpty() ? ": is empty" : ": is longer than " + MAX_ID_BYTES + " bytes"));
    }
    return new PublisherOrders(millis, id, null);
  }

  /** Whether a text can be a {@code mq-dedup-id}. */
  static boolean isDedupId(String text) {
    return !text.isEmpty() && text.getBytes(StandardCharsets.UTF_8).length <= MAX_ID_BYTES;
  }

  private static long millis(String text) {
    if (text.isEmpty() || text.length() > 15 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    long millis = Long.parseLong(text);
    return millis <= MAX_DELAY_MILLIS ? millis : -1;
  }

  /** It goes into a reason string and into the log. */
  private static String shown(String value) {
    String begin = value.length() <= MOST_SHOWN ? value : value.substring(0, MOST_SHOWN);
    return begin.replaceAll("[^\\x20-\\x7E]", "?") + (begin.equals(value) ? "" : "...");
  }
}

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

import io.mqueduct.message.ReasonCode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reason strings of acknowledgements: what an error code means here, for whoever looks at the
 * client (MQTT 5.0 sections 3.4.2.2.2, 3.9.2.1.2 and their like). Constant texts. Stateless, any
 * thread.
 */
final class ReasonTexts {
  private ReasonTexts() {}

  /** The text for a code; null for one that is no error. */
  static @Nullable String of(ReasonCode code) {
    if (!code.isError()) {
      return null;
    }
    return switch (code) {
      case NOT_AUTHORIZED -> "the access rules do not allow it";
      case TOPIC_NAME_INVALID -> "the topic is the broker's own or has too many levels";
      case TOPIC_FILTER_INVALID -> "not a valid topic filter";
      case PACKET_IDENTIFIER_NOT_FOUND -> "nothing is open under this packet identifier";
      case PAYLOAD_FORMAT_INVALID -> "the payload is not the UTF-8 text that it is said to be";
      case QUOTA_EXCEEDED -> "a limit is reached";
      case IMPLEMENTATION_SPECIFIC_ERROR -> "it could not be stored";
      case SHARED_SUBSCRIPTIONS_NOT_SUPPORTED -> "shared subscriptions are turned off";
      case WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED -> "wildcards in topic filters are turned off";
      default -> code.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  /** The text for the first error of a SUBACK or UNSUBACK, and which filter it is about. */
  static @Nullable String ofFirst(List<ReasonCode> codes) {
    return ofFirst(codes, Map.of());
  }

  /**
   * The same.
   *
   * @param known texts that say more than the code, by the number of the filter from 0
   */
  static @Nullable String ofFirst(List<ReasonCode> codes, Map<Integer, String> known) {
    for (int i = 0; i < codes.size(); i++) {
      if (codes.get(i).isError()) {
        String text = known.get(i);
        return "filter " + (i + 1) + ": " + (text == null ? of(codes.get(i)) : text);
      }
    }
    return null;
  }
}

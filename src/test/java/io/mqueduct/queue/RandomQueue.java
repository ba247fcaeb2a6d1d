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

import io.mqueduct.message.ReasonCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Makes queue objects of all kinds, and answers of consumers. Stateless. */
final class RandomQueue {
  private static final ReasonCode[] CODES = {
    ReasonCode.SUCCESS,
    ReasonCode.SUCCESS,
    ReasonCode.SUCCESS,
    ReasonCode.SUCCESS,
    ReasonCode.NO_MATCHING_SUBSCRIBERS,
    ReasonCode.UNSPECIFIED_ERROR,
    ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
    ReasonCode.QUOTA_EXCEEDED,
    ReasonCode.PACKET_TOO_LARGE,
    ReasonCode.PAYLOAD_FORMAT_INVALID
  };

  private RandomQueue() {}

  /** A queue object whose other fields are left to chance. */
  static Map<String, Object> body(Random random, boolean lastValue, boolean rejecting, int limit) {
    Map<String, Object> body = new HashMap<>();
    body.put("name", "q");
    body.put("topic_filter", "t/#");
    body.put("is_lastvalue", lastValue);
    body.put("overflow", rejecting ? "reject_publish" : "drop_oldest");
    body.put(
        "dispatch_strategy",
        pick(random, "random", "round_robin", "least_inflight", "key_ordered"));
    body.put("ack_timeout", random.nextBoolean() ? "infinity" : 500);
    body.put("redispatch_interval", 50);
    body.put("max_deliveries", random.nextBoolean() ? "infinity" : 1 + random.nextInt(4));
    body.put("dead_letter", random.nextBoolean() ? "none" : Map.of("topic", "dead"));
    body.put("consumer_max_inflight", random.nextBoolean() ? "none" : 3);
    if (limit != Integer.MAX_VALUE) {
      body.put("limits", Map.of("max_shard_message_count", limit));
    }
    return body;
  }

  /** How a consumer answers: mostly well. */
  static ReasonCode code(Random random) {
    return CODES[random.nextInt(CODES.length)];
  }

  private static Object pick(Random random, Object... choices) {
    return choices[random.nextInt(choices.length)];
  }
}

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
package io.mqueduct.queue.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes {@link QueueSpec}s as queue objects, which {@link SpecReader} reads back to the same.
 * Stateless.
 */
public final class SpecWriter {
  private SpecWriter() {}

  /** The object, with every field that has a value; {@code infinity} as text, else integers. */
  public static Map<String, Object> toMap(QueueSpec spec) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", spec.name());
    map.put("topic_filter", spec.topicFilter());
    map.put("is_lastvalue", spec.isLastValue());
    var expression = spec.keyExpression();
    if (expression != null) {
      map.put("key_expression", expression.text());
    }
    map.put("data_retention_period", orInfinity(spec.dataRetentionMillis()));
    map.put("dispatch_strategy", lower(spec.dispatchStrategy()));
    Map<String, Object> limits = new LinkedHashMap<>();
    limits.put("max_shard_message_count", orInfinity(spec.limits().maxCount()));
    limits.put("max_shard_message_bytes", orInfinity(spec.limits().maxBytes()));
    map.put("limits", limits);
    map.put("overflow", lower(spec.overflow()));
    map.put("ack_timeout", orInfinity(spec.ackTimeoutMillis()));
    map.put(
        "max_deliveries",
        spec.maxDeliveries() == QueueSpec.UNLIMITED
            ? Field.INFINITY
            : (Object) (long) spec.maxDeliveries());
    if (spec.deadLetter() instanceof DeadLetter.ToQueue target) {
      map.put("dead_letter", Map.of("queue", target.name()));
    } else if (spec.deadLetter() instanceof DeadLetter.ToTopic target) {
      map.put("dead_letter", Map.of("topic", target.topic()));
    } else {
      map.put("dead_letter", "none");
    }
    map.put("delivery_delay", spec.deliveryDelayMillis());
    map.put("redispatch_interval", spec.redispatchIntervalMillis());
    map.put(
        "consumer_max_inflight",
        spec.consumerMaxInflight() == QueueSpec.UNLIMITED
            ? "none"
            : (Object) (long) spec.consumerMaxInflight());
    map.put("shards", (long) spec.shards());
    Map<String, Object> window = new LinkedHashMap<>();
    window.put("count", (long) spec.dedupWindow().count());
    window.put("time", spec.dedupWindow().millis());
    map.put("dedup_window", window);
    map.put(
        "delivery_facts",
        List.copyOf(spec.deliveryFacts().stream().map(DeliveryFact::property).toList()));
    map.putAll(spec.compatibility());
    return map;
  }

  private static Object orInfinity(long value) {
    return value == QueueSpec.INFINITE ? Field.INFINITY : (Object) value;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}

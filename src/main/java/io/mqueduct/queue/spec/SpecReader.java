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

import io.mqueduct.message.BrokerException;
import io.mqueduct.queue.expression.KeyExpression;
import io.mqueduct.queue.expression.SyntaxException;
import io.mqueduct.routing.TopicFault;
import io.mqueduct.routing.TopicFilter;
import io.mqueduct.routing.TopicRules;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link QueueSpec}s from queue objects: maps as JSON gives them, with strings, numbers,
 * booleans, maps, lists and null. Immutable, any thread. Every method throws {@link
 * BrokerException} with {@link io.mqueduct.message.Problem#BAD_REQUEST} and one line that begins
 * with the field that is wrong.
 */
public final class SpecReader {
  /** What {@code data_retention_period} is if nobody says it. */
  public static final long DEFAULT_RETENTION_MILLIS = 7L * 86_400_000;

  /** Accepted for EMQX's sake and returned; without effect. */
  static final List<String> COMPATIBILITY_DURATIONS =
      List.of(
          "ping_interval",
          "consumer_max_inactive",
          "busy_session_retry_interval",
          "consumer_persistence_interval");

  /** Likewise, with numbers. */
  static final List<String> COMPATIBILITY_NUMBERS =
      List.of("local_max_inflight", "stream_max_buffer_size", "stream_max_unacked");

  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "topic_filter",
          "is_lastvalue",
          "key_expression",
          "data_retention_period",
          "dispatch_strategy",
          "limits",
          "overflow",
          "ack_timeout",
          "max_deliveries",
          "dead_letter",
          "delivery_delay",
          "redispatch_interval",
          "consumer_max_inflight",
          "shards",
          "dedup_window",
          "delivery_facts");

  /** So that a name that is made of a filter fits into an address of the HTTP API. */
  private static final int MAX_DERIVED_BYTES = 1024;

  private static final Pattern NAME = Pattern.compile("[0-9A-Za-z][0-9A-Za-z_.-]*");

  private final TopicRules topics;
  private final long regularRetentionMillis;

  /**
   * A reader.
   *
   * @param topics for {@code topic_filter}
   * @param regularRetentionMillis default {@code data_retention_period} of regular queues
   */
  public SpecReader(TopicRules topics, long regularRetentionMillis) {
    this.topics = topics;
    this.regularRetentionMillis = regularRetentionMillis;
  }

  /** Whether a text can be the name of a queue. */
  public static boolean isName(String text) {
    return text.length() <= 255 && NAME.matcher(text).matches();
  }

  /** Whether a filter is short enough to be the name of its queue. */
  public static boolean canBeName(String filter) {
    return filter.getBytes(StandardCharsets.UTF_8).length <= MAX_DERIVED_BYTES;
  }

  /** Whether a filter begins like a shared subscription or a queue. */
  public static boolean isReserved(String filter) {
    return filter.startsWith("$share/") || filter.startsWith("$queue/") || filter.startsWith("$q/");
  }

  /** Milliseconds of a duration as queue objects have them, from {@code min} to {@code max}. */
  public static long duration(String field, Object value, long min, long max) {
    return Field.duration(field, value, min, max);
  }

  /** A new queue. */
  public QueueSpec create(Map<String, ?> body) {
    return read(body);
  }

  /**
   * {@code PUT}: what is not in the body goes back to its default, but for what cannot be changed
   * and {@code is_lastvalue}, which stay; a body that says otherwise is wrong.
   */
  public QueueSpec replace(QueueSpec current, Map<String, ?> body) {
    Map<String, Object> complete = new LinkedHashMap<>(body);
    keep(complete, "name", current.name());
    keep(complete, "topic_filter", current.topicFilter());
    keep(complete, "is_lastvalue", current.isLastValue());
    keep(complete, "shards", (long) current.shards());
    QueueSpec changed = read(complete);
    requireSame("name", current.name(), changed.name());
    requireSame("topic_filter", current.topicFilter(), changed.topicFilter());
    requireSame("is_lastvalue", current.isLastValue(), changed.isLastValue());
    requireSame("shards", current.shards(), changed.shards());
    return changed;
  }

  /** {@code PATCH}: a merge patch (RFC 7396); null goes back to the default. */
  public QueueSpec merge(QueueSpec current, Map<String, ?> patch) {
    return replace(current, merged(SpecWriter.toMap(current), patch));
  }

  private static Map<String, Object> merged(Map<?, ?> onto, Map<?, ?> patch) {
    Map<String, Object> result = new LinkedHashMap<>();
    onto.forEach((key, value) -> result.put(String.valueOf(key), value));
    patch.forEach(
        (key, value) -> {
          String field = String.valueOf(key);
          if (value == null) {
            result.remove(field);
          } else if (value instanceof Map<?, ?> inner && !field.equals("dead_letter")) {
            Object before = result.get(field);
            result.put(field, merged(before instanceof Map<?, ?> map ? map : Map.of(), inner));
          } else {
            result.put(field, value);
          }
        });
    return result;
  }

  private static void keep(Map<String, Object> body, String field, Object value) {
    if (body.get(field) == null) {
      body.put(field, value);
    }
  }

  private static void requireSame(String field, Object before, Object after) {
    if (!before.equals(after)) {
      throw Field.error(field, "cannot be changed");
    }
  }

  private QueueSpec read(Map<String, ?> body) {
    for (String field : body.keySet()) {
      if (!FIELDS.contains(field)
          && !COMPATIBILITY_DURATIONS.contains(field)
          && !COMPATIBILITY_NUMBERS.contains(field)) {
        throw Field.error(field, "is an unknown field");
      }
    }
    String filter = filter(body.get("topic_filter"));
    // The name of a queue that was made by $q/FILTER is derived from the filter.
    String name =
        ("/" + filter).equals(body.get("name")) && canBeName(filter)
            ? "/" + filter
            : name("name", body.get("name"));
    boolean isLastValue = Field.flag("is_lastvalue", or(body, "is_lastvalue", true));
    DispatchStrategy strategy =
        Field.choice(
            "dispatch_strategy",
            or(body, "dispatch_strategy", "random"),
            DispatchStrategy.values());
    long retention = isLastValue ? DEFAULT_RETENTION_MILLIS : regularRetentionMillis;
    return new QueueSpec(
        name,
        filter,
        isLastValue,
        keyExpression(body.get("key_expression"), isLastValue, strategy),
        body.get("data_retention_period") == null
            ? retention
            : Field.duration(
                "data_retention_period", or(body, "data_retention_period", 0), 1000, true),
        strategy,
        limits(or(body, "limits", Map.of())),
        Field.choice("overflow", or(body, "overflow", "drop_oldest"), Overflow.values()),
        Field.duration("ack_timeout", or(body, "ack_timeout", 300_000L), 100, true),
        unlimited(
            Field.count("max_deliveries", or(body, "max_deliveries", Field.INFINITY), 1_000_000)),
        deadLetter(body.get("dead_letter"), name, filter),
        Field.duration("delivery_delay", or(body, "delivery_delay", 0L), 0, false),
        Field.duration("redispatch_interval", or(body, "redispatch_interval", 100L), 1, false),
        maxInflight(body.get("consumer_max_inflight")),
        (int) Field.integer("shards", or(body, "shards", 1L), 1, 64),
        dedupWindow(or(body, "dedup_window", Map.of())),
        facts(or(body, "delivery_facts", List.of("mq-delivery-count"))),
        compatibility(body));
  }

  private static Object or(Map<?, ?> body, String field, Object otherwise) {
    Object value = body.get(field);
    return value == null ? otherwise : value;
  }

  private static int unlimited(long count) {
    return count == Long.MAX_VALUE ? QueueSpec.UNLIMITED : (int) count;
  }

  private static String name(String field, @Nullable Object value) {
    if (value == null) {
      throw Field.error(field, "is missing");
    }
    String name = Field.text(field, value);
    if (!isName(name)) {
      throw Field.error(
          field, "must be 1 to 255 letters, digits, _, - and ., beginning with a letter or digit");
    }
    return name;
  }

  private String filter(@Nullable Object value) {
    if (value == null) {
      throw Field.error("topic_filter", "is missing");
    }
    String filter = Field.text("topic_filter", value);
    TopicFault fault = topics.checkFilter(filter);
    if (fault != TopicFault.NONE) {
      throw Field.error("topic_filter", fault.text());
    }
    if (isReserved(filter)) {
      throw Field.error("topic_filter", "must not begin with $share/, $queue/ or $q/");
    }
    return filter;
  }

  private static @Nullable KeyExpression keyExpression(
      @Nullable Object value, boolean isLastValue, DispatchStrategy strategy) {
    if (value == null) {
      return isLastValue ? parse(KeyExpression.DEFAULT) : null;
    }
    if (!isLastValue && strategy != DispatchStrategy.KEY_ORDERED) {
      throw Field.error(
          "key_expression", "only for last-value queues and for dispatch_strategy key_ordered");
    }
    return parse(Field.text("key_expression", value));
  }

  private static KeyExpression parse(String text) {
    try {
      return KeyExpression.parse(text);
    } catch (SyntaxException e) {
      throw Field.error("key_expression", String.valueOf(e.getMessage()));
    }
  }

  private static QueueSpec.Limits limits(Object value) {
    Map<?, ?> limits =
        Field.object(
            "limits", value, List.of("max_shard_message_count", "max_shard_message_bytes"));
    return new QueueSpec.Limits(
        Field.count(
            "limits.max_shard_message_count",
            or(limits, "max_shard_message_count", Field.INFINITY),
            Long.MAX_VALUE),
        Field.size(
            "limits.max_shard_message_bytes",
            or(limits, "max_shard_message_bytes", Field.INFINITY)));
  }

  private DeadLetter deadLetter(@Nullable Object value, String name, String filter) {
    if (value == null || value.equals("none")) {
      return DeadLetter.NONE;
    }
    Map<?, ?> target = Field.object("dead_letter", value, List.of("queue", "topic"));
    Object queue = target.get("queue");
    Object topic = target.get("topic");
    if ((queue == null) == (topic == null)) {
      throw Field.error("dead_letter", "must have either queue or topic");
    }
    if (queue != null) {
      String other = name("dead_letter.queue", queue);
      if (other.equals(name)) {
        throw Field.error("dead_letter.queue", "must be another queue");
      }
      return new DeadLetter.ToQueue(other);
    }
    String text = Field.text("dead_letter.topic", topic);
    TopicFault fault = topics.checkName(text);
    if (fault != TopicFault.NONE) {
      throw Field.error("dead_letter.topic", fault.text());
    }
    if (TopicFilter.matches(filter, text)) {
      throw Field.error("dead_letter.topic", "must not match topic_filter");
    }
    return new DeadLetter.ToTopic(text);
  }

  private static int maxInflight(@Nullable Object value) {
    return value == null || value.equals("none")
        ? QueueSpec.UNLIMITED
        : (int) Field.integer("consumer_max_inflight", value, 1, 65_535);
  }

  private static QueueSpec.DedupWindow dedupWindow(Object value) {
    Map<?, ?> window = Field.object("dedup_window", value, List.of("count", "time"));
    return new QueueSpec.DedupWindow(
        (int) Field.integer("dedup_window.count", or(window, "count", 10_000L), 0, 1_000_000),
        Field.duration("dedup_window.time", or(window, "time", 300_000L), 0, false));
  }

  private static Set<DeliveryFact> facts(Object value) {
    if (!(value instanceof List<?> list)) {
      throw Field.error("delivery_facts", "must be a list");
    }
    EnumSet<DeliveryFact> facts = EnumSet.noneOf(DeliveryFact.class);
    for (Object each : list) {
      boolean known = false;
      for (DeliveryFact fact : DeliveryFact.values()) {
        if (fact.property().equals(each)) {
          facts.add(fact);
          known = true;
        }
      }
      if (!known) {
        throw Field.error(
            "delivery_facts", "knows mq-seq, mq-enqueued-at, mq-delivery-count and mq-key");
      }
    }
    return Collections.unmodifiableSet(facts);
  }

  private static Map<String, Object> compatibility(Map<String, ?> body) {
    Map<String, Object> kept = new LinkedHashMap<>();
    for (String field : COMPATIBILITY_DURATIONS) {
      Object value = body.get(field);
      if (value != null) {
        kept.put(field, Field.duration(field, value, 0, false));
      }
    }
    for (String field : COMPATIBILITY_NUMBERS) {
      Object value = body.get(field);
      if (value != null) {
        kept.put(field, Field.integer(field, value, 0, Long.MAX_VALUE));
      }
    }
    return Collections.unmodifiableMap(kept);
  }
}

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
package io.mqueduct.app;

import io.mqueduct.config.MqSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.message.BrokerException;
import io.mqueduct.queue.QueueDirectory;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.TopicRules;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The templates of {@code mq.auto_create} as fields of the queue object. Stateless. */
public final class QueueTemplates {
  private QueueTemplates() {}

  /**
   * What no queue could be made of: the key of the configuration, and what is wrong with its value.
   * For {@link io.mqueduct.config.SettingsLoader#checkedBy}.
   */
  public static Map<String, String> faults(Settings settings) {
    Map<String, String> faults = new LinkedHashMap<>();
    MqSettings.AutoCreate autoCreate = settings.mq().autoCreate();
    find("mq.auto_create.regular.", settings, autoCreate.regular(), false, faults);
    find("mq.auto_create.lastvalue.", settings, autoCreate.lastvalue(), true, faults);
    return faults;
  }

  private static void find(
      String section,
      Settings settings,
      MqSettings.Template template,
      boolean isLastValue,
      Map<String, String> faults) {
    Map<String, Object> body = fields(template, isLastValue);
    // Any queue but those that the template cannot be used for alone.
    body.put("name", template.deadLetterQueue().equals("a") ? "b" : "a");
    body.put("topic_filter", template.deadLetterTopic().equals("a") ? "b" : "a");
    try {
      reader(settings).create(body);
    } catch (BrokerException e) {
      String[] fieldAndFault = String.valueOf(e.getMessage()).split(": ", 2);
      faults.put(section + key(fieldAndFault[0]), fieldAndFault[fieldAndFault.length - 1]);
    }
  }

  private static String key(String field) {
    return field
        .replace("limits.", "")
        .replace("dead_letter.queue", "dead_letter_queue")
        .replace("dead_letter.topic", "dead_letter_topic");
  }

  /** What reads queue objects by this configuration. */
  static SpecReader reader(Settings settings) {
    return new SpecReader(
        new TopicRules(settings.mqtt().maxTopicLevels()),
        settings.mq().regularQueueRetentionPeriodMillis());
  }

  /** What queues are made of by subscribing; null if none are. */
  static QueueDirectory.@Nullable Template of(MqSettings.AutoCreate autoCreate) {
    if (autoCreate.lastvalue().enable()) {
      return new QueueDirectory.Template(fields(autoCreate.lastvalue(), true));
    }
    return autoCreate.regular().enable()
        ? new QueueDirectory.Template(fields(autoCreate.regular(), false))
        : null;
  }

  private static Map<String, Object> fields(MqSettings.Template template, boolean isLastValue) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("is_lastvalue", isLastValue);
    if (isLastValue) {
      fields.put("key_expression", template.keyExpression());
    }
    fields.put("data_retention_period", orInfinity(template.dataRetentionPeriodMillis()));
    fields.put("dispatch_strategy", template.dispatchStrategy().name().toLowerCase(Locale.ROOT));
    fields.put(
        "limits",
        Map.of(
            "max_shard_message_count", orInfinity(template.maxShardMessageCount()),
            "max_shard_message_bytes", orInfinity(template.maxShardMessageBytes())));
    fields.put("overflow", template.overflow().name().toLowerCase(Locale.ROOT));
    fields.put("ack_timeout", orInfinity(template.ackTimeoutMillis()));
    if (template.maxDeliveries() != Integer.MAX_VALUE) {
      fields.put("max_deliveries", (long) template.maxDeliveries());
    }
    if (!template.deadLetterQueue().isEmpty()) {
      fields.put("dead_letter", Map.of("queue", template.deadLetterQueue()));
    } else if (!template.deadLetterTopic().isEmpty()) {
      fields.put("dead_letter", Map.of("topic", template.deadLetterTopic()));
    }
    fields.put("delivery_delay", template.deliveryDelayMillis());
    fields.put("redispatch_interval", template.redispatchIntervalMillis());
    if (template.consumerMaxInflight() != Settings.UNSET) {
      fields.put("consumer_max_inflight", (long) template.consumerMaxInflight());
    }
    fields.put("shards", (long) template.shards());
    return fields;
  }

  private static Object orInfinity(long value) {
    return value == Long.MAX_VALUE ? "infinity" : (Object) value;
  }
}

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
import io.mqueduct.durable.BrokerStore;
import io.mqueduct.protocol.MqttListeners;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.queue.QueueDirectory;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where named queues meet configuration and store. Stateless. */
final class BrokerQueues {
  /** The part of the heap that waiting messages may take. */
  private static final int HEAP_SHARE = 8;

  private BrokerQueues() {}

  /** Opens the queues of the store. */
  static Future<NamedQueues> start(
      Vertx vertx, Supplier<Settings> settings, Router router, BrokerStore store) {
    NamedQueues.Ground ground =
        new NamedQueues.Ground(
            store.store(),
            store::read,
            router,
            settings.get().node().eventLoops(),
            MqttListeners::currentExecutor,
            Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    return NamedQueues.start(vertx, ground, new CurrentRules(settings));
  }

  /** The rules of the configuration in force; made anew only when that changes. */
  private static final class CurrentRules implements Supplier<NamedQueues.Rules> {
    private final Supplier<Settings> settings;
    private volatile @Nullable Made last;

    private record Made(Settings from, NamedQueues.Rules rules) {}

    CurrentRules(Supplier<Settings> settings) {
      this.settings = settings;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a change of settings is a new object
    public NamedQueues.Rules get() {
      Settings now = settings.get();
      Made made = last;
      if (made == null || made.from != now) {
        made = new Made(now, rules(now));
        last = made;
      }
      return made.rules;
    }
  }

  private static NamedQueues.Rules rules(Settings settings) {
    MqSettings mq = settings.mq();
    SpecReader reader =
        new SpecReader(
            new TopicRules(settings.mqtt().maxTopicLevels()),
            mq.regularQueueRetentionPeriodMillis());
    return new NamedQueues.Rules(reader, mq.maxQueueCount(), template(mq.autoCreate()));
  }

  private static QueueDirectory.@Nullable Template template(MqSettings.AutoCreate autoCreate) {
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

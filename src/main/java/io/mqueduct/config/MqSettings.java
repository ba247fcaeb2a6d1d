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
package io.mqueduct.config;

import io.mqueduct.config.Setting.Unit;

/** Named queues: the section {@code mq}. */
public record MqSettings(
    @Setting(
            key = "enable",
            def = "true",
            doc =
                "Whether there are named queues. Off: $queue/TOPIC is a shared subscription without"
                    + " a group name.")
        boolean enable,
    @Setting(
            key = "max_queue_count",
            def = "100",
            min = 1,
            max = 1_000_000,
            hot = true,
            doc = "How many queues there may be.")
        int maxQueueCount,
    @Section(
            key = "auto_create",
            doc = "Queues made by subscribing to $queue/NAME/FILTER. Only one kind can be on.")
        AutoCreate autoCreate,
    @Setting(
            key = "gc_interval",
            def = "1h",
            unit = Unit.DURATION,
            min = 1000,
            hot = true,
            doc =
                "Accepted for EMQX's sake, without effect: what is too old is removed all the"
                    + " time.")
        long gcIntervalMillis,
    @Setting(
            key = "regular_queue_retention_period",
            def = "7d",
            unit = Unit.DURATION,
            min = 1000,
            infinity = true,
            hot = true,
            doc = "data_retention_period of a queue that was created without one.")
        long regularQueueRetentionPeriodMillis,
    @Setting(
            key = "find_queue_retry_interval",
            def = "10s",
            unit = Unit.DURATION,
            min = 100,
            hot = true,
            doc = "Accepted for EMQX's sake, without effect: consumers are attached by events.")
        long findQueueRetryIntervalMillis) {

  /** The section {@code mq.auto_create}. */
  public record AutoCreate(
      @Section(
              key = "regular",
              doc = "Template of regular queues; false or true switches it.",
              switchable = true,
              defaults = {"enable=false"})
          Template regular,
      @Section(
              key = "lastvalue",
              doc = "Template of last-value queues; false or true switches it.",
              switchable = true,
              defaults = {"enable=true"})
          Template lastvalue) {}

  /** Fields of the queues that are made by subscribing: the queue object of the HTTP API. */
  public record Template(
      @Setting(key = "enable", hot = true, doc = "Whether queues of this kind are made.")
          boolean enable,
      @Setting(
              key = "key_expression",
              def = "message.from",
              hot = true,
              only = "lastvalue",
              doc = "Expression that gives the key of a message.")
          String keyExpression,
      @Setting(
              key = "data_retention_period",
              def = "7d",
              unit = Unit.DURATION,
              min = 1000,
              infinity = true,
              hot = true,
              doc = "Age at which messages are removed.")
          long dataRetentionPeriodMillis,
      @Setting(
              key = "dispatch_strategy",
              def = "random",
              hot = true,
              doc = "Which consumer gets a message.")
          DispatchStrategy dispatchStrategy,
      @Setting(
              key = "max_shard_message_count",
              def = "infinity",
              min = 1,
              infinity = true,
              hot = true,
              doc = "Greatest number of messages of a shard.")
          long maxShardMessageCount,
      @Setting(
              key = "max_shard_message_bytes",
              def = "infinity",
              unit = Unit.BYTES,
              min = 1,
              infinity = true,
              hot = true,
              doc = "Greatest size of a shard.")
          long maxShardMessageBytes,
      @Setting(
              key = "overflow",
              def = "drop_oldest",
              hot = true,
              doc = "What gives way when a limit is reached.")
          Overflow overflow,
      @Setting(
              key = "ack_timeout",
              def = "5m",
              unit = Unit.DURATION,
              min = 100,
              infinity = true,
              hot = true,
              doc = "Age at which an unacknowledged delivery goes to another consumer.")
          long ackTimeoutMillis,
      @Setting(
              key = "max_deliveries",
              def = "infinity",
              min = 1,
              infinity = true,
              hot = true,
              doc = "Deliveries after which a message goes to the dead letter or is dropped.")
          int maxDeliveries,
      @Setting(
              key = "dead_letter_queue",
              hot = true,
              doc = "Name of the queue for dead letters. Empty: none.")
          String deadLetterQueue,
      @Setting(
              key = "dead_letter_topic",
              hot = true,
              doc = "Topic that dead letters are published to. Empty: none.")
          String deadLetterTopic,
      @Setting(
              key = "delivery_delay",
              def = "0",
              unit = Unit.DURATION,
              hot = true,
              doc = "How long a message is hidden after it was stored.")
          long deliveryDelayMillis,
      @Setting(
              key = "redispatch_interval",
              def = "100ms",
              unit = Unit.DURATION,
              min = 1,
              hot = true,
              doc = "Pause before a rejected message is tried again with the only consumer.")
          long redispatchIntervalMillis,
      @Setting(
              key = "consumer_max_inflight",
              def = "none",
              min = 1,
              max = 65535,
              word = "none",
              hot = true,
              doc = "Unacknowledged messages of one consumer. none: only its session's window.")
          int consumerMaxInflight,
      @Setting(key = "shards", def = "1", min = 1, max = 64, hot = true, doc = "Writers.")
          int shards) {}

  /** Which consumer of a queue gets a message. */
  public enum DispatchStrategy {
    /** By chance. */
    RANDOM,
    /** In turn. */
    ROUND_ROBIN,
    /** The one with the fewest unacknowledged messages. */
    LEAST_INFLIGHT,
    /** One consumer for each key, in order. */
    KEY_ORDERED
  }

  /** What gives way in a full queue. */
  public enum Overflow {
    /** The oldest message. */
    DROP_OLDEST,
    /** The new one; its publisher is told. */
    REJECT_PUBLISH
  }
}

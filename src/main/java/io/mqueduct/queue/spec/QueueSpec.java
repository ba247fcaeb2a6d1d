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

import io.mqueduct.queue.expression.KeyExpression;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a queue is told to be. Immutable, any thread; made by {@link SpecReader}, which
 * keeps the ranges, and written by {@link SpecWriter}. Durations are milliseconds.
 *
 * @param name identity, {@code [0-9A-Za-z][0-9A-Za-z_.-]*}, at most 255 characters
 * @param topicFilter what it captures
 * @param isLastValue whether a newer message replaces an older one of the same key
 * @param keyExpression gives the key; never null for a last-value queue
 * @param dataRetentionMillis age at which messages are gone, at least 1000, or {@link #INFINITE}
 * @param dispatchStrategy which consumer is next
 * @param limits of each shard
 * @param overflow what gives way at the limit
 * @param ackTimeoutMillis age at which an unacknowledged delivery goes to another consumer, at
 *     least 100, or {@link #INFINITE}
 * @param maxDeliveries after so many a message leaves the queue; {@link #UNLIMITED} for never
 * @param deadLetter where it goes then
 * @param deliveryDelayMillis how long a message is hidden after it was stored, from 0
 * @param redispatchIntervalMillis pause before a rejected message is tried again, at least 1
 * @param consumerMaxInflight unacknowledged messages of one consumer, 1 to 65535, or {@link
 *     #UNLIMITED}
 * @param shards independent parts, 1 to 64
 * @param dedupWindow how long a publisher's {@code mq-dedup-id} is remembered
 * @param deliveryFacts user properties that deliveries carry
 * @param compatibility fields of EMQX that are kept and have no effect
 */
public record QueueSpec(
    String name,
    String topicFilter,
    boolean isLastValue,
    @Nullable KeyExpression keyExpression,
    long dataRetentionMillis,
    DispatchStrategy dispatchStrategy,
    Limits limits,
    Overflow overflow,
    long ackTimeoutMillis,
    int maxDeliveries,
    DeadLetter deadLetter,
    long deliveryDelayMillis,
    long redispatchIntervalMillis,
    int consumerMaxInflight,
    int shards,
    DedupWindow dedupWindow,
    Set<DeliveryFact> deliveryFacts,
    Map<String, Object> compatibility) {
  /** No limit, for durations, counts and bytes. */
  public static final long INFINITE = Long.MAX_VALUE;

  /** No limit, for numbers of deliveries and of messages in flight. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Longest pause between two tries of a message that is rejected again and again. */
  public static final long MAX_REDISPATCH_MILLIS = 30_000;

  /**
   * What a shard may hold.
   *
   * @param maxCount messages, at least 1
   * @param maxBytes sum of topic, properties and payload, at least 1
   */
  public record Limits(long maxCount, long maxBytes) {}

  /**
   * Which repetitions are known.
   *
   * @param count greatest number of identifiers, 0 for none
   * @param millis age at which they are forgotten
   */
  public record DedupWindow(int count, long millis) {}
}

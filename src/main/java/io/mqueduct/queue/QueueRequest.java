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

import io.mqueduct.queue.spec.QueueSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the registry of the queues is asked, at {@code queue.registry}. Each fails with a {@link
 * io.mqueduct.message.BrokerException}.
 */
public sealed interface QueueRequest {
  /**
   * Creates a queue; answered with its {@link QueueSpec}.
   *
   * @param fields the queue object, as JSON gives it
   */
  record Create(Map<String, ?> fields) implements QueueRequest {}

  /**
   * Changes a queue; answered with its {@link QueueSpec}.
   *
   * @param merges whether fields that are not there stay; else they go to their defaults
   */
  record Change(String queue, Map<String, ?> fields, boolean merges) implements QueueRequest {}

  /** Deletes a queue with its messages; answered with the {@link QueueSpec} that it had. */
  record Delete(String queue) implements QueueRequest {}

  /** A queue; answered with its {@link QueueSpec}. */
  record Find(String queue) implements QueueRequest {}

  /**
   * Queues in the order of their names; answered with a {@link Page}.
   *
   * @param after name of the last one before, or null
   * @param limit at least 1
   */
  record ListQueues(@Nullable String after, int limit) implements QueueRequest {}

  /** Who subscribed to a queue, whether it exists or not; answered with {@link Interested}. */
  record ListConsumers(String queue) implements QueueRequest {}

  /**
   * Creates the queue that a subscription names, if it names a filter, there is none, and queues
   * are made by subscribing; answered with {@link Ensured}.
   */
  record Ensure(QueueAddress.Queue address) implements QueueRequest {}

  /**
   * Queues.
   *
   * @param more whether there are more after them
   */
  record Page(List<QueueSpec> queues, boolean more) {}

  /**
   * Clients that subscribed.
   *
   * @param away take part, but are not connected
   * @param waiting wait, because there is no queue, or one with another filter
   */
  record Interested(List<String> away, List<String> waiting) {}

  /**
   * Whether a queue was made.
   *
   * @param isNew false if there was one, or none is to be made
   */
  record Ensured(boolean isNew) {}
}

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

import io.vertx.core.Future;

/**
 * Has the loop that owns a shard of a queue do something with it; sent to {@code queue.<loop>},
 * answered with {@link Done}. Fails with NOT_FOUND if there is no such queue.
 *
 * @param queue name
 * @param shard which one, from 0
 * @param task what to do, in short time
 */
public record InQueue(String queue, int shard, Task task) {
  /** What is done with the shard. */
  @FunctionalInterface
  public interface Task {
    /**
     * Runs on the shard's loop; the result is immutable. An expected failure is a {@link
     * io.mqueduct.message.BrokerException}, thrown or in the future.
     */
    Future<?> run(QueueShard shard, long nowMillis);
  }

  /**
   * The answer.
   *
   * @param result what the task's future gave
   */
  public record Done(Object result) {}
}

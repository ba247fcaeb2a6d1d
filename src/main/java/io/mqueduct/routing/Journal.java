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
package io.mqueduct.routing;

import io.mqueduct.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Makes durable what a published message touches: all of it or nothing. Any thread; never blocks.
 */
public interface Journal {
  /**
   * Takes a message. Its durable subscribers are told when it is stored, and then its publisher.
   *
   * @param keep whether it is to be the retained message of its topic, or to clear it
   * @param targets subscriptions of durable subscribers that get it, at the first places; not to be
   *     changed any more
   * @param count how many those are
   * @param groups shared groups that get it and that the store keeps messages for
   * @param receipt of the publisher, told once on any thread, unless nothing was taken; null if
   *     nobody waits
   * @return false if the store takes nothing at the moment, and nothing was done
   */
  boolean store(
      Message message,
      boolean keep,
      Subscription[] targets,
      int count,
      SharedGroup[] groups,
      @Nullable Receipt receipt);

  /**
   * The retained message of a topic has expired.
   *
   * @return false if the store takes nothing at the moment
   */
  boolean clearRetained(String topic);

  /** A shared group got a durable member; a lock is held, so that changes of groups take turns. */
  void keep(SharedGroup group);
}

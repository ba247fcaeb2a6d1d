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

/** Where messages go that nobody could handle. */
public sealed interface DeadLetter {
  /** Nowhere: they are dropped and counted. */
  DeadLetter NONE = new None();

  /** Nowhere. */
  record None() implements DeadLetter {}

  /**
   * Into another queue.
   *
   * @param name of it
   */
  record ToQueue(String name) implements DeadLetter {}

  /**
   * They are published.
   *
   * @param topic to this topic
   */
  record ToTopic(String topic) implements DeadLetter {}
}

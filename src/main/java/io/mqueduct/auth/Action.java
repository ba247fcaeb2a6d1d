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
package io.mqueduct.auth;

/** What a client wants to do with a topic. */
public enum Action {
  /** Publish to a topic name; a will too. */
  PUBLISH(0),
  /**
   * Subscribe to a topic filter. A rule for it is one for {@link #CONSUME} and {@link #DECLARE} as
   * well.
   */
  SUBSCRIBE(1),
  /** Consume a named queue; the topic is the literal {@code $queue/NAME}. */
  CONSUME(2),
  /** Create a named queue; the topic is the filter of what it stores. */
  DECLARE(3);

  /** A number of two bits, for {@link DecisionCache}. */
  final int bits;

  Action(int bits) {
    this.bits = bits;
  }
}

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
package io.mqueduct.queue.expression;

/** What a {@link KeyExpression} made of one message. Immutable, any thread. */
public sealed interface KeyOutcome {
  /**
   * The message has a key.
   *
   * @param latin1 the bytes of the key, one a character (0 to 255), so that keys can be compared;
   *     may be empty
   */
  record Key(String latin1) implements KeyOutcome {}

  /** The expression refers to something that the message does not have. */
  record Unbound() implements KeyOutcome {
    static final Unbound INSTANCE = new Unbound();
  }

  /**
   * The expression failed for this message.
   *
   * @param why one line
   */
  record Failed(String why) implements KeyOutcome {}
}

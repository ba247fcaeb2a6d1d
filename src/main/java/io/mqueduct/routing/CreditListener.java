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

/** A named queue or shared group that waits until a session can take a message. */
public interface CreditListener {
  /**
   * The client came and there is credit; or there is credit again, after {@link Subscriber#credit}
   * said that there is none. Called by the loop that owns the session.
   */
  void creditAvailable(Subscriber subscriber);

  /** The client went away: nothing can be lent until there is credit again. The same loop. */
  default void away(Subscriber subscriber) {}

  /**
   * Whether it asks for its turn with {@link Subscriber#awaitCredit} when it needs credit. It is
   * told that the client came then, but not each time that there is credit again. Always the same.
   */
  default boolean waitsForTurn() {
    return false;
  }

  /**
   * The turn that it asked for. Any thread; not to lend before this returns.
   *
   * @return whether it is going to look, and to call {@link Subscriber#passCredit} then
   */
  default boolean turn(Subscriber subscriber) {
    return false;
  }
}

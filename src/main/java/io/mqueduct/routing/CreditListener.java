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
   * The session has credit (again): {@link Subscriber#credit} turned true, or offers were taken in
   * and there is room for more. Called by the loop that owns the session.
   */
  void creditAvailable(Subscriber subscriber);

  /** The client went away: nothing can be lent until there is credit again. The same loop. */
  default void away(Subscriber subscriber) {}
}

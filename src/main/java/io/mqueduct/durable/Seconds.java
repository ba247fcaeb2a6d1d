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
package io.mqueduct.durable;

import io.mqueduct.store.SessionCommand;

/** Session Expiry Intervals in the two forms that they are known in. Stateless. */
final class Seconds {
  private Seconds() {}

  /** Whole seconds, never less than asked for; {@link Long#MAX_VALUE} is never. */
  static long ofMillis(long millis) {
    return millis == Long.MAX_VALUE
        ? SessionCommand.NEVER_EXPIRES
        : Math.min(SessionCommand.NEVER_EXPIRES, millis / 1000 + (millis % 1000 == 0 ? 0 : 1));
  }

  /** When a session ends that was left at a time. */
  static long after(long millis, long expirySeconds) {
    return expirySeconds >= SessionCommand.NEVER_EXPIRES
        ? Long.MAX_VALUE
        : millis + expirySeconds * 1000;
  }
}

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

/** How often the log is told of what clients can cause: at most once a minute. One owner. */
final class Complaints {
  private static final long PAUSE_MILLIS = 60_000;

  private long againMillis;

  /** Whether it is time for a line. */
  boolean isDue(long nowMillis) {
    if (nowMillis < againMillis) {
      return false;
    }
    againMillis = nowMillis + PAUSE_MILLIS;
    return true;
  }
}

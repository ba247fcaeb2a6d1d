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
package io.mqueduct.observe;

/**
 * How often something happens in a minute, averaged with weights that fade with time, like a Unix
 * load average. Owned by one thread; the time is told.
 */
final class LoadAverage {
  private static final double MINUTE_MILLIS = 60_000;

  private final double spanMillis;
  private double perMinute;

  /** An average in which what is so long ago counts only for a third. */
  LoadAverage(int minutes) {
    this.spanMillis = minutes * MINUTE_MILLIS;
  }

  /** It happened so often in that time. */
  void add(long count, long elapsedMillis) {
    if (elapsedMillis > 0) {
      double rate = count * MINUTE_MILLIS / elapsedMillis;
      double fade = Math.exp(-elapsedMillis / spanMillis);
      perMinute = rate + (perMinute - rate) * fade;
    }
  }

  double perMinute() {
    return perMinute;
  }
}

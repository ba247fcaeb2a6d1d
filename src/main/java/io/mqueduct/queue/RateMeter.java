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

/** Counts events and says how many there were a second, over the last ten. One owner. */
final class RateMeter {
  private static final int SECONDS = 10;

  private final long[] counts = new long[SECONDS + 1];
  private final long[] seconds = new long[SECONDS + 1];
  private long total;

  void mark(long nowMillis) {
    long second = Math.floorDiv(nowMillis, 1000);
    int at = (int) Math.floorMod(second, (long) counts.length);
    if (seconds[at] != second) {
      seconds[at] = second;
      counts[at] = 0;
    }
    counts[at]++;
    total++;
  }

  long total() {
    return total;
  }

  /** The rate over the last ten full seconds. */
  double perSecond(long nowMillis) {
    long second = Math.floorDiv(nowMillis, 1000);
    long sum = 0;
    for (int i = 0; i < counts.length; i++) {
      if (seconds[i] < second && seconds[i] >= second - SECONDS) {
        sum += counts[i];
      }
    }
    return sum / (double) SECONDS;
  }
}

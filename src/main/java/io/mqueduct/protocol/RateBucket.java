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
package io.mqueduct.protocol;

import io.mqueduct.config.Rate;

/**
 * A rate with a burst: a bucket that fills evenly and from which everything that happens takes.
 * What has happened is never undone: it may take more than there is, and then nothing more is to
 * happen until the debt is paid. Owned by one loop; the time is told.
 */
final class RateBucket {
  private final double perMilli;
  private final double capacity;
  private double content;
  private long filledAt;

  /**
   * A full bucket.
   *
   * @param rate not unlimited
   * @param burst what it holds; a negative one stands for what comes in a second, 1 at least
   */
  RateBucket(Rate rate, long burst, long nowMillis) {
    this.perMilli = rate.perSecond() / 1000;
    this.capacity = burst < 0 ? Math.max(1, rate.perSecond()) : burst;
    this.content = capacity;
    this.filledAt = nowMillis;
  }

  private void fill(long nowMillis) {
    if (nowMillis > filledAt) {
      content = Math.min(capacity, content + (nowMillis - filledAt) * perMilli);
    }
    filledAt = nowMillis; // a clock that was set back gives nothing, and takes nothing
  }

  /** Something happened. */
  void take(long amount, long nowMillis) {
    fill(nowMillis);
    content -= amount;
  }

  /** Whether there is one to take. */
  boolean hasOne(long nowMillis) {
    fill(nowMillis);
    return content >= 1;
  }

  /** How long until nothing is owed, milliseconds; 0 if nothing is. */
  long waitMillis(long nowMillis) {
    fill(nowMillis);
    return content >= 0 ? 0 : Math.max(1, (long) Math.ceil(-content / perMilli));
  }
}

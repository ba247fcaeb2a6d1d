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
package io.mqueduct.admin;

import io.mqueduct.config.Rate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many calls each caller has made lately, as buckets that fill with time. Owned by one thread;
 * the time is told. Remembers a bounded number of callers; one that is forgotten begins anew.
 */
final class RateLimits {
  private static final int MOST_CALLERS = 10_000;

  private final Map<String, Bucket> buckets = new LinkedHashMap<>(64, 0.75f, true);

  private static final class Bucket {
    double tokens;
    long atMillis;
  }

  /** Whether one more call is within the rate. */
  boolean allows(String caller, Rate rate, long nowMillis) {
    if (rate.isUnlimited()) {
      return true;
    }
    double burst = Math.max(1, rate.amount());
    Bucket bucket = buckets.get(caller);
    if (bucket == null) {
      bucket = new Bucket();
      bucket.tokens = burst;
      bucket.atMillis = nowMillis;
      buckets.put(caller, bucket);
      if (buckets.size() > MOST_CALLERS) {
        buckets.remove(buckets.keySet().iterator().next());
      }
    }
    double refill = Math.max(0, nowMillis - bucket.atMillis) * rate.perSecond() / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + refill);
    bucket.atMillis = nowMillis;
    if (bucket.tokens < 1) {
      return false;
    }
    bucket.tokens--;
    return true;
  }
}

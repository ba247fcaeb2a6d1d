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
package io.mqueduct.bench;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a run measured: names as in the JSON form, values as numbers, texts, or maps of those, in
 * the order in which they are shown. Names say the unit.
 */
public final class Report {
  private static final double NANOS_PER_MICRO = 1000;

  private final Map<String, Object> figures = new LinkedHashMap<>();
  private boolean clean = true;

  Report() {}

  Report put(String name, Object value) {
    figures.put(name, value);
    return this;
  }

  /** A number with so many digits behind the point. */
  Report put(String name, double value, int digits) {
    return put(name, rounded(value, digits));
  }

  /** A number that is 0 unless something is wrong. */
  Report fault(String name, long value) {
    clean &= value == 0;
    return put(name, value);
  }

  /** Latencies from publish to delivery. */
  Report latency(Histogram nanos) {
    Map<String, Object> micros = new LinkedHashMap<>();
    micros.put("mean", rounded(nanos.getMean() / NANOS_PER_MICRO, 1));
    micros.put("p50", micros(nanos, 50));
    micros.put("p90", micros(nanos, 90));
    micros.put("p99", micros(nanos, 99));
    micros.put("p99_9", micros(nanos, 99.9));
    micros.put("max", rounded(nanos.getMaxValue() / NANOS_PER_MICRO, 1));
    return put("latency_us", micros);
  }

  private static double micros(Histogram nanos, double percent) {
    return rounded(nanos.getValueAtPercentile(percent) / NANOS_PER_MICRO, 1);
  }

  private static double rounded(double value, int digits) {
    double scale = Math.pow(10, digits);
    return Double.isFinite(value) ? Math.rint(value * scale) / scale : 0;
  }

  /** All figures. */
  public Map<String, Object> figures() {
    return Collections.unmodifiableMap(figures);
  }

  /** Whether nothing was lost, doubled, out of order or refused, and no connection ended. */
  public boolean isClean() {
    return clean;
  }
}

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
package io.mqueduct.config;

/**
 * So many (messages, bytes, connections) in so much time.
 *
 * @param amount how many; {@link Long#MAX_VALUE} for no limit
 * @param periodMillis in how many milliseconds
 */
public record Rate(long amount, long periodMillis) {
  /** No limit. */
  public static final Rate UNLIMITED = new Rate(Long.MAX_VALUE, 1000);

  /** Whether there is no limit. */
  public boolean isUnlimited() {
    return amount == Long.MAX_VALUE;
  }

  /** The same as a number for each second; infinite without a limit. */
  public double perSecond() {
    return isUnlimited() ? Double.POSITIVE_INFINITY : amount * 1000.0 / periodMillis;
  }

  /** As it is written in the file. */
  @Override
  public String toString() {
    return Quantities.formatRate(this);
  }

  /** The stricter of two rates. */
  public Rate min(Rate other) {
    return perSecond() <= other.perSecond() ? this : other;
  }
}

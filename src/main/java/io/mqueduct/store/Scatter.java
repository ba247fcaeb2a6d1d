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
package io.mqueduct.store;

/**
 * Spreads numbers that were given one after the other over a hash table. In Netty's tables of
 * numbers such neighbours are neighbours, and each removal walks to the end of their row.
 * Stateless.
 */
final class Scatter {
  private Scatter() {}

  /** Another number for each number. */
  static long of(long number) {
    return number * 0x9E3779B97F4A7C15L; // odd, so that it can be undone; 2^64 by the golden ratio
  }
}

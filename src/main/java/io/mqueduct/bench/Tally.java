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

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Counters of one event loop, which alone writes them; others read a little late. */
final class Tally {
  final AtomicLong sent = new AtomicLong();
  final AtomicLong acknowledged = new AtomicLong();
  final AtomicLong received = new AtomicLong();
  final AtomicLong duplicated = new AtomicLong();
  final AtomicLong outOfOrder = new AtomicLong();

  /** Messages of other runs. */
  final AtomicLong foreign = new AtomicLong();

  /** Publishes that the broker answered with an error. */
  final AtomicLong refused = new AtomicLong();

  /** Messages that were due, but over a limit of what may be under way. */
  final AtomicLong throttled = new AtomicLong();

  /** How often messages under way were taken for lost, so that publishing goes on. */
  final AtomicLong stalls = new AtomicLong();

  /** Connections that ended by themselves. */
  final AtomicLong ended = new AtomicLong();

  final AtomicLong pongs = new AtomicLong();

  /** Adds one, without the fence of an atomic update: there is one writer. */
  static void one(AtomicLong counter) {
    counter.lazySet(counter.getPlain() + 1);
  }

  /** The sum over all loops. */
  static long sum(Iterable<Worker> workers, Function<Tally, AtomicLong> which) {
    long sum = 0;
    for (Worker worker : workers) {
      sum += which.apply(worker.tally()).get();
    }
    return sum;
  }
}

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

/** What happened in a queue since it was opened. Owned by its loop. */
final class QueueCounters {
  final RateMeter in = new RateMeter();
  final RateMeter out = new RateMeter();
  final RateMeter acknowledged = new RateMeter();

  /** Messages that it did not take since it was full, or the store failed; each try counts. */
  long refused;

  long duplicates;
  long replaced;
  long rejected;
  long returned;
  long timedOut;
  long redelivered;
  long deadLettered;
  long redriven;
  private final long[] dropped = new long[DropReason.COUNT];

  void drop(DropReason reason) {
    drop(reason, 1);
  }

  @SuppressWarnings("EnumOrdinal") // an index that never leaves this class
  void drop(DropReason reason, long times) {
    dropped[reason.ordinal()] += times;
  }

  @SuppressWarnings("EnumOrdinal")
  long dropped(DropReason reason) {
    return dropped[reason.ordinal()];
  }
}

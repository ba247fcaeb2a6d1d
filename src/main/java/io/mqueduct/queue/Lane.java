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

import java.util.HashSet;
import java.util.Set;

/**
 * Messages of a queue that become visible one after the other: those without delay, or some of
 * those with. The oldest are in memory, the rest is in the store. Owned by the queue's loop.
 */
final class Lane {
  final int id;

  /** The oldest that wait; no gap between them and {@link #loadedUpTo} but what is gone. */
  final EntryList loaded = new EntryList();

  /** What has a sequence up to here is in memory, or handed out, or gone. */
  long loadedUpTo;

  /** The greatest sequence that the store has confirmed. */
  long lastSequence;

  /** When the last one that was added becomes visible. */
  long tailMillis;

  /** Messages, pending ones included. */
  long count;

  /** Appends that the store has not confirmed. */
  int pending;

  /** Its oldest messages, if any are in memory. */
  final AgeList ages = new AgeList();

  boolean reading;
  long readAgainMillis;

  /** Sequences beyond {@link #loadedUpTo} that are gone, although a read may still find them. */
  final Set<Long> gone = new HashSet<>(0);

  Lane(int id) {
    this.id = id;
  }

  /** Whether there are messages that are in the store alone. */
  boolean isBehind() {
    return loadedUpTo < lastSequence;
  }

  /** Whether the oldest message is being read: nothing is in memory, and something may be there. */
  boolean isOldestAwaited() {
    return reading && count > 0 && ages.oldest() == null && isBehind();
  }

  boolean isUnused() {
    return count == 0 && pending == 0 && !reading && loaded.isEmpty();
  }
}

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

import org.jspecify.annotations.Nullable;

/**
 * The counted messages of one lane that are in memory, wherever they are (waiting, handed out, to
 * be tried again, on their way out), in the order in which they were stored: the first is the
 * oldest. Nearly all come in order, or in runs that are, so that adding one costs no search. Owned
 * by the queue's loop.
 */
final class AgeList {
  private @Nullable QueueEntry oldest;
  private @Nullable QueueEntry youngest;
  private @Nullable QueueEntry hint; // added last, of those that were not the youngest

  @Nullable QueueEntry oldest() {
    return oldest;
  }

  /** One that is in it already is no error. */
  void add(QueueEntry entry) {
    if (entry.isAging) {
      return;
    }
    QueueEntry at = youngest;
    if (at != null && at.sequence > entry.sequence) {
      at = before(entry.sequence);
      hint = entry;
    }
    QueueEntry after = at == null ? oldest : at.younger;
    entry.isAging = true;
    entry.older = at;
    entry.younger = after;
    if (at == null) {
      oldest = entry;
    } else {
      at.younger = entry;
    }
    if (after == null) {
      youngest = entry;
    } else {
      after.older = entry;
    }
  }

  private @Nullable QueueEntry before(long sequence) {
    if (oldest == null || sequence < oldest.sequence) {
      return null;
    }
    QueueEntry at = hint != null ? hint : youngest;
    while (at != null && at.sequence > sequence) {
      at = at.older;
    }
    QueueEntry after = at == null ? oldest : at.younger;
    while (after != null && after.sequence < sequence) {
      at = after;
      after = after.younger;
    }
    return at;
  }

  /** One that is not in it is no error. */
  void remove(QueueEntry entry) {
    if (!entry.isAging) {
      return;
    }
    QueueEntry before = entry.older;
    QueueEntry after = entry.younger;
    if (before == null) {
      oldest = after;
    } else {
      before.younger = after;
    }
    if (after == null) {
      youngest = before;
    } else {
      after.older = before;
    }
    if (hint == entry) {
      hint = before;
    }
    entry.isAging = false;
    entry.older = null;
    entry.younger = null;
  }
}

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

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The messages that were rejected, or whose time ran out, in the order in which they may be tried
 * again. Owned by the queue's loop.
 */
final class Retries {
  private final TreeSet<QueueEntry> byTime =
      new TreeSet<>(
          Comparator.<QueueEntry>comparingLong(e -> e.dueMillis)
              .thenComparingLong(e -> e.sequence));

  private final TreeSet<QueueEntry> bySequence =
      new TreeSet<>(Comparator.<QueueEntry>comparingLong(e -> e.sequence));

  int size() {
    return byTime.size();
  }

  boolean isEmpty() {
    return byTime.isEmpty();
  }

  void add(QueueEntry entry) {
    byTime.add(entry);
    bySequence.add(entry);
  }

  void remove(QueueEntry entry) {
    byTime.remove(entry);
    bySequence.remove(entry);
  }

  /** When the first of them is due; {@code Long.MAX_VALUE} for never. */
  long dueMillis() {
    return byTime.isEmpty() ? Long.MAX_VALUE : byTime.first().dueMillis;
  }

  /** Takes one that is due, or null. */
  @Nullable QueueEntry pollDue(long nowMillis) {
    return dueMillis() <= nowMillis ? pollFirst() : null;
  }

  /** The one that would be due first, or null; taken out. */
  @Nullable QueueEntry pollFirst() {
    QueueEntry first = byTime.pollFirst();
    if (first != null) {
      bySequence.remove(first);
    }
    return first;
  }

  /** The one that was stored first, or null. */
  @Nullable QueueEntry oldest() {
    return bySequence.isEmpty() ? null : bySequence.first();
  }

  /** In the order of time, as it is now. */
  Iterator<QueueEntry> iterator() {
    return byTime.iterator();
  }
}

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

import java.util.ArrayList;
import java.util.List;

/**
 * Which message of a queue was stored first, of those that are there: exactly, in a time that
 * depends neither on how many there are nor on how many have gone. In each lane everything up to a
 * sequence is in memory ({@link Lane#loadedUpTo}), so the oldest is there too; or nothing of the
 * lane is, and then its oldest is about to be read. What reading has passed by is younger than
 * something in memory, or about to be read as well. Owned by the queue's loop.
 */
final class Oldest {
  private final Backlog backlog;
  private final EntryList pending;
  private final List<Runnable> waiting = new ArrayList<>(0);

  Oldest(Backlog backlog, EntryList pending) {
    this.backlog = backlog;
    this.pending = pending;
  }

  /** When it was published; {@code nowMillis} if the queue is empty. */
  long publishedMillis(long nowMillis) {
    QueueEntry oldest = backlog.lanes.oldestCounted();
    for (QueueEntry e = pending.first(); oldest == null && e != null; e = e.next) {
      oldest = e.counted ? e : null;
    }
    return oldest == null ? nowMillis : oldest.message.publishedAtMillis();
  }

  /** Whether that is certain; if not, a read is under way, see {@link #whenKnown}. */
  boolean isKnown() {
    if (backlog.isOldestAwaited() || backlog.lanes.prompt.isOldestAwaited()) {
      return false;
    }
    for (Lane lane : backlog.lanes.delayed) {
      if (lane.isOldestAwaited()) {
        return false;
      }
    }
    return true;
  }

  /** Runs something as soon as it is certain, or cannot be read. */
  void whenKnown(Runnable then) {
    waiting.add(then);
  }

  /** To be called after whatever may have been read. */
  void look() {
    if (!waiting.isEmpty() && isKnown()) {
      tell();
    }
  }

  /** Nobody is to wait any longer. */
  void tell() {
    List<Runnable> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(Runnable::run);
  }
}

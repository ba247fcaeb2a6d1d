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

/** Empties a queue. Stateless. */
final class Clearing {
  private Clearing() {}

  /** Removes every message that is not handed out; returns how many there were. */
  static long purge(
      QueueContents contents, EntryList pending, EntryList departing, QueueLog.Fence fence) {
    long before = contents.count();
    forgetAll(contents);
    List<QueueEntry> kept = new ArrayList<>();
    for (Handout h = contents.flights.first(); h != null; h = h.later) {
      kept.add(h.entry);
    }
    for (QueueEntry e = departing.first(); e != null; e = e.next) {
      kept.add(e);
    }
    contents.log.purge(
        contents.backlog.lanes.lastSequence(),
        kept.stream().mapToLong(e -> e.sequence).toArray(),
        fence);
    for (QueueEntry e = pending.first(); e != null; e = e.next) {
      kept.add(e);
    }
    kept.removeIf(e -> !e.counted);
    contents.purged();
    kept.forEach(contents::count);
    long purged = before - contents.count();
    contents.counters.drop(DropReason.PURGED, purged);
    return purged;
  }

  /** Takes everything that waits out of memory. */
  static void forgetAll(QueueContents contents) {
    for (EntryList list : contents.dispatch().lists()) {
      QueueEntry entry;
      while ((entry = list.first()) != null) {
        contents.takeOut(entry);
        contents.forget(entry);
      }
    }
    QueueEntry retry;
    while ((retry = contents.retries.pollFirst()) != null) {
      contents.backlog.room.release(retry);
      contents.forget(retry);
    }
  }
}

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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How messages give way to one that is on its way into the store: taken out at once, gone when the
 * store has confirmed the new one, back in their places if it has not. Owned by the queue's loop.
 */
final class Displacement {
  private final QueueContents contents;

  Displacement(QueueContents contents) {
    this.contents = contents;
  }

  /** Displaces the oldest messages until there is room; none if that has to wait. */
  List<QueueEntry> victims(BooleanSupplier isOver, boolean morePending) {
    List<QueueEntry> victims = new ArrayList<>(1);
    while (isOver.getAsBoolean()) {
      QueueEntry victim = victim(morePending);
      if (victim == null) {
        victims.forEach(this::restore);
        return List.of();
      }
      displace(victim);
      victims.add(victim);
    }
    return victims;
  }

  /** The oldest that waits; if none does, the oldest that is handed out. */
  private @Nullable QueueEntry victim(boolean morePending) {
    QueueEntry oldest = contents.oldestUnassigned();
    if (oldest != null) {
      return oldest;
    }
    if (contents.backlog.isBehind() || morePending) {
      return null;
    }
    Handout handout = contents.flights.first();
    while (handout != null && handout.entry.superseded) {
      handout = handout.later;
    }
    return handout == null ? null : handout.entry;
  }

  /** A message gives way to one that is on its way into the store. */
  void displace(QueueEntry entry) {
    if (entry.displacers++ > 0) {
      return;
    }
    if (entry.state == QueueEntry.State.WAITING || entry.state == QueueEntry.State.RETRY) {
      contents.takeOut(entry);
      entry.state = QueueEntry.State.LEAVING;
      entry.departure = null;
    }
    entry.superseded = true;
    contents.uncount(entry);
  }

  /** The store refused that one. */
  void restore(QueueEntry entry) {
    if (--entry.displacers > 0 || entry.displaced) {
      return;
    }
    entry.superseded = false;
    boolean isNowhere = entry.state == QueueEntry.State.GONE || isBetween(entry);
    if (isNowhere && entry.acknowledged) {
      contents.log.remove(entry.lane, entry.sequence, entry.deliveriesStored > 0);
      contents.forget(entry);
      return;
    }
    contents.count(entry);
    if (entry.key != null) {
      contents.byKey.putIfAbsent(entry.key, entry);
    }
    if (isNowhere) {
      contents.dispatch().again(entry);
    }
  }

  /** The store took it. */
  void finish(QueueEntry entry) {
    entry.displacers--;
    gone(entry);
  }

  /** Whatever gives way to a message that is pending is purged and does not come back. */
  void purge(QueueEntry pending) {
    pending.replacesStored = null;
    QueueEntry replaced = pending.replaces;
    if (replaced != null && replaced.state != QueueEntry.State.PENDING) {
      purgeDisplaced(replaced);
    }
    pending.victims.forEach(this::purgeDisplaced);
  }

  private void purgeDisplaced(QueueEntry entry) {
    if (entry.state == QueueEntry.State.GONE || isBetween(entry)) {
      gone(entry);
    }
  }

  private void gone(QueueEntry entry) {
    entry.displaced = true;
    if (isBetween(entry)) {
      contents.forget(entry);
    } else if (entry.key != null) {
      contents.byKey.remove(entry.key, entry);
    }
  }

  /** It waited, and is in no list until it is certain what becomes of it. */
  private static boolean isBetween(QueueEntry entry) {
    return entry.state == QueueEntry.State.LEAVING && entry.departure == null;
  }
}

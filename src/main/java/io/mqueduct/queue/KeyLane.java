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

/** The messages of one key of a {@link KeyedDispatch}. Owned by the queue's loop. */
final class KeyLane {
  final String group;

  /** By sequence; older than those that are set aside, but for what was handed out before. */
  final EntryList waiting = new EntryList();

  /** Who gets the next one. */
  @Nullable ConsumerState owner;

  /** In whose {@link ConsumerState#keys} it is. */
  @Nullable ConsumerState queuedAt;

  /** When it was first seen waiting for a consumer without credit; 0 for not at all. */
  long passedOverSinceMillis;

  /** Deliveries that are open. */
  int inFlight;

  /** Whether it is among those that some are read of. */
  boolean isWanted;

  private @Nullable Places aside;

  KeyLane(String group) {
    this.group = group;
  }

  /** Those that are in the store alone, {@link PassedBy}, and some that are gone meanwhile. */
  Places aside() {
    Places places = aside;
    if (places == null) {
      places = new Places();
      aside = places;
    }
    return places;
  }

  boolean isAside() {
    return aside != null && !aside.isEmpty();
  }

  /** Whether there is something to hand out, or may be. */
  boolean hasWaiting() {
    return !waiting.isEmpty() || isAside();
  }

  /** Whether there is something to hand out of which nobody has anything. */
  boolean mayMove() {
    return inFlight == 0 && !waiting.isEmpty();
  }

  /** Whether it could be given to another consumer, and its own one cannot take it. */
  private boolean waitsForCredit() {
    ConsumerState one = owner;
    return mayMove() && one != null && one.lackingSinceMillis != 0;
  }

  /** Whether it has waited for its consumer for too long. To be asked again and again. */
  boolean isLate(long nowMillis) {
    if (!waitsForCredit()) {
      return false;
    }
    if (passedOverSinceMillis == 0) {
      passedOverSinceMillis = nowMillis;
    }
    boolean isStuck = owner != null && owner.stuck;
    return isStuck || nowMillis - passedOverSinceMillis >= KeyOwners.PATIENCE_MILLIS;
  }

  /** Whether older ones are set aside, so that this one has to be, too. */
  boolean isAheadOf(QueueEntry entry, PassedBy passedBy) {
    if (isAside()) {
      passedBy.update(aside());
    }
    return isAside() && Places.sequence(aside().first()) < entry.sequence;
  }

  /** Whether one that is set aside is older than all that wait in memory, or none does. */
  boolean isFirstAside(PassedBy passedBy) {
    QueueEntry first = waiting.first();
    return first == null ? isAside() : isAheadOf(first, passedBy);
  }

  /** The oldest message in memory that waits in one of them, or null. */
  static @Nullable QueueEntry oldest(Iterable<KeyLane> lanes) {
    QueueEntry oldest = null;
    for (KeyLane lane : lanes) {
      QueueEntry first = lane.waiting.first();
      if (first != null && (oldest == null || first.sequence < oldest.sequence)) {
        oldest = first;
      }
    }
    return oldest;
  }

  /** Whether nothing is left of the key. */
  boolean isOver() {
    return inFlight == 0 && !hasWaiting();
  }
}

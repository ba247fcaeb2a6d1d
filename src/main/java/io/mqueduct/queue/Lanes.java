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
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a queue: one for messages without delay, and as many as needed, up to {@link
 * #MAX_DELAYED}, for those with, such that each is in the order of visibility as well. Owned by the
 * queue's loop.
 */
final class Lanes {
  /** Lane of the messages without delay. */
  static final int PROMPT = 0;

  static final int MAX_DELAYED = 64;

  final Lane prompt = new Lane(PROMPT);
  final List<Lane> delayed = new ArrayList<>(0);
  private long lastSequence;

  Lanes(QueueLog.Recovered recovered) {
    this.lastSequence = recovered.lastSequence();
    for (QueueLog.LaneCount each : recovered.lanes()) {
      Lane lane = each.lane() == PROMPT ? prompt : new Lane(each.lane());
      lane.count = each.count();
      lane.loadedUpTo = each.head() - 1;
      lane.lastSequence = recovered.lastSequence();
      lane.tailMillis = Long.MAX_VALUE; // nobody knows
      if (lane != prompt) {
        delayed.add(lane);
      }
    }
  }

  /** The lane for a message that becomes visible at a time; 0 for at once. */
  Lane laneFor(long visibleAtMillis) {
    if (visibleAtMillis == 0) {
      return prompt;
    }
    Lane best = null;
    Lane earliest = null;
    for (Lane lane : delayed) {
      if (lane.tailMillis <= visibleAtMillis
          && (best == null || lane.tailMillis > best.tailMillis)) {
        best = lane;
      }
      if (earliest == null || lane.tailMillis < earliest.tailMillis) {
        earliest = lane;
      }
    }
    Lane chosen = best;
    if (chosen == null && earliest != null && delayed.size() >= MAX_DELAYED) {
      chosen = earliest;
    } else if (chosen == null) {
      chosen = newLane(freeId());
    }
    chosen.tailMillis = Math.max(chosen.tailMillis, visibleAtMillis);
    return chosen;
  }

  private int freeId() {
    int id = PROMPT + 1;
    while (find(id) != null) {
      id++;
    }
    return id;
  }

  private @Nullable Lane find(int id) {
    if (id == PROMPT) {
      return prompt;
    }
    for (Lane lane : delayed) {
      if (lane.id == id) {
        return lane;
      }
    }
    return null;
  }

  /** The lane of a message of this queue; made if it was thought to be empty. */
  Lane lane(int id) {
    Lane lane = find(id);
    return lane != null ? lane : newLane(id);
  }

  /** A lane that is not kept holds nothing: what comes into it is newer than all there is. */
  private Lane newLane(int id) {
    Lane lane = new Lane(id);
    lane.loadedUpTo = lastSequence;
    lane.lastSequence = lastSequence;
    delayed.add(lane);
    return lane;
  }

  /** The next message that is visible, or null; it stays where it is. */
  @Nullable QueueEntry peek(long nowMillis) {
    QueueEntry best = prompt.loaded.first();
    for (int i = 0; i < delayed.size(); i++) {
      QueueEntry head = delayed.get(i).loaded.first();
      if (head != null
          && head.visibleAtMillis <= nowMillis
          && (best == null || head.visibleSinceMillis() < best.visibleSinceMillis())) {
        best = head;
      }
    }
    return best;
  }

  /** The oldest message in memory that waits here, visible or not; or null. */
  @Nullable QueueEntry oldest() {
    QueueEntry oldest = prompt.loaded.first();
    for (Lane lane : delayed) {
      QueueEntry head = lane.loaded.first();
      if (head != null && (oldest == null || head.sequence < oldest.sequence)) {
        oldest = head;
      }
    }
    return oldest;
  }

  /** When the next hidden message becomes visible, as far as it is known. */
  long dueMillis() {
    long due = Long.MAX_VALUE;
    for (Lane lane : delayed) {
      QueueEntry head = lane.loaded.first();
      if (head != null) {
        due = Math.min(due, head.visibleAtMillis);
      }
    }
    return due;
  }

  /** The oldest counted message in memory, handed out or not; or null. */
  @Nullable QueueEntry oldestCounted() {
    QueueEntry oldest = prompt.ages.oldest();
    for (int i = 0; i < delayed.size(); i++) {
      QueueEntry first = delayed.get(i).ages.oldest();
      if (first != null && (oldest == null || first.sequence < oldest.sequence)) {
        oldest = first;
      }
    }
    return oldest;
  }

  /** Messages with a delay, due or not. */
  long delayedCount() {
    long sum = 0;
    for (Lane lane : delayed) {
      sum += lane.count;
    }
    return sum;
  }

  /** The greatest sequence that the store has confirmed. */
  long lastSequence() {
    return lastSequence;
  }

  /** The store confirmed a message of a lane. */
  void confirmed(Lane lane, long sequence) {
    lane.lastSequence = sequence;
    lastSequence = Math.max(lastSequence, sequence);
  }

  /** The lists of waiting messages, for sweeps. */
  List<EntryList> lists() {
    List<EntryList> lists = new ArrayList<>(1 + delayed.size());
    lists.add(prompt.loaded);
    for (Lane lane : delayed) {
      lists.add(lane.loaded);
    }
    return lists;
  }
}

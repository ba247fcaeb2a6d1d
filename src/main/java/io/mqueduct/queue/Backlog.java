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

import io.mqueduct.message.BrokerException;
import io.mqueduct.queue.QueueLog.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages that were never handed out, in their order: as many as the memory allows are here,
 * the rest is read from the store when there is room. A queue that keeps up reads nothing.
 *
 * <p>Messages with a delay go into lanes of their own, such that each lane is in the order of
 * visibility as well; so nothing has to be sorted or kept in memory. If delays are so mixed that
 * all lanes are used, some messages become visible later than they might. Owned by the queue's
 * loop.
 */
final class Backlog {
  /** Lane of the messages without delay. */
  static final int PROMPT = 0;

  static final int MAX_DELAY_LANES = 64;
  private static final int PAGE = 512;
  private static final long RETRY_MILLIS = 1000;

  private final QueueLog log;
  final Room room;
  private final Listener listener;
  final Lane prompt = new Lane(PROMPT);
  final List<Lane> delayed = new ArrayList<>(0);
  private int epoch;
  private final PassedBy passedBy;
  private long lastSequence;

  /** Who is told what was read. */
  interface Listener {
    /** A message comes into memory; false if it is known to be gone. */
    boolean admit(QueueEntry entry);

    /** One that was passed by before waits from now on. */
    void found(QueueEntry entry);

    /** Something was read, or could not be. */
    void loaded();
  }

  Backlog(QueueLog log, MemoryBudget budget, Listener listener, QueueLog.Recovered recovered) {
    this.log = log;
    this.room = new Room(budget);
    this.listener = listener;
    this.passedBy = new PassedBy(log, listener);
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
    if (chosen == null && earliest != null && delayed.size() >= MAX_DELAY_LANES) {
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

  /**
   * The store confirmed a message; it stays in memory if there is room and nothing is before it.
   */
  boolean appended(QueueEntry entry) {
    Lane lane = lane(entry.lane);
    boolean next = !lane.isBehind() && !lane.reading && room.isFor(lane);
    lane.lastSequence = entry.sequence;
    lastSequence = Math.max(lastSequence, entry.sequence);
    if (!next) {
      return false;
    }
    lane.loadedUpTo = entry.sequence;
    room.hold(entry);
    lane.loaded.addLast(entry);
    if (entry.counted) {
      lane.ages.add(entry);
    }
    return true;
  }

  /** The store confirmed a message that will be given up at once: it need not be read. */
  void skipped(QueueEntry entry) {
    Lane lane = lane(entry.lane);
    if (!lane.isBehind() && !lane.reading) {
      lane.loadedUpTo = entry.sequence;
    }
    lane.lastSequence = entry.sequence;
    lastSequence = Math.max(lastSequence, entry.sequence);
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

  /** Whether there are messages in the store alone. */
  boolean isBehind() {
    if (prompt.isBehind() || !passedBy.isEmpty()) {
      return true;
    }
    for (Lane lane : delayed) {
      if (lane.isBehind()) {
        return true;
      }
    }
    return false;
  }

  /** Messages with a delay, due or not. */
  long delayedCount() {
    long sum = 0;
    for (Lane lane : delayed) {
      sum += lane.count;
    }
    return sum;
  }

  /** Reads what there is room for. */
  void load(long nowMillis) {
    passedBy.read(nowMillis);
    if (prompt.isBehind() && !prompt.reading && room.isLow() && !room.isCrowded()) {
      read(prompt, nowMillis);
    }
    for (int i = delayed.size() - 1; i >= 0; i--) {
      Lane lane = delayed.get(i);
      if (lane.isUnused()) {
        delayed.remove(i);
      } else if (lane.isBehind() && !lane.reading && lane.loaded.isEmpty()) {
        read(lane, nowMillis);
      }
    }
  }

  private void read(Lane lane, long nowMillis) {
    int max = Math.min(PAGE, room.mostOf(lane));
    if (nowMillis < lane.readAgainMillis || max <= 0) {
      return;
    }
    lane.reading = true;
    long upTo = lane.lastSequence;
    int begun = epoch;
    log.read(
        lane.id,
        lane.loadedUpTo + 1,
        max,
        room.pageBytes(),
        new QueueLog.PageReply() {
          @Override
          public void page(List<StoredEntry> page, boolean complete) {
            if (begun == epoch) { // else all of it was purged meanwhile
              lane.reading = false;
              take(lane, page, complete, upTo);
              listener.loaded();
            }
          }

          @Override
          public void failed(BrokerException why) {
            if (begun == epoch) {
              lane.reading = false;
              lane.readAgainMillis = nowMillis + RETRY_MILLIS;
              listener.loaded();
            }
          }
        });
  }

  /** What came after the read was asked for is not taken: it is not confirmed here yet. */
  private void take(Lane lane, List<StoredEntry> page, boolean complete, long upTo) {
    boolean beyond = false;
    for (StoredEntry each : page) {
      if (each.sequence() > upTo) {
        beyond = true;
        break;
      }
      lane.loadedUpTo = each.sequence();
      if (!lane.gone.remove(each.sequence())) {
        take(lane, each);
      }
    }
    if (complete || beyond) {
      lane.loadedUpTo = Math.max(lane.loadedUpTo, upTo);
    }
    lane.gone.removeIf(sequence -> sequence <= lane.loadedUpTo);
  }

  private void take(Lane lane, StoredEntry stored) {
    QueueEntry entry = QueueEntry.of(stored);
    if (listener.admit(entry)) {
      room.hold(entry);
      lane.loaded.addLast(entry);
      lane.ages.add(entry);
    }
  }

  /**
   * A message that is in the store alone is gone.
   *
   * @return whether it was there alone
   */
  boolean goneInStore(int laneId, long sequence) {
    Lane lane = lane(laneId);
    return sequence > lane.loadedUpTo ? lane.gone.add(sequence) : passedBy.remove(laneId, sequence);
  }

  /** It is not gone, after all. A read that has passed it by meanwhile is made up for. */
  void notGone(QueueLog.Place place) {
    Lane lane = lane(place.lane());
    lane.gone.remove(place.sequence());
    if (place.sequence() <= lane.loadedUpTo) {
      passedBy.add(place);
    }
  }

  /** The store confirmed that it is gone: no later read finds it. */
  void confirmedGone(QueueLog.Place place) {
    Lane lane = lane(place.lane());
    if (!lane.reading) {
      lane.gone.remove(place.sequence());
    }
  }

  /** All that the store has confirmed is gone; what the caller keeps, it counts again. */
  void purged() {
    epoch++;
    passedBy.clear();
    prompt.count = 0;
    forget(prompt);
    for (Lane lane : delayed) {
      lane.count = 0;
      forget(lane);
    }
  }

  /** The greatest sequence that the store has confirmed. */
  long lastSequence() {
    return lastSequence;
  }

  private static void forget(Lane lane) {
    lane.loadedUpTo = lane.lastSequence;
    lane.gone.clear();
    lane.reading = false;
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

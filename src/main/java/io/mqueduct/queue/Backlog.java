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
import java.util.List;

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
  private static final int PAGE = 512;
  private static final long RETRY_MILLIS = 1000;

  private final QueueLog log;
  final Room room;
  private final Listener listener;
  final Lanes lanes;
  private int epoch;
  final PassedBy passedBy;

  /** Who is told what was read. */
  interface Listener {
    /** A message comes into memory; false if it is known to be gone. */
    boolean admit(QueueEntry entry);

    /** One that was passed by before waits from now on. */
    void found(QueueEntry entry);

    /** A message that waits is in the store alone from now on, and in no list. */
    void setAside(QueueEntry entry);

    /** Something was read, or could not be. */
    void loaded();
  }

  Backlog(QueueLog log, MemoryBudget budget, Listener listener, QueueLog.Recovered recovered) {
    this.log = log;
    this.room = new Room(budget);
    this.listener = listener;
    this.passedBy = new PassedBy(log, listener);
    this.lanes = new Lanes(recovered);
  }

  /**
   * The store confirmed a message; it stays in memory if there is room and nothing is before it.
   */
  boolean appended(QueueEntry entry) {
    Lane lane = lanes.lane(entry.lane);
    boolean next = !lane.isBehind() && !lane.reading && room.isFor(lane);
    lanes.confirmed(lane, entry.sequence);
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
    Lane lane = lanes.lane(entry.lane);
    if (!lane.isBehind() && !lane.reading) {
      lane.loadedUpTo = entry.sequence;
    } else {
      lane.gone.add(entry.sequence); // nobody else counts it as gone who finds it in the store
    }
    lanes.confirmed(lane, entry.sequence);
  }

  /** Whether there are messages in the store alone. */
  boolean isBehind() {
    if (lanes.prompt.isBehind() || !passedBy.isEmpty()) {
      return true;
    }
    for (Lane lane : lanes.delayed) {
      if (lane.isBehind()) {
        return true;
      }
    }
    return false;
  }

  /** Whether messages are not read for want of room. */
  boolean isShort() {
    if (lanes.prompt.isBehind() && room.isTight()) {
      return true;
    }
    if (room.isTightForDelayed()) {
      for (Lane lane : lanes.delayed) {
        if (lane.isBehind()) {
          return true;
        }
      }
    }
    return false;
  }

  /** The sequence of the oldest counted message in memory, handed out or not. */
  private long oldestInMemory() {
    QueueEntry oldest = lanes.oldestCounted();
    return oldest == null ? Long.MAX_VALUE : oldest.sequence;
  }

  /** Whether a message that reading has passed by may be older than all in memory. */
  boolean isOldestAwaited() {
    return passedBy.isReading() && passedBy.hasOlderThan(oldestInMemory());
  }

  /** Reads what there is room for. */
  void load(long nowMillis) {
    boolean isTight = room.isTight() || room.isTightForDelayed();
    if (!isTight || passedBy.isFreeOlderThan(oldestInMemory())) {
      passedBy.readFree(isTight, nowMillis);
    }
    if (lanes.prompt.isBehind() && !lanes.prompt.reading && room.isLow() && !room.isCrowded()) {
      read(lanes.prompt, nowMillis);
    }
    for (int i = lanes.delayed.size() - 1; i >= 0; i--) {
      Lane lane = lanes.delayed.get(i);
      if (lane.isUnused()) {
        lanes.delayed.remove(i);
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

  /** A message that waits, in no list any more, is left to the store until it is read again. */
  void setAside(QueueEntry entry) {
    passedBy.setAside(Places.place(entry.lane, entry.sequence));
    lanes.lane(entry.lane).ages.remove(entry);
    entry.counted = false; // here: the queue still has it
    entry.state = QueueEntry.State.GONE;
    listener.setAside(entry);
  }

  /** One of those is in memory again; false if it is known to be gone. */
  boolean recalled(QueueEntry entry) {
    if (!listener.admit(entry)) {
      return false;
    }
    room.keep(entry);
    lanes.lane(entry.lane).ages.add(entry);
    return true;
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
    if (passedBy.remove(laneId, sequence)) {
      return true;
    }
    Lane lane = lanes.lane(laneId);
    return sequence > lane.loadedUpTo && lane.gone.add(sequence);
  }

  /** It is not gone, after all. A read that has passed it by meanwhile is made up for. */
  void notGone(QueueLog.Place place) {
    Lane lane = lanes.lane(place.lane());
    lane.gone.remove(place.sequence());
    if (place.sequence() <= lane.loadedUpTo) {
      passedBy.add(place);
    }
  }

  /** The store confirmed that it is gone: no later read finds it. */
  void confirmedGone(QueueLog.Place place) {
    Lane lane = lanes.lane(place.lane());
    if (!lane.reading) {
      lane.gone.remove(place.sequence());
    }
  }

  /** Nothing comes into memory any more. */
  void close() {
    epoch++;
    passedBy.clear();
  }

  /** All that the store has confirmed is gone; what the caller keeps, it counts again. */
  void purged() {
    epoch++;
    passedBy.clear();
    lanes.prompt.count = 0;
    forget(lanes.prompt);
    for (Lane lane : lanes.delayed) {
      lane.count = 0;
      forget(lane);
    }
  }

  private static void forget(Lane lane) {
    lane.loadedUpTo = lane.lastSequence;
    lane.gone.clear();
    lane.reading = false;
  }
}

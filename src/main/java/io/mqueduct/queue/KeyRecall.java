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

import java.util.ArrayDeque;

/**
 * Brings messages of keys that were set aside back into memory, some of one key at a time. Owned by
 * the queue's loop.
 */
final class KeyRecall {
  private static final int AT_ONCE = 32;
  private static final int FEW_AT_ONCE = 4;

  private final Backlog backlog;
  private final Listener listener;
  private final ArrayDeque<KeyLane> wanted = new ArrayDeque<>(0);

  /** Who hands them out. */
  interface Listener {
    /** A message is in memory again, and in no list yet. */
    void recalled(KeyLane lane, QueueEntry entry, long nowMillis);

    /** There are messages of a key in memory, or none is left. */
    void recalled(KeyLane lane);
  }

  KeyRecall(Backlog backlog, Listener listener) {
    this.backlog = backlog;
    this.listener = listener;
  }

  boolean isEmpty() {
    return wanted.isEmpty();
  }

  /** Some more of a key are to be read, of which some are set aside. */
  void want(KeyLane lane) {
    if (!lane.isWanted) {
      lane.isWanted = true;
      wanted.add(lane);
    }
  }

  /** The oldest one of a key is to be in memory, if it is not. */
  void wantOldest(KeyLane lane) {
    if (lane.isFirstAside(backlog.passedBy)) {
      want(lane);
    }
  }

  /** Reads what is wanted, in turn. */
  void read(long nowMillis) {
    KeyLane lane;
    while ((lane = wanted.peek()) != null && !backlog.passedBy.isReading()) {
      if (lane.isAside() && readSome(lane, nowMillis)) {
        return;
      }
      if (lane.isAside()) {
        return; // it is tried again
      }
      end(lane);
    }
  }

  private boolean readSome(KeyLane lane, long nowMillis) {
    return backlog.passedBy.read(
        lane.aside(),
        backlog.room.hasBudget() ? AT_ONCE : FEW_AT_ONCE,
        nowMillis,
        new PassedBy.Taker() {
          @Override
          public void take(QueueEntry entry) {
            if (backlog.recalled(entry)) {
              listener.recalled(lane, entry, nowMillis);
            }
          }

          @Override
          public void done() {
            end(lane);
          }
        });
  }

  private void end(KeyLane lane) {
    wanted.remove(lane);
    lane.isWanted = false;
    listener.recalled(lane);
  }
}

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
package io.mqueduct.routing;

import io.mqueduct.routing.GroupList.Kept;
import java.util.ArrayDeque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a shared group that wait for a member. Those that the store has are in memory only at
 * the front of the line; of the others is known how many there are and where they begin. Any
 * thread; a lock is held for moments.
 */
final class GroupBacklog {
  /** Messages of the store that are in memory at most, and in one page. */
  static final int IN_MEMORY = 512;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Kept> front = new ArrayDeque<>();

  /** What came back from members, each from before all that the store alone has. */
  private final PriorityQueue<Kept> returned = new PriorityQueue<>();

  private volatile int size;

  // those behind the front, in the store alone
  private int stored;
  private long firstStored;
  private long lastStored;
  private int asked; // how many of them the page that is being read is about; 0 for none

  /** A page to be read. */
  record Wanted(long from, long until) {}

  int size() {
    return size;
  }

  private void count() {
    size = front.size() + returned.size() + stored;
  }

  void addLast(Kept kept) {
    lock.lock();
    try {
      if (kept.sequence() > 0 && (stored > 0 || front.size() >= IN_MEMORY)) {
        firstStored = stored == 0 ? kept.sequence() : firstStored;
        lastStored = kept.sequence();
        stored++;
      } else {
        front.addLast(kept);
      }
      count();
    } finally {
      lock.unlock();
    }
  }

  /** Puts something back that was taken: before what came later, whatever the order. */
  void addBack(Kept kept) {
    lock.lock();
    try {
      returned.add(kept);
      count();
    } finally {
      lock.unlock();
    }
  }

  /** The oldest; null if there is none, or it has to be read first. */
  @Nullable Kept poll() {
    lock.lock();
    try {
      Kept first = front.peekFirst();
      Kept back = returned.peek();
      boolean takesBack = back != null && (first == null || back.compareTo(first) <= 0);
      Kept next = takesBack ? returned.poll() : front.pollFirst();
      count();
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** What has to be read now, if anything; {@link #page} is to follow. */
  @Nullable Wanted wanted() {
    lock.lock();
    try {
      if (stored == 0 || asked > 0 || !front.isEmpty()) {
        return null;
      }
      asked = stored;
      return new Wanted(firstStored, lastStored);
    } finally {
      lock.unlock();
    }
  }

  /** What was read. */
  void page(Wanted wanted, List<Kept> page, boolean last) {
    lock.lock();
    try {
      front.addAll(page);
      // Those that had expired are not there; what came since was not asked for.
      stored = Math.max(0, last ? stored - asked : stored - page.size());
      asked = 0;
      if (last) {
        firstStored = wanted.until() + 1;
      } else if (!page.isEmpty()) {
        firstStored = page.get(page.size() - 1).sequence() + 1;
      }
      count();
    } finally {
      lock.unlock();
    }
  }

  /** Messages that the store had from before a restart. */
  void restore(int count, long from, long until) {
    lock.lock();
    try {
      stored = count;
      firstStored = from;
      lastStored = until;
      count();
    } finally {
      lock.unlock();
    }
  }
}

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

/**
 * How much of a queue waits in memory, and whether there is room for more. Messages that can be
 * handed out, those whose delay is not over, those that were rejected and rest, and those that came
 * back or wait for a certain consumer are counted apart: however many of one kind there are, the
 * others go on. Owned by the queue's loop.
 */
final class Room {
  /** Messages without delay that may be in memory in any case, but for the first not large ones. */
  static final int ALWAYS = 16;

  private static final long ALWAYS_BYTES = 256L << 10;

  /** Messages of a kind that may be in memory. */
  static final int WINDOW = 2048;

  private static final long WINDOW_BYTES = 8L << 20;
  static final long PAGE_BYTES = 1L << 20;
  private static final int MOST_RESTING = 4096;
  private static final long MOST_RESTING_BYTES = 32L << 20;
  private static final long FEW_RESTING_BYTES = 1L << 20;

  /** Messages of a lane with a delay that may be in memory. */
  static final int DELAY_PAGE = 128;

  /** Each lane may have one in any case, beyond the window. */
  private static final int MOST_DELAYED = WINDOW + 2 * Lanes.MAX_DELAYED;

  private final MemoryBudget budget;
  private final Account prompt = new Account();
  private final Account delayed = new Account();
  private final Account resting = new Account();
  private final Account kept = new Account();

  /** Messages of one kind. */
  static final class Account {
    private int count;
    private long bytes;

    boolean isOpen() {
      return count < WINDOW && bytes < WINDOW_BYTES;
    }
  }

  Room(MemoryBudget budget) {
    this.budget = budget;
  }

  /** A message waits in memory from now on. */
  void hold(QueueEntry entry) {
    if (entry.wasHandedOut) {
      keep(entry); // as many as consumers could take: they need no limit of their own
    } else {
      put(entry, entry.lane == Lanes.PROMPT ? prompt : delayed);
    }
  }

  /** A message waits in memory from now on, and others need not wait for it. */
  void keep(QueueEntry entry) {
    put(entry, kept);
  }

  /** A message rests in memory from now on, and is not to be handed out yet. */
  void holdBack(QueueEntry entry) {
    put(entry, resting);
  }

  private void put(QueueEntry entry, Account account) {
    if (entry.heldIn != null) {
      release(entry);
    }
    entry.heldIn = account;
    account.count++;
    account.bytes += entry.size;
    budget.use(entry.size);
  }

  /** It does no more. */
  void release(QueueEntry entry) {
    Account account = entry.heldIn;
    if (account == null) {
      throw new IllegalStateException("message " + entry.sequence + " is not held");
    }
    entry.heldIn = null;
    account.count--;
    account.bytes -= entry.size;
    budget.use(-entry.size);
  }

  /** So many bytes are in memory for a lease, or are not any more. */
  void lease(long bytes) {
    budget.use(bytes);
  }

  /** Whether all queues of the loop together have memory left. */
  boolean hasBudget() {
    return budget.hasRoom();
  }

  /** Whether one more message of a lane may be in memory. */
  boolean isFor(Lane lane) {
    return mostOf(lane) > 0;
  }

  /** How many messages of a lane may come into memory at once. */
  int mostOf(Lane lane) {
    if (lane.id == Lanes.PROMPT) {
      int few = prompt.bytes < ALWAYS_BYTES ? Math.max(0, ALWAYS - prompt.count) : 0;
      return prompt.isOpen() && budget.hasRoom() ? Math.max(few, WINDOW - prompt.count) : few;
    }
    if (delayed.isOpen() && budget.hasRoom()) {
      return DELAY_PAGE - lane.loaded.size();
    }
    return lane.loaded.isEmpty() && delayed.count < MOST_DELAYED ? 1 : 0;
  }

  /** How large they may be together; the last one may go beyond. */
  long pageBytes() {
    return budget.hasRoom() ? PAGE_BYTES : ALWAYS_BYTES;
  }

  /** Whether it is time to read messages without delay. */
  boolean isLow() {
    return prompt.count < WINDOW / 2;
  }

  /** Whether there is so much in memory that messages without delay are not read. */
  boolean isTight() {
    return !isLow() || prompt.bytes >= WINDOW_BYTES || !budget.hasRoom();
  }

  /** The same for messages with a delay. */
  boolean isTightForDelayed() {
    return !delayed.isOpen() || !budget.hasRoom();
  }

  /** Whether so many rest that the first have to be tried again before their time. */
  boolean isCrowded() {
    long most = budget.hasRoom() ? MOST_RESTING_BYTES : FEW_RESTING_BYTES;
    return resting.count > MOST_RESTING || (resting.count > ALWAYS && resting.bytes > most);
  }

  /** Messages that wait in memory. */
  int held() {
    return prompt.count + delayed.count + resting.count + kept.count;
  }
}

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
 * Brings the messages of a queue that are visible together with the consumers that have credit,
 * until one of the two is used up. Owned by the queue's loop.
 */
abstract sealed class Dispatch permits SharedDispatch, KeyedDispatch {
  /** Messages that came back, or whose pause is over, by sequence. */
  final EntryList available = new EntryList();

  final Backlog backlog;
  final Retries retries;
  final Giver giver;

  /** Gives a message to a consumer. */
  interface Giver {
    /** The message is in no list any more. */
    void give(QueueEntry entry, ConsumerState consumer, long nowMillis);

    /** Whether the consumer can take one. */
    boolean hasCredit(ConsumerState consumer, long nowMillis);

    /** Drops a message that is too old to be handed out; whether it did. */
    boolean droppedForAge(QueueEntry entry, long nowMillis);

    /**
     * Sends a message away that was rejected for good or handed out as often as it may be; whether
     * it did. To be asked before its age: a dead letter does not expire.
     */
    boolean isSpent(QueueEntry entry, long nowMillis);
  }

  Dispatch(Backlog backlog, Retries retries, Giver giver) {
    this.backlog = backlog;
    this.retries = retries;
    this.giver = giver;
  }

  /** Hands out what can be handed out. */
  abstract void run(long nowMillis);

  /** A consumer came, or may have credit again. */
  abstract void mayTake(ConsumerState consumer, long nowMillis);

  /** A consumer went. */
  abstract void left(ConsumerState consumer);

  /** Before and after a delivery is opened or closed. */
  abstract void changing(ConsumerState consumer);

  abstract void changed(ConsumerState consumer);

  /** A delivery ended, however. */
  abstract void ended(QueueEntry entry, ConsumerState consumer);

  /** When {@link #relieve} has something to do before the next sweep. */
  long reliefDueMillis() {
    return Long.MAX_VALUE;
  }

  /** Gives what waits for a consumer that cannot take it to another one. */
  void relieve(long nowMillis) {}

  /** Forgets what is not needed any more. */
  void tidy() {}

  /** A message waits that was handed out or hidden before. */
  void again(QueueEntry entry) {
    backlog.room.hold(entry);
    entry.state = QueueEntry.State.WAITING;
    available.insert(entry);
  }

  /**
   * A consumer rejected a message.
   *
   * @return whether it waits for another consumer and needs no pause
   */
  abstract boolean passOn(QueueEntry entry, ConsumerState rejecter);

  /** The message that would be handed out next, or null if none is visible. */
  @Nullable QueueEntry next(long nowMillis) {
    QueueEntry first = available.first();
    return first != null ? first : backlog.lanes.peek(nowMillis);
  }

  /** Whether a message is visible that no consumer has. */
  boolean hasVisible(long nowMillis) {
    return next(nowMillis) != null;
  }

  /** Whether one is that would go to any consumer, and not to a certain one. */
  boolean hasVisibleForAnyone(long nowMillis) {
    return hasVisible(nowMillis);
  }

  /** The oldest message that waits and could be dropped, or null. */
  @Nullable QueueEntry oldest() {
    QueueEntry first = available.first();
    QueueEntry fresh = backlog.lanes.oldest();
    return first != null && (fresh == null || first.sequence < fresh.sequence) ? first : fresh;
  }

  /** All lists of waiting messages. */
  List<EntryList> lists() {
    List<EntryList> lists = new ArrayList<>(backlog.lanes.lists());
    lists.add(available);
    return lists;
  }

  /** Takes a waiting message out of its list. */
  void take(QueueEntry entry) {
    EntryList list = entry.list;
    if (list == null) {
      throw new IllegalStateException("message " + entry.sequence + " does not wait");
    }
    list.remove(entry);
    backlog.room.release(entry);
  }
}

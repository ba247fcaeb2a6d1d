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

import io.mqueduct.message.Message;
import io.mqueduct.queue.expression.KeyExpression;
import io.mqueduct.queue.expression.KeyOutcome;
import io.mqueduct.queue.spec.QueueSpec;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is in a queue, counted exactly, and where each message in memory is. Shared by the parts of
 * one queue, owned by its loop.
 */
final class QueueContents implements Backlog.Listener {
  QueueSpec spec;
  final QueueLog log;
  final Backlog backlog;
  final Retries retries = new Retries();
  final Flights flights = new Flights();
  final QueueCounters counters = new QueueCounters();

  /** The newest message of each key that is in memory or on its way there. */
  final Map<String, QueueEntry> byKey = new HashMap<>(0);

  /** Who follows what is stored, if anybody does. */
  @Nullable Follower follower;

  private final Runnable onLoaded;
  private @Nullable Dispatch dispatch;
  private long count;
  private long bytes;

  /** Is shown each message that is stored, on the queue's loop; not to throw. */
  @FunctionalInterface
  interface Follower {
    /** A message is in the store; from when on it can be handed out, 0 for at once. */
    void stored(long sequence, Message message, long visibleAtMillis);
  }

  QueueContents(
      QueueSpec spec,
      QueueLog log,
      QueueLog.Recovered recovered,
      MemoryBudget budget,
      Runnable onLoaded) {
    this.spec = spec;
    this.log = log;
    this.count = recovered.count();
    this.bytes = recovered.bytes();
    this.onLoaded = onLoaded;
    this.backlog = new Backlog(log, budget, this, recovered);
  }

  Dispatch dispatch() {
    Dispatch current = dispatch;
    if (current == null) {
      throw new IllegalStateException("no dispatch yet");
    }
    return current;
  }

  void dispatch(Dispatch chosen) {
    dispatch = chosen;
  }

  long count() {
    return count;
  }

  long bytes() {
    return bytes;
  }

  void count(QueueEntry entry) {
    entry.counted = true;
    count++;
    bytes += entry.size;
    Lane lane = backlog.lanes.lane(entry.lane);
    lane.count++;
    if (entry.state != QueueEntry.State.PENDING) {
      lane.ages.add(entry);
    }
  }

  void uncount(QueueEntry entry) {
    if (entry.counted) {
      entry.counted = false;
      count--;
      bytes -= entry.size;
      Lane lane = backlog.lanes.lane(entry.lane);
      lane.count--;
      lane.ages.remove(entry);
    }
  }

  /** Counts a message that is in the store alone as gone, or (-1) as there again. */
  void uncount(QueueLog.Place place, int times) {
    count -= times;
    bytes -= (long) place.size() * times;
    backlog.lanes.lane(place.lane()).count -= times;
  }

  /** Everything is gone but what the caller counts again. */
  void purged() {
    count = 0;
    bytes = 0;
    backlog.purged();
  }

  boolean isOverLimit() {
    return count > spec.limits().maxCount() || bytes > spec.limits().maxBytes();
  }

  int fillPercent() {
    QueueSpec.Limits limits = spec.limits();
    double fill = Math.max(count / (double) limits.maxCount(), bytes / (double) limits.maxBytes());
    return (int) Math.min(100, Math.round(fill * 100));
  }

  /** What {@code key_ordered} keeps together: the key, else the publisher. */
  String groupOf(QueueEntry entry) {
    if (entry.key != null) {
      return entry.key;
    }
    KeyExpression expression = spec.keyExpression();
    return expression != null && expression.keyOf(entry.message, null) instanceof KeyOutcome.Key key
        ? key.latin1()
        : entry.message.publisher();
  }

  /**
   * The oldest message that no consumer has, of those that could be dropped; null if there is none,
   * or if it has to be read first.
   */
  @Nullable QueueEntry oldestUnassigned() {
    QueueEntry waiting = dispatch().oldest();
    QueueEntry resting = retries.oldest();
    QueueEntry oldest =
        waiting == null || (resting != null && resting.sequence < waiting.sequence)
            ? resting
            : waiting;
    return oldest == null || backlog.passedBy.hasOlderThan(oldest.sequence) ? null : oldest;
  }

  /** Takes a message out of wherever it waits in memory. */
  void takeOut(QueueEntry entry) {
    switch (entry.state) {
      case WAITING -> dispatch().take(entry);
      case RETRY -> {
        retries.remove(entry);
        backlog.room.release(entry);
      }
      default -> {}
    }
  }

  /** The message is done with, in the store as well. It is in no list any more. */
  void remove(QueueEntry entry) {
    if (!entry.superseded) {
      log.remove(entry.lane, entry.sequence, entry.deliveriesStored > 0);
      backlog.goneInStore(entry.lane, entry.sequence);
    }
    forget(entry);
  }

  /** The store has let it go already. */
  void forget(QueueEntry entry) {
    uncount(entry);
    entry.state = QueueEntry.State.GONE;
    if (entry.key != null) {
      byKey.remove(entry.key, entry);
    }
  }

  /** Drops a message that waits in memory. */
  void drop(QueueEntry entry, DropReason reason) {
    takeOut(entry);
    remove(entry);
    counters.drop(reason);
  }

  /** Whether a message may no longer be handed out; drops it then. */
  boolean droppedForAge(QueueEntry entry, long nowMillis) {
    DropReason reason = null;
    if (entry.message.isExpired(nowMillis)) {
      reason = DropReason.EXPIRED;
    } else if (nowMillis - entry.message.publishedAtMillis() >= spec.dataRetentionMillis()) {
      reason = DropReason.RETENTION;
    }
    if (reason == null) {
      return false;
    }
    drop(entry, reason);
    return true;
  }

  @Override
  public boolean admit(QueueEntry entry) {
    if (entry.key != null && spec.isLastValue()) {
      return byKey.putIfAbsent(entry.key, entry) == null;
    }
    return true;
  }

  @Override
  public void found(QueueEntry entry) {
    backlog.lanes.lane(entry.lane).ages.add(entry);
    dispatch().again(entry);
  }

  @Override
  public void setAside(QueueEntry entry) {
    if (entry.key != null) {
      byKey.remove(entry.key, entry);
    }
  }

  @Override
  public void loaded() {
    onLoaded.run();
  }
}

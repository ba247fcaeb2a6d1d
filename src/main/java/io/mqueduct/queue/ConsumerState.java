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
import org.jspecify.annotations.Nullable;

/** What a queue knows of one consumer. Owned by the queue's loop. */
final class ConsumerState {
  final QueueConsumer consumer;

  /** Grows with each consumer that comes; the turn of {@code round_robin}. */
  final long order;

  /** Deliveries that are open for the queue, oldest first. */
  @Nullable Handout firstHandout;

  @Nullable Handout lastHandout;
  int unacknowledged;

  /** Deliveries of which the consumer has not yet said what became of them. */
  int outstanding;

  /** When it was served last, in deliveries of the queue. */
  long servedAt;

  boolean attached = true;

  /** Whether it is among those that are asked for credit. */
  boolean active;

  /** Whether the dispatch counts it. */
  boolean known;

  /** Keys whose next message is for it (key_ordered). */
  final ArrayDeque<KeyLane> keys = new ArrayDeque<>(0);

  /** Whether it is to get no more keys, because it cannot take anything (key_ordered). */
  boolean stuck;

  private long pausedUntilMillis;
  private long pauseMillis;

  /** Since when it has no credit although there is something for it; 0 for not at all. */
  long lackingSinceMillis;

  ConsumerState(QueueConsumer consumer, long order) {
    this.consumer = consumer;
    this.order = order;
  }

  /** Whether it may be given a message now. */
  boolean hasCredit(int maxInflight, long nowMillis) {
    return attached
        && outstanding < maxInflight
        && nowMillis >= pausedUntilMillis
        && consumer.credit() > 0;
  }

  /** It said that it has too much to do: it gets nothing for a while, twice as long each time. */
  void slowDown(long firstMillis, long maxMillis, long nowMillis) {
    pauseMillis =
        pauseMillis == 0 ? Math.min(firstMillis, maxMillis) : Math.min(pauseMillis * 2, maxMillis);
    pausedUntilMillis = nowMillis + pauseMillis;
  }

  /** It handled a message. */
  void succeeded() {
    pauseMillis = 0;
  }

  long pausedUntilMillis() {
    return pausedUntilMillis;
  }

  void add(Handout handout) {
    handout.consumersEarlier = lastHandout;
    if (lastHandout == null) {
      firstHandout = handout;
    } else {
      lastHandout.consumersLater = handout;
    }
    lastHandout = handout;
    unacknowledged++;
  }

  void remove(Handout handout) {
    Handout before = handout.consumersEarlier;
    Handout after = handout.consumersLater;
    if (before == null) {
      firstHandout = after;
    } else {
      before.consumersLater = after;
    }
    if (after == null) {
      lastHandout = before;
    } else {
      after.consumersEarlier = before;
    }
    handout.consumersEarlier = null;
    handout.consumersLater = null;
    unacknowledged--;
  }
}

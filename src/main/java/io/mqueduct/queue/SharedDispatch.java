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
import java.util.Iterator;
import java.util.List;

/**
 * Any message to any consumer: {@code random}, {@code round_robin}, {@code least_inflight}. Owned
 * by the queue's loop.
 */
final class SharedDispatch extends Dispatch {
  private static final int RETRIES_LOOKED_AT = 32;

  private final Chooser chooser;
  private int consumers;
  private long nowMillis;
  private final Chooser.Test hasCredit;

  SharedDispatch(Backlog backlog, Retries retries, Giver giver, Chooser chooser) {
    super(backlog, retries, giver);
    this.chooser = chooser;
    this.hasCredit = consumer -> giver.hasCredit(consumer, nowMillis);
  }

  @Override
  void run(long now) {
    nowMillis = now;
    if (consumers > 1 && !retries.isEmpty()) {
      retryElsewhere();
    }
    QueueEntry entry;
    while ((entry = next(now)) != null) {
      if (giver.isSpent(entry, now) || giver.droppedForAge(entry, now)) {
        continue;
      }
      ConsumerState consumer = chooser.pick(hasCredit, null);
      if (consumer == null) {
        return;
      }
      take(entry);
      giver.give(entry, consumer, now);
    }
  }

  /** A rejected message need not wait for a consumer that has not had it. */
  private void retryElsewhere() {
    List<QueueEntry> first = new ArrayList<>(Math.min(retries.size(), RETRIES_LOOKED_AT));
    Iterator<QueueEntry> all = retries.iterator();
    while (all.hasNext() && first.size() < RETRIES_LOOKED_AT) {
      first.add(all.next());
    }
    for (QueueEntry entry : first) {
      ConsumerState consumer = entry.departure != null ? null : chooser.pick(hasCredit, entry);
      if (consumer != null) {
        retries.remove(entry);
        backlog.room.release(entry);
        giver.give(entry, consumer, nowMillis);
      }
    }
  }

  @Override
  void mayTake(ConsumerState consumer, long now) {
    if (!consumer.known) {
      consumer.known = true;
      consumers++;
    }
    chooser.add(consumer);
  }

  @Override
  void left(ConsumerState consumer) {
    if (consumer.known) {
      consumer.known = false;
      consumers--;
    }
    chooser.remove(consumer);
  }

  @Override
  void changing(ConsumerState consumer) {
    chooser.changing(consumer);
  }

  @Override
  void changed(ConsumerState consumer) {
    chooser.changed(consumer);
  }

  @Override
  void ended(QueueEntry entry, ConsumerState consumer) {}

  @Override
  boolean passOn(QueueEntry entry, ConsumerState rejecter) {
    return false; // run() looks for another consumer among the retries
  }
}

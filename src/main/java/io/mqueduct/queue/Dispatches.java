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

import io.mqueduct.queue.spec.QueueSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes the dispatch of a queue, and exchanges it while the queue lives. Owned by its loop. */
final class Dispatches {
  private final QueueContents contents;
  private final Deliveries deliveries;
  private final RandomGenerator random;

  Dispatches(QueueContents contents, Deliveries deliveries, RandomGenerator random) {
    this.contents = contents;
    this.deliveries = deliveries;
    this.random = random;
  }

  /** The dispatch that a strategy wants. */
  Dispatch create(QueueSpec spec) {
    return switch (spec.dispatchStrategy()) {
      case RANDOM -> shared(new Chooser.ByChance(random));
      case ROUND_ROBIN -> shared(new Chooser.InTurn());
      case LEAST_INFLIGHT -> shared(new Chooser.FewestFirst());
      case KEY_ORDERED ->
          new KeyedDispatch(contents.backlog, contents.retries, deliveries, contents::groupOf);
    };
  }

  private Dispatch shared(Chooser chooser) {
    return new SharedDispatch(contents.backlog, contents.retries, deliveries, chooser);
  }

  /** Hands everything that waits over to a new one. */
  void change(QueueSpec changed, List<ConsumerState> consumers, long nowMillis) {
    Dispatch old = contents.dispatch();
    Dispatch chosen = create(changed);
    List<QueueEntry> waiting = new ArrayList<>();
    for (EntryList list : old.lists()) {
      if (!contents.backlog.lanes.lists().contains(list)) {
        QueueEntry entry;
        while ((entry = list.removeFirst()) != null) {
          contents.backlog.room.release(entry);
          waiting.add(entry);
        }
      }
    }
    for (ConsumerState each : consumers) {
      old.left(each);
    }
    contents.dispatch(chosen);
    waiting.sort(Comparator.comparingLong(each -> each.sequence));
    for (QueueEntry entry : waiting) {
      entry.group = null;
      chosen.again(entry);
    }
    if (chosen instanceof KeyedDispatch keyed) {
      for (Handout h = contents.flights.first(); h != null; h = h.later) {
        h.entry.group = null;
        keyed.adopt(h.entry, h.consumer);
      }
    }
    contents.backlog.passedBy.release();
    consumers.forEach(each -> chosen.mayTake(each, nowMillis));
  }
}

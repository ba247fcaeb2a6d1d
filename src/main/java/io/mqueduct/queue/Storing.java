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
import io.mqueduct.message.Problem;
import io.mqueduct.queue.Publication.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings admitted messages into the store, and into memory once they are there. Owned by the
 * queue's loop.
 */
final class Storing {
  private final QueueContents contents;
  private final DedupWindow dedup;
  private final Displacement displacement;
  private final KeyLookup lookup;
  private final WaitingRoom waiting;
  private final Owner owner;
  private final EntryList pending = new EntryList();
  private boolean closed;

  /** The queue that this is part of. */
  interface Owner {
    /** Something changed in the contents: messages came, or there is room again. */
    void changed();

    /** Wall clock. */
    long nowMillis();
  }

  Storing(
      QueueContents contents,
      DedupWindow dedup,
      Displacement displacement,
      KeyLookup lookup,
      WaitingRoom waiting,
      Owner owner) {
    this.contents = contents;
    this.dedup = dedup;
    this.displacement = displacement;
    this.lookup = lookup;
    this.waiting = waiting;
    this.owner = owner;
  }

  /** What is on its way. */
  EntryList pending() {
    return pending;
  }

  /** What is confirmed from now on is nobody's. */
  void close() {
    closed = true;
  }

  /** Sends a message to the store; what gives way to it has been displaced. */
  void store(
      Publication p,
      @Nullable String id,
      @Nullable QueueEntry older,
      QueueLog.@Nullable Place found,
      List<QueueEntry> victims,
      long nowMillis) {
    long asked = p.orders.delayMillis();
    long delay = asked >= 0 ? asked : contents.spec.deliveryDelayMillis();
    long visibleAt = delay == 0 ? 0 : nowMillis + delay;
    Lane lane = contents.backlog.lanes.laneFor(visibleAt);
    QueueEntry entry = new QueueEntry(p.message, lane.id, visibleAt, p.key);
    contents.count(entry);
    lane.pending++;
    pending.addLast(entry);
    entry.victims = victims;
    if (found != null) {
      contents.uncount(found, 1);
      entry.replacesStored = found;
    }
    if (older != null) {
      entry.replaces = older;
      older.successor = entry;
    }
    if (p.key != null) {
      contents.byKey.put(p.key, entry);
      lookup.forget(p.key);
    }
    if (id != null) {
      dedup.begin(id);
    }
    List<QueueLog.Place> removed = List.of();
    if (!victims.isEmpty()) {
      removed = new ArrayList<>(victims.size());
      for (QueueEntry victim : victims) {
        removed.add(placeOf(victim));
      }
    }
    contents.log.append(
        new QueueLog.Append(p.message, lane.id, p.key, visibleAt, id, removed),
        new Answer(p, entry, id));
  }

  private static QueueLog.Place placeOf(QueueEntry entry) {
    return new QueueLog.Place(entry.lane, entry.sequence, entry.size);
  }

  /** What the store says to one message. */
  private final class Answer implements QueueLog.AppendReply {
    private final Publication p;
    private final QueueEntry entry;
    private final @Nullable String id;

    Answer(Publication p, QueueEntry entry, @Nullable String id) {
      this.p = p;
      this.entry = entry;
      this.id = id;
    }

    @Override
    public void appended(long sequence) {
      settle();
      entry.sequence = sequence;
      confirm(entry);
      long now = owner.nowMillis();
      contents.counters.in.mark(now);
      if (contents.follower != null) {
        contents.follower.stored(sequence, p.message, entry.visibleAtMillis);
      }
      endDedup(Outcome.STORED, null, now);
      owner.changed();
    }

    @Override
    public void failed(BrokerException why) {
      settle();
      refuse(entry);
      if (why.problem() == Problem.NOT_FOUND) {
        endDedup(Outcome.IGNORED, null, owner.nowMillis()); // the queue is being deleted
      } else {
        endDedup(Outcome.FAILED, why, owner.nowMillis());
      }
      owner.changed();
    }

    private void settle() {
      pending.remove(entry);
      contents.backlog.lanes.lane(entry.lane).pending--;
    }

    private void endDedup(Outcome outcome, @Nullable BrokerException why, long now) {
      if (id != null) {
        for (Publication repetition : dedup.end(id, outcome == Outcome.STORED, now)) {
          waiting.left(repetition);
          contents.counters.duplicates += outcome == Outcome.STORED ? 1 : 0;
          repetition.answer(contents, outcome == Outcome.STORED ? Outcome.DUPLICATE : outcome, why);
        }
      }
      p.answer(contents, outcome, why);
    }
  }

  private void confirm(QueueEntry entry) {
    QueueEntry older = entry.replaces;
    if (older != null) {
      contents.counters.replaced++;
      displacement.finish(older);
      contents.backlog.confirmedGone(placeOf(older));
      entry.replaces = null;
    }
    QueueLog.Place found = entry.replacesStored;
    if (found != null) {
      contents.counters.replaced++;
      contents.backlog.confirmedGone(found);
    }
    for (QueueEntry victim : entry.victims) {
      if (victim.handout == null
          && !victim.acknowledged) { // else it may be acknowledged yet, or is
        contents.counters.drop(DropReason.LIMIT);
      }
      displacement.finish(victim);
    }
    entry.victims = List.of();
    if (closed) {
      entry.state = QueueEntry.State.GONE;
    } else if (entry.superseded) {
      entry.state = QueueEntry.State.LEAVING; // its successor is on its way
      contents.backlog.skipped(entry);
    } else if (contents.backlog.appended(entry)) {
      entry.state = QueueEntry.State.WAITING;
    } else {
      entry.state = QueueEntry.State.GONE; // from memory
      if (entry.key != null && contents.byKey.remove(entry.key, entry)) {
        lookup.forget(entry.key);
      }
    }
  }

  private void refuse(QueueEntry entry) {
    contents.uncount(entry);
    entry.state = QueueEntry.State.GONE;
    if (closed) {
      return; // nothing comes back
    }
    entry.victims.forEach(displacement::restore);
    QueueEntry older = entry.replaces;
    QueueEntry successor = entry.superseded ? entry.successor : null;
    if (successor != null) {
      successor.replaces = older; // which gives way to that one instead
      successor.replacesStored = entry.replacesStored;
      if (older != null) {
        older.successor = successor;
      }
      return;
    }
    if (entry.key != null) {
      contents.byKey.remove(entry.key, entry);
    }
    if (older != null) {
      older.successor = null;
      displacement.restore(older);
    }
    if (entry.replacesStored != null) {
      contents.uncount(entry.replacesStored, -1);
      contents.backlog.notGone(entry.replacesStored);
    }
  }
}

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
import io.mqueduct.queue.spec.Overflow;
import io.mqueduct.queue.spec.QueueSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes messages into a queue: key, repetitions, limits, then the store. Limits are exact at every
 * moment: what is on its way into the store counts, and what gives way goes in the same command.
 *
 * <p>A message that cannot be judged yet (the store has to be asked for its key, or for the oldest
 * message) waits, and those behind it with it, so that their order is kept; so does a repetition of
 * one that is on its way. Owned by the queue's loop.
 */
final class Intake implements KeyLookup.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);
  private final QueueContents contents;
  private final DedupWindow dedup;
  private final Storing.Owner owner;
  private final ArrayDeque<Publication> parked = new ArrayDeque<>();
  private final WaitingRoom waiting;
  private final Complaints complaints = new Complaints();
  private final Displacement displacement;
  private final KeyLookup lookup;
  private final Storing storing;
  private long reservedCount;
  private long reservedBytes;
  private boolean closed;

  Intake(QueueContents contents, DedupWindow dedup, MemoryBudget budget, Storing.Owner owner) {
    this.contents = contents;
    this.dedup = dedup;
    this.owner = owner;
    this.waiting = new WaitingRoom(budget);
    this.displacement = new Displacement(contents);
    this.lookup = new KeyLookup(contents.log, this);
    this.storing = new Storing(contents, dedup, displacement, lookup, waiting, owner);
  }

  void publish(Publication p, long nowMillis) {
    if (closed) {
      p.answer(contents, Outcome.IGNORED, null);
    } else if (!parked.isEmpty() || !accept(p, nowMillis)) {
      park(p);
    }
  }

  /** What is on its way into the store. */
  EntryList pending() {
    return storing.pending();
  }

  int parked() {
    return parked.size();
  }

  private void park(Publication p) {
    if (entered(p)) {
      parked.addLast(p);
      look();
    }
  }

  /** Whether there is room for one more that waits; else it is refused. */
  private boolean entered(Publication p) {
    if (waiting.enter(p)) {
      return true;
    }
    unreserve(p);
    p.answer(
        contents,
        Outcome.FAILED,
        new BrokerException(Problem.STORE_BUSY, "too many messages wait for the store"));
    return false;
  }

  /** Goes on with what waited, as far as it can be judged now. */
  void unpark(long nowMillis) {
    Publication next;
    while ((next = parked.peekFirst()) != null && accept(next, nowMillis)) {
      waiting.left(parked.removeFirst());
    }
    if (next == null) {
      lookup.clear();
    }
    look();
  }

  /** Nothing comes in any more. */
  void close() {
    closed = true;
    storing.close();
    Publication next;
    while ((next = parked.pollFirst()) != null) {
      waiting.left(next);
      next.answer(contents, Outcome.IGNORED, null);
    }
  }

  /**
   * Whether a place is kept for a message that several queues are to take or none. If not, it is
   * counted as refused: its publisher is told.
   */
  boolean reserve(Publication p) {
    if (contents.spec.overflow() != Overflow.REJECT_PUBLISH
        || p.hasDiedIn(contents.spec.name())) { // it needs no place
      return true;
    }
    if (isOver(p.message.sizeBytes(), 0, 0)) {
      contents.counters.refused++;
      return false;
    }
    p.reserved = true;
    reservedCount++;
    reservedBytes += p.message.sizeBytes();
    return true;
  }

  /** The place is not needed. */
  void unreserve(Publication p) {
    if (p.reserved) {
      p.reserved = false;
      reservedCount--;
      reservedBytes -= p.message.sizeBytes();
    }
  }

  private boolean isOver(int size, long freedCount, long freedBytes) {
    QueueSpec.Limits limits = contents.spec.limits();
    return contents.count() + reservedCount - freedCount + 1 > limits.maxCount()
        || contents.bytes() + reservedBytes - freedBytes + size > limits.maxBytes();
  }

  /** Whether the message could be judged: it is on its way then, or was replied to. */
  private boolean accept(Publication p, long nowMillis) {
    QueueSpec spec = contents.spec;
    if (p.hasDiedIn(spec.name())) {
      endOfCircle(p, nowMillis);
      return true;
    }
    String fault = p.orders.fault();
    if (fault != null) {
      ignore(p, fault, nowMillis);
      return true;
    }
    p.findKey(spec);
    DropReason withoutKey = p.withoutKey;
    if (withoutKey != null) {
      unreserve(p);
      contents.counters.drop(withoutKey);
      p.answer(contents, Outcome.IGNORED, null);
      return true;
    }
    String id = spec.dedupWindow().count() > 0 ? p.orders.dedupId() : null;
    if (id != null && isRepetition(p, id, nowMillis)) {
      return true;
    }
    QueueEntry older = p.key == null ? null : contents.byKey.get(p.key);
    QueueLog.Place found = null;
    if (p.key != null && older == null && contents.backlog.isBehind()) {
      if (!lookup.isKnown(p.key)) {
        return false;
      }
      found = lookup.place(p.key);
    }
    return admit(p, id, older, found, nowMillis);
  }

  /** Who sent it is told that it is done with, as if there were no dead letters. */
  private void endOfCircle(Publication p, long nowMillis) {
    contents.counters.drop(DropReason.DEAD_LETTER_CYCLE);
    if (complaints.isDue(nowMillis)) {
      LOG.warn(
          "queue={} got a dead letter back that had died in it before ({}): dropped, and so are"
              + " more of them",
          contents.spec.name(),
          p.deaths());
    }
    p.answer(contents, Outcome.IGNORED, null);
  }

  /** Nobody waits for an answer: who does was refused before (see {@link ShardedQueue#pass}). */
  private void ignore(Publication p, String fault, long nowMillis) {
    unreserve(p);
    contents.counters.drop(DropReason.BAD_PROPERTY);
    if (complaints.isDue(nowMillis)) {
      LOG.info(
          "queue={} client={} not stored: {}", contents.spec.name(), p.message.publisher(), fault);
    }
    p.answer(contents, Outcome.IGNORED, null);
  }

  private boolean admit(
      Publication p,
      @Nullable String id,
      @Nullable QueueEntry older,
      QueueLog.@Nullable Place found,
      long nowMillis) {
    int size = p.message.sizeBytes();
    boolean rejects = contents.spec.overflow() == Overflow.REJECT_PUBLISH;
    if (size > contents.spec.limits().maxBytes()) {
      unreserve(p);
      if (rejects) {
        reject(p, DropReason.TOO_LARGE);
      } else {
        contents.counters.drop(DropReason.TOO_LARGE);
        p.answer(contents, Outcome.IGNORED, null);
      }
      return true;
    }
    boolean hasPlace = p.reserved;
    boolean isFound = found != null && contents.backlog.goneInStore(found.lane(), found.sequence());
    long freedCount = isFound ? 1 : 0;
    long freedBytes = isFound && found != null ? found.size() : 0;
    if (older != null) {
      displacement.displace(older);
    }
    List<QueueEntry> victims = List.of();
    if (!hasPlace && isOver(size, freedCount, freedBytes)) {
      boolean waits = false;
      if (!rejects) {
        victims =
            displacement.victims(
                () -> isOver(size, freedCount, freedBytes), !storing.pending().isEmpty());
        waits = victims.isEmpty();
      }
      if (rejects || waits) {
        if (older != null) {
          displacement.restore(older);
        }
        if (isFound && found != null) {
          contents.backlog.notGone(found);
        }
        if (rejects) {
          reject(p, DropReason.LIMIT);
        }
        return rejects;
      }
    }
    unreserve(p);
    storing.store(p, id, older, isFound ? found : null, victims, nowMillis);
    return true;
  }

  /** Whoever is told has it still: it is dropped only if nobody is. */
  private void reject(Publication p, DropReason why) {
    if (p.isLostWhenRefused) {
      contents.counters.drop(why);
    }
    BrokerException full =
        new BrokerException(
            Problem.QUOTA_EXCEEDED, "queue " + contents.spec.name() + " is at its limit");
    p.answer(contents, Outcome.REJECTED, full);
  }

  private boolean isRepetition(Publication p, String id, long nowMillis) {
    switch (dedup.look(id, contents.spec.dedupWindow(), nowMillis)) {
      case STORED -> {
        unreserve(p);
        contents.counters.duplicates++;
        p.answer(contents, Outcome.DUPLICATE, null);
        return true;
      }
      case PENDING -> {
        unreserve(p);
        if (entered(p)) {
          dedup.wait(id, p);
        }
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  /** What the queue held is gone; what is on its way into it is not. */
  void purged() {
    for (QueueEntry e = storing.pending().first(); e != null; e = e.next) {
      displacement.purge(e);
    }
    lookAgain();
  }

  /** What the store said may no longer be so. */
  void lookAgain() {
    for (Publication p : parked) {
      if (p.key != null) {
        lookup.forget(p.key);
      }
    }
  }

  /** Asks the store for the keys that parked messages need. */
  private void look() {
    if (lookup.isAsking() || parked.isEmpty() || !contents.backlog.isBehind()) {
      return;
    }
    List<String> keys = new ArrayList<>();
    for (Publication p : parked) {
      p.findKey(contents.spec);
      if (p.key != null && !contents.byKey.containsKey(p.key)) {
        keys.add(p.key);
      }
    }
    lookup.ask(keys);
  }

  @Override
  public void looked() {
    owner.changed();
  }

  @Override
  public void failed(Set<String> keys, BrokerException why) {
    Iterator<Publication> all = parked.iterator();
    while (all.hasNext()) {
      Publication p = all.next();
      if (p.key != null && keys.contains(p.key)) {
        all.remove();
        waiting.left(p);
        unreserve(p);
        p.answer(contents, Outcome.FAILED, why);
      }
    }
    owner.changed();
  }
}

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code key_ordered}: all messages of one key go to one consumer at a time, in order. A key stays
 * with its consumer while anything of it is unacknowledged; else {@link KeyOwners} say whose it is,
 * and {@link StrandedKeys} when that one cannot take it.
 *
 * <p>Messages whose consumer takes nothing do not keep others waiting: when they fill the memory,
 * all but the first few of each such key are set aside, to be read again when their turn comes.
 * Owned by the queue's loop.
 */
final class KeyedDispatch extends Dispatch implements KeyRecall.Listener {
  /** Messages of a key that stay in memory in any case: the oldest one can always be seen. */
  private static final int KEPT = 4;

  /** More of a key are read when fewer are in memory. */
  private static final int FEW = 16;

  private final Function<QueueEntry, String> groupOf;
  private final Map<String, KeyLane> lanes = new HashMap<>();
  private final KeyOwners owners;
  private final ArrayDeque<ConsumerState> ready = new ArrayDeque<>();
  private final KeyRecall recall;
  private final StrandedKeys stranded = new StrandedKeys();

  /** Whether {@link #makeRoom} is to look at all keys: there may be more to set aside. */
  private boolean isToLook;

  KeyedDispatch(
      Backlog backlog, Retries retries, Giver giver, Function<QueueEntry, String> groupOf) {
    super(backlog, retries, giver);
    this.groupOf = groupOf;
    this.owners = new KeyOwners(giver);
    this.recall = new KeyRecall(backlog, this);
  }

  /** Knows of a delivery that was made before this was in charge. */
  void adopt(QueueEntry entry, ConsumerState consumer) {
    KeyLane lane = laneOf(entry);
    lane.owner = consumer;
    lane.inFlight++;
  }

  private KeyLane laneOf(QueueEntry entry) {
    String group = entry.group;
    if (group == null) {
      group = groupOf.apply(entry);
      entry.group = group;
    }
    return lanes.computeIfAbsent(group, KeyLane::new);
  }

  @Override
  void run(long now) {
    QueueEntry entry;
    while ((entry = super.next(now)) != null) {
      if (!giver.isSpent(entry, now) && !giver.droppedForAge(entry, now)) {
        EntryList list = entry.list;
        if (list != null) {
          list.remove(entry);
        }
        KeyLane lane = laneOf(entry);
        if (!entry.wasHandedOut && lane.isAheadOf(entry, backlog.passedBy)) {
          setAside(lane, entry);
        } else {
          lane.waiting.insert(entry);
          isToLook = true;
          schedule(lane);
        }
        recall.wantOldest(lane);
      }
    }
    serveAll(now);
    if (isToLook && backlog.isShort()) {
      makeRoom(now);
    }
    recall.read(now);
  }

  private void serveAll(long now) {
    ConsumerState consumer;
    while ((consumer = ready.poll()) != null) {
      serve(consumer, now);
      consumer.active = false;
    }
  }

  private void serve(ConsumerState consumer, long now) {
    KeyLane lane;
    while ((lane = stranded.nextFor(consumer, giver, now)) != null) {
      if (lane.queuedAt != consumer) {
        continue; // the key has moved
      }
      lane.queuedAt = null;
      QueueEntry entry = lane.owner == consumer ? lane.waiting.first() : null;
      while (entry != null && giver.droppedForAge(entry, now)) {
        entry = lane.waiting.first();
      }
      if (entry == null) {
        continue; // if some are set aside they are being read
      }
      if (!giver.hasCredit(consumer, now)) {
        consumer.keys.addFirst(lane);
        lane.queuedAt = consumer;
        if (consumer.lackingSinceMillis == 0) {
          consumer.lackingSinceMillis = now;
        }
        return;
      }
      consumer.lackingSinceMillis = 0;
      take(entry);
      lane.inFlight++;
      lane.passedOverSinceMillis = 0;
      if (!lane.waiting.isEmpty()) {
        schedule(lane);
      }
      if (lane.isAside() && lane.waiting.size() < (backlog.room.hasBudget() ? FEW : KEPT)) {
        recall.want(lane);
      }
      giver.give(entry, consumer, now);
    }
  }

  /** Makes room for messages that somebody can take. */
  private void makeRoom(long now) {
    List<ConsumerState> able = owners.able(now);
    if (able.isEmpty()) {
      return;
    }
    isToLook = false;
    for (KeyLane lane : lanes.values()) {
      ConsumerState owner = lane.owner;
      if (owner != null && lane.mayMove() && !giver.hasCredit(owner, now)) {
        stranded.add(lane);
      }
    }
    able.forEach(this::activate);
    serveAll(now);
    for (KeyLane lane : lanes.values()) {
      if (lane.inFlight > 0 && !lane.waiting.isEmpty() && !backlog.passedBy.isFull()) {
        setAside(lane);
      }
    }
  }

  /** Leaves all but the first few of a key to the store. */
  private void setAside(KeyLane lane) {
    int kept = 0;
    QueueEntry entry = lane.waiting.first();
    while (entry != null) {
      QueueEntry next = entry.next;
      if (!entry.wasHandedOut) {
        if (kept++ < KEPT) {
          backlog.room.keep(entry);
        } else {
          lane.waiting.remove(entry);
          setAside(lane, entry);
        }
      }
      entry = next;
    }
  }

  private void setAside(KeyLane lane, QueueEntry entry) {
    backlog.room.release(entry);
    backlog.setAside(entry);
    lane.aside().add(Places.place(entry.lane, entry.sequence));
  }

  @Override
  public void recalled(KeyLane lane, QueueEntry entry, long now) {
    entry.group = lane.group;
    lane.waiting.insert(entry);
    if (!giver.isSpent(entry, now)) {
      giver.droppedForAge(entry, now);
    }
  }

  @Override
  public void recalled(KeyLane lane) {
    if (lane.isOver()) {
      lanes.remove(lane.group, lane); // there may be a new one
    } else if (!lane.waiting.isEmpty()) {
      schedule(lane);
    } else if (lane.isAside()) {
      recall.want(lane);
    }
  }

  /** The key has something to hand out: whoever has it is to be served. */
  private void schedule(KeyLane lane) {
    if (stranded.contains(lane)) {
      return;
    }
    ConsumerState owner = lane.owner;
    if (owner == null || (!owner.attached && lane.inFlight == 0)) {
      owner = owners.choose(lane.group, null);
      lane.owner = owner;
    }
    if (owner != null && owner.attached) {
      if (lane.queuedAt != owner) {
        lane.queuedAt = owner;
        owner.keys.addLast(lane);
      }
      activate(owner);
    }
  }

  private void activate(ConsumerState consumer) {
    if (!consumer.active) {
      consumer.active = true;
      ready.add(consumer);
    }
  }

  @Override
  void mayTake(ConsumerState consumer, long now) {
    if (!consumer.known
        && giver.hasCredit(consumer, now)) { // until then it would keep keys waiting
      consumer.known = true;
      owners.add(consumer);
      attract(consumer, now);
    }
    if (!consumer.keys.isEmpty() || !stranded.isEmpty()) {
      activate(consumer);
    }
  }

  @Override
  void left(ConsumerState consumer) {
    consumer.known = false;
    owners.remove(consumer);
    consumer.keys.clear();
    if (consumer.active) {
      ready.remove(consumer);
      consumer.active = false;
    }
    abandon(consumer);
  }

  /** Keys of which nobody has anything go to a new consumer if its hash is greater, or are late. */
  private void attract(ConsumerState consumer, long now) {
    for (KeyLane lane : lanes.values()) {
      ConsumerState owner = lane.owner;
      if (lane.inFlight > 0 || stranded.contains(lane) || stranded.addLate(lane, now)) {
        continue;
      }
      if (owner == null || owners.prefers(lane.group, consumer, owner)) {
        lane.owner = consumer;
      }
      if (!lane.waiting.isEmpty()) {
        schedule(lane);
      }
    }
  }

  /** Keys of a consumer that is gone go to others, but for those of which it has something. */
  private void abandon(ConsumerState gone) {
    for (KeyLane lane : lanes.values()) {
      if (lane.owner == gone && lane.inFlight == 0) {
        lane.owner = null;
        if (!lane.waiting.isEmpty()) {
          schedule(lane);
        }
      }
    }
  }

  /** As soon as somebody has waited long enough; after that, with each sweep. */
  @Override
  long reliefDueMillis() {
    return owners.stuckMillis();
  }

  /** Takes keys that have waited for a while from consumers that cannot take them. */
  @Override
  void relieve(long now) {
    List<ConsumerState> able = owners.look(now);
    isToLook = true; // somebody may have some by now of what was left in memory
    if (!owners.anyLacks()) {
      return;
    }
    for (KeyLane lane : lanes.values()) {
      if (lane.isLate(now) && owners.areSeveral()) { // with credit now, or for a moment later
        stranded.add(lane);
      }
    }
    able.forEach(this::activate);
  }

  @Override
  void changing(ConsumerState consumer) {}

  @Override
  void changed(ConsumerState consumer) {}

  @Override
  void ended(QueueEntry entry, ConsumerState consumer) {
    KeyLane lane = laneOf(entry);
    lane.inFlight = Math.max(0, lane.inFlight - 1);
    if (lane.inFlight > 0) {
      return;
    }
    if (lane.hasWaiting()) {
      lane.owner = null;
      schedule(lane);
    } else {
      lanes.remove(lane.group);
    }
  }

  @Override
  boolean passOn(QueueEntry entry, ConsumerState rejecter) {
    KeyLane lane = laneOf(entry);
    ConsumerState other = lane.inFlight > 0 ? null : owners.choose(lane.group, entry);
    if (other == null) {
      if (lane.isOver()) {
        lanes.remove(lane.group);
      }
      return false;
    }
    backlog.room.hold(entry);
    entry.state = QueueEntry.State.WAITING;
    lane.owner = other;
    lane.waiting.insert(entry);
    schedule(lane);
    return true;
  }

  @Override
  boolean hasVisible(long now) {
    return super.next(now) != null || lanes.values().stream().anyMatch(KeyLane::hasWaiting);
  }

  @Override
  boolean hasVisibleForAnyone(long now) {
    return super.next(now) != null
        || lanes.values().stream().anyMatch(each -> each.inFlight == 0 && each.hasWaiting());
  }

  @Override
  @Nullable QueueEntry next(long now) {
    QueueEntry fresh = super.next(now);
    return fresh != null ? fresh : KeyLane.oldest(lanes.values());
  }

  @Override
  @Nullable QueueEntry oldest() {
    QueueEntry fresh = super.oldest();
    QueueEntry kept = KeyLane.oldest(lanes.values());
    return kept != null && (fresh == null || kept.sequence < fresh.sequence) ? kept : fresh;
  }

  /** Of each key at least one is in memory, as long as there is any, or about to be. */
  @Override
  void take(QueueEntry entry) {
    super.take(entry);
    KeyLane lane = entry.group == null ? null : lanes.get(entry.group);
    if (lane != null) {
      recall.wantOldest(lane);
    }
  }

  @Override
  List<EntryList> lists() {
    List<EntryList> lists = super.lists();
    for (KeyLane lane : lanes.values()) {
      lists.add(lane.waiting);
    }
    return lists;
  }

  @Override
  void tidy() {
    lanes.values().removeIf(KeyLane::isOver);
    stranded.tidy();
  }
}

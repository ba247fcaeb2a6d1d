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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code key_ordered}: all messages of one key go to one consumer at a time, in order. A key stays
 * with its consumer while anything of it is unacknowledged; else it belongs to the consumer that a
 * hash of both says, so that few keys move when consumers come or go. A consumer that has had no
 * credit for a while loses the keys of which it has nothing. Owned by the queue's loop.
 */
final class KeyedDispatch extends Dispatch {
  private static final long PATIENCE_MILLIS = 400;

  private final Function<QueueEntry, String> groupOf;
  private final Map<String, KeyLane> lanes = new HashMap<>();
  private final List<ConsumerState> consumers = new ArrayList<>();
  private final ArrayDeque<ConsumerState> ready = new ArrayDeque<>();

  /** The messages of one key. */
  static final class KeyLane {
    final String group;
    final EntryList waiting = new EntryList();
    @Nullable ConsumerState owner;

    /** In whose {@link ConsumerState#keys} it is. */
    @Nullable ConsumerState queuedAt;

    int inFlight;

    KeyLane(String group) {
      this.group = group;
    }
  }

  KeyedDispatch(
      Backlog backlog, Retries retries, Giver giver, Function<QueueEntry, String> groupOf) {
    super(backlog, retries, giver);
    this.groupOf = groupOf;
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
        lane.waiting.insert(entry);
        schedule(lane);
      }
    }
    ConsumerState consumer;
    while ((consumer = ready.poll()) != null) {
      serve(consumer, now);
      consumer.active = false;
    }
  }

  private void serve(ConsumerState consumer, long now) {
    KeyLane lane;
    while ((lane = consumer.keys.poll()) != null) {
      if (lane.queuedAt != consumer) {
        continue; // the key has moved
      }
      lane.queuedAt = null;
      QueueEntry entry = lane.owner == consumer ? lane.waiting.first() : null;
      while (entry != null && giver.droppedForAge(entry, now)) {
        entry = lane.waiting.first();
      }
      if (entry == null) {
        continue;
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
      if (!lane.waiting.isEmpty()) {
        schedule(lane);
      }
      giver.give(entry, consumer, now);
    }
  }

  /** The key has something to hand out: whoever has it is to be served. */
  private void schedule(KeyLane lane) {
    ConsumerState owner = lane.owner;
    if (owner == null || (!owner.attached && lane.inFlight == 0)) {
      owner = choose(lane.group, null);
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

  /** The consumer with the greatest hash, of those that accept the message. */
  private @Nullable ConsumerState choose(String group, @Nullable QueueEntry message) {
    ConsumerState best = null;
    long greatest = 0;
    for (ConsumerState each : consumers) {
      long hash = hash(group, each);
      boolean isBetter =
          best == null
              || (best.stuck && !each.stuck)
              || (hash > greatest && best.stuck == each.stuck);
      if (isBetter && (message == null || !message.isExcluded(each))) {
        best = each;
        greatest = hash;
      }
    }
    return best;
  }

  private static long hash(String group, ConsumerState consumer) {
    return mix(group.hashCode() * 0x9E3779B97F4A7C15L + consumer.consumer.id().hashCode());
  }

  private static long mix(long value) {
    long x = (value ^ (value >>> 32)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 29)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 32);
  }

  @Override
  void mayTake(ConsumerState consumer) {
    if (!consumer.known) {
      consumer.known = true;
      consumers.add(consumer);
      attract(consumer);
    }
    if (!consumer.keys.isEmpty()) {
      activate(consumer);
    }
  }

  @Override
  void left(ConsumerState consumer) {
    if (consumer.known) {
      consumer.known = false;
      consumers.remove(consumer);
      consumer.keys.clear();
      if (consumer.active) {
        ready.remove(consumer);
        consumer.active = false;
      }
      abandon(consumer);
    }
  }

  /** Keys of which nobody has anything go to a new consumer if its hash is greater. */
  private void attract(ConsumerState consumer) {
    for (KeyLane lane : lanes.values()) {
      ConsumerState owner = lane.owner;
      if (lane.inFlight > 0) {
        continue;
      }
      if (owner == null || owner.stuck || hash(lane.group, consumer) > hash(lane.group, owner)) {
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
    long due = Long.MAX_VALUE;
    for (int i = 0; i < consumers.size(); i++) {
      ConsumerState each = consumers.get(i);
      if (each.lackingSinceMillis != 0 && !each.stuck) {
        due = Math.min(due, each.lackingSinceMillis + PATIENCE_MILLIS);
      }
    }
    return due;
  }

  /** Takes keys from consumers that have been unable to take anything for a while. */
  @Override
  void relieve(long now) {
    List<ConsumerState> able = new ArrayList<>();
    for (ConsumerState each : consumers) {
      if (giver.hasCredit(each, now)) {
        each.lackingSinceMillis = 0;
        able.add(each);
      }
      each.stuck = each.lackingSinceMillis != 0 && now - each.lackingSinceMillis >= PATIENCE_MILLIS;
    }
    if (able.isEmpty()) {
      return;
    }
    for (KeyLane lane : lanes.values()) {
      ConsumerState owner = lane.owner;
      if (lane.inFlight == 0 && !lane.waiting.isEmpty() && owner != null && owner.stuck) {
        // To one that can take it now: trying one after the other, it would wait for each of them.
        lane.owner = able.get(Math.floorMod(mix(lane.group.hashCode()), able.size()));
        schedule(lane);
      }
    }
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
    if (lane.waiting.isEmpty()) {
      lanes.remove(lane.group);
    } else {
      lane.owner = null;
      schedule(lane);
    }
  }

  @Override
  boolean passOn(QueueEntry entry, ConsumerState rejecter) {
    KeyLane lane = laneOf(entry);
    ConsumerState other = lane.inFlight > 0 ? null : choose(lane.group, entry);
    if (other == null) {
      if (lane.inFlight == 0 && lane.waiting.isEmpty()) {
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
  @Nullable QueueEntry next(long now) {
    QueueEntry fresh = super.next(now);
    return fresh != null ? fresh : oldestOfLanes();
  }

  @Override
  @Nullable QueueEntry oldest() {
    QueueEntry fresh = super.oldest();
    QueueEntry kept = oldestOfLanes();
    return kept != null && (fresh == null || kept.sequence < fresh.sequence) ? kept : fresh;
  }

  private @Nullable QueueEntry oldestOfLanes() {
    return oldestOfLanes(Integer.MAX_VALUE);
  }

  @Override
  @Nullable QueueEntry nextForAnyone(long now) {
    QueueEntry fresh = super.next(now);
    return fresh != null ? fresh : oldestOfLanes(0);
  }

  private @Nullable QueueEntry oldestOfLanes(int maxInFlight) {
    QueueEntry oldest = null;
    for (KeyLane lane : lanes.values()) {
      QueueEntry first = lane.inFlight > maxInFlight ? null : lane.waiting.first();
      if (first != null && (oldest == null || first.sequence < oldest.sequence)) {
        oldest = first;
      }
    }
    return oldest;
  }

  @Override
  List<EntryList> lists() {
    List<EntryList> lists = super.lists();
    for (KeyLane lane : lanes.values()) {
      lists.add(lane.waiting);
    }
    return lists;
  }

  /** Forgets keys of which nothing is left. */
  @Override
  void tidy() {
    Iterator<KeyLane> all = lanes.values().iterator();
    while (all.hasNext()) {
      KeyLane lane = all.next();
      if (lane.inFlight == 0 && lane.waiting.isEmpty()) {
        all.remove();
      }
    }
  }
}

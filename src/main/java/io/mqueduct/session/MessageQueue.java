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
package io.mqueduct.session;

import io.mqueduct.message.Message;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mqueue of one session: messages that wait for a free slot in the window, for the socket, or
 * for the client to come back. Not a named queue.
 *
 * <p>Levels of priority have turns from high to low: a level with priority P may send (P + 1) ×
 * multiplier messages, then the next level that has any; a level that runs empty passes on what is
 * left of its turn. So high levels go first and none starves. Inside a level it is first in, first
 * out over every QoS.
 *
 * <p>Limits: one per level, and one in messages and one in bytes over all levels. Over the limit,
 * expired messages go first; then, in the same level, the oldest QoS 0, else the oldest. Over a
 * total limit it is the lowest level that has any.
 *
 * <p>Owned by the loop that owns the session; not thread-safe.
 */
final class MessageQueue {
  private static final int MOST_IN_MEMORY = 512;
  private static final long MOST_BYTES_IN_MEMORY = 1 << 20;
  private static final int PAGE = 256;
  private static final int SMALL_PAGE = 32;

  private final Drops drops;
  private final @Nullable Backlog backlog;
  private final Levels levels = new Levels();
  private int size;
  private long bytes;
  private int onlyInMemory;
  private int memorySize;
  private long memoryBytes;
  private boolean isAway;
  private long sequence;
  private long earliestExpiry = Message.NEVER;

  MessageQueue(Drops drops) {
    this(drops, null);
  }

  /** The mqueue of a durable session if there is a backlog: it has only its head in memory. */
  MessageQueue(Drops drops, @Nullable Backlog backlog) {
    this.drops = drops;
    this.backlog = backlog;
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** No waiting message expires before this wall clock. */
  long earliestExpiryMillis() {
    return earliestExpiry;
  }

  /** Adds a message at the end of its level, then makes room as the limits ask. */
  void add(Delivery delivery, SessionSettings settings, long nowMillis) {
    PriorityLevel level;
    if (delivery instanceof StoredDelivery stored) {
      level = levels.level(stored.lane);
      put(level, stored);
    } else {
      int priority = settings.priorities().of(delivery.message.topic());
      level = levels.level(Math.min(backlog == null ? priority : Ledger.LANES, priority));
      delivery.at = backlog == null ? sequence++ : sequence;
      level.add(delivery);
      inMemory(delivery, 1);
      onlyInMemory++;
    }
    size++;
    bytes += delivery.message.sizeBytes();
    enforce(level, settings, nowMillis);
  }

  /** In memory if there is room, else it stays in the store only. */
  private void put(PriorityLevel level, StoredDelivery stored) {
    sequence = Math.max(sequence, stored.sequence + 1);
    stored.at = stored.sequence;
    StoredTail tail = level.tail;
    boolean follows = tail != null && (tail.count > 0 || tail.isReading());
    if (isAway || follows || memorySize >= MOST_IN_MEMORY || memoryBytes >= MOST_BYTES_IN_MEMORY) {
      level.tailToAddTo().add(stored.sequence, stored.qos, stored.message.sizeBytes());
    } else {
      level.add(stored);
      inMemory(stored, 1);
    }
  }

  private void inMemory(Delivery delivery, int sign) {
    memorySize += sign;
    memoryBytes += (long) sign * delivery.message.sizeBytes();
    if (sign > 0) {
      earliestExpiry = Math.min(earliestExpiry, delivery.message.expiresAtMillis());
    }
  }

  /** Makes room as the limits ask. What a page has to be read for is done when it is there. */
  private void enforce(PriorityLevel level, SessionSettings settings, long nowMillis) {
    int levelLimit = settings.maxMqueueLen();
    if (levelLimit > 0 && level.size() > levelLimit) {
      dropExpired(level, nowMillis);
      while (level.size() > levelLimit && evict(level)) {}
    }
    if (isOverTotal(settings)) {
      dropExpired(nowMillis);
      while (isOverTotal(settings) && evict(levels.lowestNonEmpty())) {}
    }
  }

  /** The message whose turn it is; null if there is none, or if it has to be read first. */
  @Nullable Delivery poll(int shiftMultiplier, long nowMillis) {
    while (size > 0) {
      PriorityLevel level = levels.onTurn(shiftMultiplier);
      Delivery delivery = level.poll();
      if (delivery == null) {
        if (level.inTail() == 0) {
          throw new IllegalStateException("an empty level has its turn");
        }
        read(level, PAGE);
        return null;
      }
      taken(delivery);
      if (level.inTail() > 0 && level.inMemory() < PAGE / 2) {
        read(level, PAGE);
      }
      if (!delivery.message.isExpired(nowMillis)) {
        levels.sent();
        return delivery;
      }
      drops.dropped(delivery, DropReason.EXPIRED);
    }
    return null;
  }

  /** Takes out any message, the next in arbitrary order; for the end of the session and purges. */
  @Nullable Delivery pollAny() {
    for (PriorityLevel level : levels.all()) {
      Delivery delivery = level.poll();
      if (delivery != null) {
        taken(delivery);
        return delivery;
      }
    }
    return null;
  }

  /** Drops every expired message. */
  void dropExpired(long nowMillis) {
    if (earliestExpiry > nowMillis) {
      return;
    }
    long earliest = Message.NEVER;
    for (PriorityLevel level : levels.all()) {
      dropExpired(level, nowMillis);
      earliest = Math.min(earliest, level.earliestExpiryMillis());
    }
    earliestExpiry = earliest;
  }

  /** Shows the waiting messages that are in memory, in the order in which they came. */
  void forEach(Visitor visitor) {
    levels.forEach(visitor);
  }

  /** The priority levels that there are, from high to low. */
  int[] levels() {
    return Arrays.stream(levels.all()).mapToInt(PriorityLevel::priority).toArray();
  }

  /** Is shown waiting messages; must not change the queue. */
  interface Visitor {
    void visit(Delivery delivery);
  }

  private boolean isOverTotal(SessionSettings settings) {
    return (settings.maxMqueueTotalLen() > 0 && size > settings.maxMqueueTotalLen())
        || (settings.maxMqueueBytes() > 0 && bytes > settings.maxMqueueBytes());
  }

  private boolean evict(PriorityLevel level) {
    StoredTail tail = level.tail;
    if (backlog != null
        && tail != null
        && tail.count > 0
        && level.qos0().size() == 0
        && (tail.qos0 > 0 || level.acknowledged().size() == 0)) {
      return evictStored(backlog, level, tail);
    }
    Delivery victim = level.evict();
    if (victim == null) {
      throw new IllegalStateException("nothing to evict");
    }
    taken(victim);
    drops.dropped(victim, DropReason.QUEUE_FULL);
    return true;
  }

  private boolean evictStored(Backlog store, PriorityLevel level, StoredTail tail) {
    if (tail.isReading()) {
      return false;
    }
    if (tail.qos0 == 0 && store.hasInflight(level.priority())) {
      read(level, SMALL_PAGE);
      return false;
    }
    countOut(1, tail.dropped(tail.qos0 > 0));
    store.trim(level.priority(), level.size());
    drops.droppedInStore(DropReason.QUEUE_FULL, 1);
    return true;
  }

  private void read(PriorityLevel level, int max) {
    StoredTail tail = level.tail;
    if (backlog != null && tail != null && !tail.isReading()) {
      tail.reading(backlog.newest());
      backlog.read(level.priority(), tail.from, tail.readUntil, max);
    }
  }

  /** What was read from the store, oldest first; null if it could not be. */
  void page(
      int lane,
      long from,
      long until,
      @Nullable List<StoredDelivery> page,
      boolean last,
      SessionSettings settings,
      long nowMillis) {
    PriorityLevel level = levels.level(lane);
    StoredTail tail = level.tail;
    if (tail == null || tail.readUntil != until || tail.from != from) {
      return; // it was asked for before the client went away
    }
    if (page == null) {
      tail.readUntil = 0;
      return;
    }
    int count = level.size();
    long counted = tail.bytes;
    for (StoredDelivery delivery : page) {
      delivery.at = delivery.sequence;
      level.add(delivery);
      inMemory(delivery, 1);
      tail.read(delivery);
      counted -= delivery.message.sizeBytes();
    }
    tail.pageEnds(last);
    countOut(count - level.size(), counted - tail.bytes);
    enforce(level, settings, nowMillis);
  }

  /** Has the store take what only memory has: what the store gets later is behind that. */
  void giveToStore(Backlog store) {
    for (int i = 0; onlyInMemory > 0 && i < levels.all().length; i++) {
      PriorityLevel level = levels.all()[i];
      Delivery next = level.takeUnstored();
      while (next != null) {
        Delivery delivery = next;
        next = delivery.following();
        delivery.next = null;
        taken(delivery);
        if (!store.store(delivery, level.priority())) {
          drops.dropped(delivery, DropReason.QOS0_MSG);
        }
      }
    }
  }

  /** The client went away: what the store has, or takes now, needs no memory. */
  void away(Backlog store) {
    giveToStore(store);
    isAway = true;
    for (PriorityLevel level : levels.all()) {
      level.leaveMemory();
    }
    memorySize = 0;
    memoryBytes = 0;
    earliestExpiry = Message.NEVER;
  }

  /** The client is back. */
  void back() {
    isAway = false;
  }

  /** Whether a message that only memory has would overtake others. */
  boolean isInStore() {
    boolean any = isAway;
    for (PriorityLevel level : levels.all()) {
      any |= level.inTail() > 0;
    }
    return any;
  }

  /** Messages that were in the store before a restart. */
  void restore(int lane, long from, int count, int qos0, long inBytes) {
    StoredTail tail = levels.level(lane).tailToAddTo();
    tail.from = from;
    tail.count = count;
    tail.qos0 = qos0;
    tail.bytes = inBytes;
    size += count;
    bytes += inBytes;
    isAway = true;
  }

  /** The store dropped a message that had expired. */
  void expiredInStore(int lane, long sequenceOfIt, int qos, int sizeBytes) {
    StoredTail tail = levels.level(lane).tail;
    if (tail != null && tail.count > 0 && sequenceOfIt >= tail.from) {
      countOut(1, tail.less(qos == 0 ? 1 : 0, sizeBytes));
      drops.droppedInStore(DropReason.EXPIRED, 1);
    }
  }

  /** Forgets what is in the store; it is removed there. Returns how many messages that were. */
  int forgetStored() {
    int gone = 0;
    for (PriorityLevel level : levels.all()) {
      StoredTail tail = level.tail;
      if (tail != null) {
        gone += tail.count;
        countOut(tail.count, tail.bytes);
        level.tail = null;
      }
    }
    return gone;
  }

  private void countOut(int messages, long inBytes) {
    size -= messages;
    bytes -= inBytes;
    if (size == 0) {
      levels.startOver();
    }
  }

  private void dropExpired(PriorityLevel level, long nowMillis) {
    dropAll(level.qos0().takeExpired(nowMillis));
    dropAll(level.acknowledged().takeExpired(nowMillis));
  }

  private void dropAll(@Nullable Delivery expired) {
    Delivery next = expired;
    while (next != null) {
      Delivery delivery = next;
      next = delivery.following();
      delivery.next = null;
      taken(delivery);
      drops.dropped(delivery, DropReason.EXPIRED);
    }
  }

  private void taken(Delivery delivery) {
    inMemory(delivery, -1);
    size--;
    bytes -= delivery.message.sizeBytes();
    onlyInMemory -= delivery instanceof StoredDelivery ? 0 : 1;
    if (size == 0) {
      levels.startOver();
      earliestExpiry = Message.NEVER;
    }
  }
}

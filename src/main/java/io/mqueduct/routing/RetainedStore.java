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
package io.mqueduct.routing;

import io.mqueduct.message.Message;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The retained message of each topic, in memory (MQTT 5.0 section 3.3.1.3). Any thread reads and
 * writes, without locks; writes to one topic take effect in some order, readers see the latest.
 *
 * <p>Topics are ordered by level, so that a {@link RetainedCursor} finds what matches a filter by
 * seeking; its cost grows with what it finds and not with what is stored.
 */
public final class RetainedStore {
  private final ConcurrentSkipListMap<byte[], Slot> slots =
      new ConcurrentSkipListMap<>(TopicOrder.INSTANCE);
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong expiring = new AtomicLong();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private volatile Limits limits;
  private @Nullable Iterator<Slot> sweep; // of the one thread that removes what expired

  /**
   * What may be stored. Lower limits do not remove what is there.
   *
   * @param maxTopics greatest number of topics with a retained message
   * @param maxPayloadBytes greatest payload
   * @param defaultExpiryMillis after how long a message without an expiry of its own is dropped, at
   *     least 1; {@link Message#NEVER} to keep it. Subscribers are not told of it
   */
  public record Limits(long maxTopics, long maxPayloadBytes, long defaultExpiryMillis) {
    /** No limits. */
    public static final Limits NONE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE, Message.NEVER);
  }

  /** What became of a message. */
  public enum Outcome {
    /** It is the first of its topic. */
    STORED,
    /** It replaced another one [MQTT-3.3.1-5]. */
    REPLACED,
    /** It had no payload: nothing is retained now [MQTT-3.3.1-6], [MQTT-3.3.1-7]. */
    CLEARED,
    /** Refused: too many topics. */
    FULL,
    /** Refused: the payload is too large. What the topic had is kept. */
    TOO_LARGE
  }

  /** An empty store. */
  public RetainedStore(Limits limits) {
    this.limits = limits;
  }

  /** Sets other limits for what is stored from now on. */
  public void limits(Limits newLimits) {
    limits = newLimits;
  }

  /**
   * Stores a message as the retained one of its topic, or clears the topic if it has no payload.
   */
  public Outcome set(Message message) {
    return set(message, limits);
  }

  /** Puts one back that was there before, whatever the limits are by now. */
  public void putBack(Message message) {
    set(message, new Limits(Long.MAX_VALUE, Long.MAX_VALUE, limits.defaultExpiryMillis()));
  }

  private Outcome set(Message message, Limits now) {
    if (message.payload().length == 0) {
      clear(message.topic().utf8());
      return Outcome.CLEARED;
    }
    if (message.payload().length > now.maxPayloadBytes()) {
      refused.increment();
      return Outcome.TOO_LARGE;
    }
    Retained next = new Retained(message, dropTime(message, now));
    byte[] topic = message.topic().utf8();
    while (true) {
      Slot slot = slots.get(topic);
      if (slot == null) {
        if (count.incrementAndGet() > now.maxTopics()) {
          count.decrementAndGet();
          refused.increment();
          return Outcome.FULL;
        }
        account(next, 1);
        if (slots.putIfAbsent(topic, new Slot(next)) == null) {
          return Outcome.STORED;
        }
        account(next, -1);
        count.decrementAndGet();
        continue;
      }
      Retained old = slot.current;
      if (old == null) {
        slots.remove(topic, slot); // somebody is about to remove it
      } else if (slot.change(old, next)) {
        account(old, -1);
        account(next, 1);
        return Outcome.REPLACED;
      }
    }
  }

  /** Removes the retained message of a topic, given as UTF-8; returns whether there was one. */
  public boolean clear(byte[] topic) {
    Slot slot = slots.get(topic);
    while (slot != null) {
      Retained old = slot.current;
      if (old == null) {
        return false;
      }
      if (remove(topic, slot, old)) {
        return true;
      }
    }
    return false;
  }

  /** The retained message of a topic, unless it is expired. */
  public @Nullable Message get(String topic, long nowMillis) {
    Slot slot = slots.get(topic.getBytes(StandardCharsets.UTF_8));
    return slot == null ? null : slot.get(nowMillis);
  }

  /**
   * All retained messages that a valid filter asks for, one by one. Topics that begin with {@code
   * $} are hidden from filters that begin with a wildcard [MQTT-4.7.2-1].
   */
  public RetainedCursor matching(String filter) {
    return new RetainedCursor(slots, filter, true);
  }

  /** All retained messages, {@code $}-topics as well, in the order of topics. */
  public RetainedCursor all() {
    return new RetainedCursor(slots, "#", false);
  }

  /**
   * Removes messages that are expired. To be called again and again by one thread; goes on where it
   * left off.
   *
   * @param budget how many messages to look at
   * @return how many were removed
   */
  public int removeExpired(long nowMillis, int budget) {
    return removeExpired(nowMillis, budget, (message, remove) -> remove.getAsBoolean());
  }

  /** Decides about a message that has expired. */
  @FunctionalInterface
  interface Remover {
    /** Calls {@code remove}, or not; returns whether it is removed. */
    boolean remove(Message expired, BooleanSupplier remove);
  }

  /** Whether exactly this message is the retained one of its topic. */
  boolean has(Message message) {
    Slot slot = slots.get(message.topic().utf8());
    Retained current = slot == null ? null : slot.current;
    return current != null && current.message() == message;
  }

  int removeExpired(long nowMillis, int budget, Remover remover) {
    if (expiring.get() == 0) {
      sweep = null;
      return 0;
    }
    Iterator<Slot> next = sweep == null ? slots.values().iterator() : sweep;
    int removed = 0;
    for (int i = 0; i < budget && next.hasNext(); i++) {
      Slot slot = next.next();
      Retained old = slot.current;
      if (old != null
          && old.dropAtMillis() <= nowMillis
          && remover.remove(old.message(), () -> remove(old.message().topic().utf8(), slot, old))) {
        removed++;
      }
    }
    sweep = next.hasNext() ? next : null;
    expired.add(removed);
    return removed;
  }

  /** Number of topics with a retained message, expired ones that are not removed yet included. */
  public long count() {
    return count.get();
  }

  /** Bytes of topics, properties and payloads. */
  public long bytes() {
    return bytes.sum();
  }

  /** How many messages were refused because of a limit. */
  public long refused() {
    return refused.sum();
  }

  /** How many messages were removed because they expired. */
  public long expired() {
    return expired.sum();
  }

  private static long dropTime(Message message, Limits limits) {
    if (message.expiresAtMillis() != Message.NEVER
        || limits.defaultExpiryMillis() == Message.NEVER) {
      return message.expiresAtMillis();
    }
    return message.publishedAtMillis() + limits.defaultExpiryMillis();
  }

  private boolean remove(byte[] topic, Slot slot, Retained old) {
    if (!slot.change(old, null)) {
      return false;
    }
    slots.remove(topic, slot);
    account(old, -1);
    count.decrementAndGet();
    return true;
  }

  private void account(Retained retained, int sign) {
    bytes.add((long) sign * retained.message().sizeBytes());
    if (retained.dropAtMillis() != Message.NEVER) {
      expiring.addAndGet(sign);
    }
  }

  /** A message and when it is dropped. */
  private record Retained(Message message, long dropAtMillis) {}

  /**
   * Place of one topic, so that who found it in the map before it was changed sees the latest. Once
   * emptied it stays empty, and is removed from the map.
   */
  static final class Slot {
    private static final VarHandle CURRENT;

    static {
      try {
        CURRENT = MethodHandles.lookup().findVarHandle(Slot.class, "current", Retained.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private volatile @Nullable Retained current;

    Slot(Retained first) {
      this.current = first;
    }

    /** The message, unless it is removed or expired. */
    @Nullable Message get(long nowMillis) {
      Retained retained = current;
      return retained == null || retained.dropAtMillis() <= nowMillis ? null : retained.message();
    }

    boolean change(Retained from, @Nullable Retained to) {
      return CURRENT.compareAndSet(this, from, to);
    }
  }
}

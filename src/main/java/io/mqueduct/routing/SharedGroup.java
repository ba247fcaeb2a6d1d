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
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The members of {@code $share/name/filter} (MQTT 5.0 section 4.8.2), of which one gets each
 * message. Members are changed by the tree's one writer; any thread picks, without locks. A message
 * whose member leaves goes to another one of the same group and filter: ask {@link
 * SubscriptionTree#group} for the group and pick again.
 */
public final class SharedGroup {
  private static final Predicate<Subscriber> ONLINE = Subscriber::isOnline;
  private static final Predicate<Subscriber> READY = each -> each.isOnline() && each.credit() > 0;
  private static final VarHandle TURN;
  private static final Subscription[] NONE = {};
  private static final int MOST_WITHOUT_INDEX = 64;
  private static final int PROBES = 8;
  private static final int SAMPLE = 32;

  static {
    try {
      TURN = MethodHandles.lookup().findVarHandle(SharedGroup.class, "turn", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String filter;
  private final String name;
  private final SharedDispatch dispatch;
  private volatile Subscription[] members = NONE;
  private volatile @Nullable GroupList list;
  private volatile int turn = -1; // index of the member that was picked last
  private @Nullable IdentityHashMap<Subscriber, Integer> index; // the writer's, for many members

  SharedGroup(String filter, String name, SharedRules rules) {
    this.filter = filter;
    this.name = name;
    this.dispatch = new SharedDispatch(this, rules);
  }

  /** Hands messages to the members. */
  SharedDispatch dispatch() {
    return dispatch;
  }

  /** Where the store keeps the group's messages; null if no member was ever durable. Any thread. */
  @Nullable GroupList list() {
    return list;
  }

  /** Whether the store keeps the group's messages of QoS 1 and 2. Any thread. */
  boolean isDurable() {
    GroupList known = list;
    return known != null && known.number() != 0;
  }

  /** Whether it is named in the store, or about to be. The router's lock is held. */
  public boolean isKept() {
    return list != null;
  }

  /** From now on the store keeps its messages; with null no longer. */
  public void keepIn(@Nullable GroupList next) {
    list = next;
  }

  /** Names the list in the store; 0 if there is none. Any thread. */
  public long number() {
    GroupList known = list;
    return known == null ? 0 : known.number();
  }

  /** The group's list has a message more. Any thread; in the order of the store. */
  public void stored(Message message, long sequence) {
    dispatch.stored(message, sequence);
  }

  /**
   * The group's list has messages from before a restart.
   *
   * @param from sequence of the oldest, at least
   * @param until sequence of the newest, at most
   */
  public void restore(int count, long from, long until) {
    dispatch.restore(count, from, until);
  }

  void forEachOnline(Consumer<Subscriber> action) {
    for (Subscription each : members) {
      if (each.subscriber().isOnline()) {
        action.accept(each.subscriber());
      }
    }
  }

  /** A member that is online and can be lent a message now, or null; any thread. */
  @Nullable Subscription anyWithCredit() {
    for (Subscription each : members) {
      if (each.subscriber().isOnline() && each.subscriber().credit() > 0) {
        return each;
      }
    }
    return null;
  }

  /** The first member, or null; any thread. */
  @Nullable Subscription first() {
    Subscription[] all = members;
    return all.length == 0 ? null : all[0];
  }

  /** The subscription of a member, or null; any thread. */
  @Nullable Subscription memberOf(Subscriber subscriber) {
    for (Subscription each : members) {
      if (each.subscriber() == subscriber) {
        return each;
      }
    }
    return null;
  }

  /** Messages that wait until a member is online. */
  public int waiting() {
    return dispatch.waiting();
  }

  /** The filter, without {@code $share/name/}. */
  public String filter() {
    return filter;
  }

  /** Name of the group; groups of the same name with other filters are other groups. */
  public String name() {
    return name;
  }

  /** Number of members. */
  public int size() {
    return members.length;
  }

  /**
   * Chooses which of the members that are online gets a message.
   *
   * @param except one that does not get it: it leaves, or gave it back
   * @return null if nobody else is online
   */
  @Nullable Subscription pickOnline(
      SharedStrategy strategy, Message message, @Nullable Subscriber except) {
    return choose(members, strategy, message, except, ONLINE);
  }

  /** As {@link #pickOnline}, among those that have credit. */
  @Nullable Subscription pickReady(
      SharedStrategy strategy, Message message, @Nullable Subscriber except) {
    return choose(members, strategy, message, except, READY);
  }

  private @Nullable Subscription choose(
      Subscription[] all,
      SharedStrategy strategy,
      Message message,
      @Nullable Subscriber except,
      Predicate<Subscriber> rule) {
    if (all.length == 0) {
      return null;
    }
    return switch (strategy) {
      case RANDOM -> random(all, except, rule);
      case ROUND_ROBIN -> inTurn(all, except, rule, 1);
      case STICKY -> inTurn(all, except, rule, 0);
      case LEAST_INFLIGHT -> leastLoaded(all, except, rule);
      case HASH_CLIENTID -> from(all, message.publisher().hashCode(), except, rule);
      case HASH_TOPIC -> from(all, message.topic().hashCode(), except, rule);
    };
  }

  private static boolean suits(
      Subscription member, @Nullable Subscriber except, Predicate<Subscriber> rule) {
    Subscriber subscriber = member.subscriber();
    return subscriber != except && rule.test(subscriber);
  }

  /** The first that suits at or behind an index, going round; -1 if none does. */
  private static int scan(
      Subscription[] all, int start, @Nullable Subscriber except, Predicate<Subscriber> rule) {
    int at = start;
    for (int i = 0; i < all.length; i++) {
      if (suits(all[at], except, rule)) {
        return at;
      }
      at = at + 1 == all.length ? 0 : at + 1;
    }
    return -1;
  }

  private static @Nullable Subscription from(
      Subscription[] all, int hash, @Nullable Subscriber except, Predicate<Subscriber> rule) {
    int mixed = hash * 0x9E3779B9;
    int at = scan(all, Math.floorMod(mixed ^ (mixed >>> 16), all.length), except, rule);
    return at < 0 ? null : all[at];
  }

  private @Nullable Subscription inTurn(
      Subscription[] all, @Nullable Subscriber except, Predicate<Subscriber> rule, int step) {
    while (true) {
      int last = turn;
      int start = last < 0 ? 0 : (last + step) % all.length;
      int at = scan(all, start, except, rule);
      if (at < 0) {
        return null;
      }
      if (at == last || TURN.compareAndSet(this, last, at)) {
        return all[at];
      }
    }
  }

  /** A few tries at random, then one pass in which each that suits has the same chance. */
  private static @Nullable Subscription random(
      Subscription[] all, @Nullable Subscriber except, Predicate<Subscriber> rule) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < PROBES; i++) {
      Subscription member = all[random.nextInt(all.length)];
      if (suits(member, except, rule)) {
        return member;
      }
    }
    Subscription chosen = null;
    int suiting = 0;
    for (Subscription member : all) {
      if (suits(member, except, rule) && random.nextInt(++suiting) == 0) {
        chosen = member;
      }
    }
    return chosen;
  }

  private static @Nullable Subscription leastLoaded(
      Subscription[] all, @Nullable Subscriber except, Predicate<Subscriber> rule) {
    int start = ThreadLocalRandom.current().nextInt(all.length);
    Subscription best = null;
    int least = Integer.MAX_VALUE;
    int seen = 0;
    for (int i = 0; i < all.length && seen < SAMPLE; i++) {
      int at = start + i;
      Subscription member = all[at < all.length ? at : at - all.length];
      if (suits(member, except, rule)) {
        seen++;
        int load = member.subscriber().inflight();
        if (best == null || load < least) {
          best = member;
          least = load;
        }
      }
    }
    return best;
  }

  /** The subscription of a member. Writer only. */
  @Nullable Subscription member(Subscriber subscriber) {
    int at = locate(subscriber);
    return at < 0 ? null : members[at];
  }

  /** Adds or replaces a member; returns the replaced subscription. Writer only. */
  @Nullable Subscription put(Subscription subscription) {
    Subscription[] all = members;
    int at = locate(subscription.subscriber());
    if (at >= 0) {
      Subscription old = all[at];
      Subscription[] copy = all.clone();
      copy[at] = subscription;
      members = copy;
      return old;
    }
    Subscription[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = subscription;
    if (index != null) {
      index.put(subscription.subscriber(), all.length);
    } else if (more.length > MOST_WITHOUT_INDEX) {
      index = indexOf(more);
    }
    members = more;
    return null;
  }

  /**
   * Removes a member; the last one takes its place, the turn stays with who has it. Writer only.
   */
  @Nullable Subscription remove(Subscriber subscriber) {
    Subscription[] all = members;
    int at = locate(subscriber);
    if (at < 0) {
      return null;
    }
    int last = all.length - 1;
    Subscription[] rest = Arrays.copyOf(all, last);
    if (at < last) {
      rest[at] = all[last];
    }
    if (index != null) {
      index.remove(subscriber);
      if (at < last) {
        index.put(all[last].subscriber(), at);
      }
    }
    members = rest;
    TURN.compareAndSet(this, last, at);
    return all[at];
  }

  private int locate(Subscriber subscriber) {
    if (index != null) {
      Integer at = index.get(subscriber);
      return at == null ? -1 : at;
    }
    Subscription[] all = members;
    for (int i = 0; i < all.length; i++) {
      if (all[i].subscriber() == subscriber) {
        return i;
      }
    }
    return -1;
  }

  private static IdentityHashMap<Subscriber, Integer> indexOf(Subscription[] members) {
    IdentityHashMap<Subscriber, Integer> index = new IdentityHashMap<>(members.length * 2);
    for (int i = 0; i < members.length; i++) {
      index.put(members[i].subscriber(), i);
    }
    return index;
  }
}

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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one filter, when it has more than one or a shared group. Written by the
 * tree's one writer, read by any thread.
 *
 * <p>A few ordinary subscriptions are an array that is copied at each change; many are an
 * open-addressing hash table by subscriber, in which no subscription ever moves, so that one that
 * stays is never missed, and a change costs the same however many there are.
 */
final class Leaf implements FilterEntry {
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Subscription[].class);
  private static final int MOST_IN_ARRAY = 8;
  private static final int SMALLEST_TABLE = 16;

  private final String filter;
  private volatile @Nullable Subscription[] slots = new Subscription[0];
  private final GroupTable groups = new GroupTable();
  private int size; // ordinary subscriptions, the writer's
  private int taken; // slots of the table that are not null, the writer's

  Leaf(String filter) {
    this.filter = filter;
  }

  @Override
  public String filter() {
    return filter;
  }

  /** Adds all to a route. Any thread. */
  void addTo(RouteBuilder found) {
    @Nullable Subscription[] all = slots;
    for (int i = 0; i < all.length; i++) {
      Subscription subscription = (Subscription) SLOTS.getAcquire(all, i);
      if (subscription != null && subscription != Subscription.GONE) {
        found.add(subscription);
      }
    }
    groups.addTo(found);
  }

  /** The group of a name. Any thread. */
  @Nullable SharedGroup group(String name) {
    return groups.find(name);
  }

  /** Whether nothing is left. Writer only. */
  boolean isEmpty() {
    return size == 0 && groups.size() == 0;
  }

  /** The only ordinary subscription, if there is no other and no group. Writer only. */
  @Nullable Subscription only() {
    if (size != 1 || groups.size() > 0) {
      return null;
    }
    for (Subscription subscription : slots) {
      if (subscription != null && subscription != Subscription.GONE) {
        return subscription;
      }
    }
    throw new IllegalStateException("size is wrong");
  }

  /** The first subscription, of a group if there is no other. Writer only. */
  @Nullable Subscription first() {
    for (Subscription subscription : slots) {
      if (subscription != null && subscription != Subscription.GONE) {
        return subscription;
      }
    }
    SharedGroup group = groups.any();
    return group == null ? null : group.first();
  }

  /** The subscription of a subscriber. Writer only. */
  @Nullable Subscription get(Subscriber subscriber, @Nullable String groupName) {
    if (groupName != null) {
      SharedGroup group = group(groupName);
      return group == null ? null : group.member(subscriber);
    }
    int at = locate(slots, subscriber);
    return at < 0 ? null : slots[at];
  }

  /** Adds or replaces; returns what was replaced. Writer only. */
  @Nullable Subscription put(Subscription subscription, SharedRules rules) {
    String groupName = subscription.group();
    if (groupName != null) {
      SharedGroup group = group(groupName);
      if (group == null) {
        group = new SharedGroup(filter, groupName, rules);
        group.put(subscription);
        groups.add(group);
        return null;
      }
      return group.put(subscription);
    }
    @Nullable Subscription[] all = slots;
    int at = locate(all, subscription.subscriber());
    if (at >= 0) {
      Subscription old = all[at];
      SLOTS.setRelease(all, at, subscription);
      return old;
    }
    size++;
    if (size <= MOST_IN_ARRAY && all.length < SMALLEST_TABLE) {
      @Nullable Subscription[] more = Arrays.copyOf(all, size);
      more[size - 1] = subscription;
      slots = more;
      return null;
    }
    if (all.length < SMALLEST_TABLE || taken + 1 > all.length - all.length / 4) {
      all = tableFor(size);
    }
    insert(all, subscription);
    slots = all;
    return null;
  }

  /** Removes; returns what was removed. Writer only. */
  @Nullable Subscription remove(Subscriber subscriber, @Nullable String groupName) {
    if (groupName != null) {
      return removeMember(subscriber, groupName);
    }
    @Nullable Subscription[] all = slots;
    int at = locate(all, subscriber);
    if (at < 0) {
      return null;
    }
    Subscription old = all[at];
    size--;
    if (all.length < SMALLEST_TABLE) {
      @Nullable Subscription[] rest = Arrays.copyOf(all, size);
      System.arraycopy(all, at + 1, rest, at, size - at);
      slots = rest;
      return old;
    }
    SLOTS.setRelease(all, at, Subscription.GONE);
    if (size <= MOST_IN_ARRAY / 2) {
      slots = packed();
    } else if (all.length > SMALLEST_TABLE && size < all.length / 8) {
      slots = tableFor(size);
    }
    return old;
  }

  private @Nullable Subscription removeMember(Subscriber subscriber, String groupName) {
    SharedGroup group = group(groupName);
    Subscription old = group == null ? null : group.remove(subscriber);
    if (group != null && group.size() == 0) {
      groups.remove(group);
    }
    return old;
  }

  private static int locate(@Nullable Subscription[] all, Subscriber subscriber) {
    if (all.length < SMALLEST_TABLE) {
      for (int i = 0; i < all.length; i++) {
        Subscription subscription = all[i];
        if (subscription != null && subscription.subscriber() == subscriber) {
          return i;
        }
      }
      return -1;
    }
    int mask = all.length - 1;
    int at = RouteBuilder.hashOf(subscriber) & mask;
    for (Subscription subscription; (subscription = all[at]) != null; at = (at + 1) & mask) {
      if (subscription.subscriber() == subscriber) {
        return at;
      }
    }
    return -1;
  }

  private @Nullable Subscription[] packed() {
    @Nullable Subscription[] rest = new Subscription[size];
    int count = 0;
    for (Subscription subscription : slots) {
      if (subscription != null && subscription != Subscription.GONE) {
        rest[count++] = subscription;
      }
    }
    return rest;
  }

  private @Nullable Subscription[] tableFor(int expected) {
    int capacity = SMALLEST_TABLE;
    while (capacity - capacity / 4 < expected + expected / 8 + 1) {
      capacity *= 2;
    }
    @Nullable Subscription[] table = new Subscription[capacity];
    taken = 0;
    for (Subscription subscription : slots) {
      if (subscription != null && subscription != Subscription.GONE) {
        insert(table, subscription);
      }
    }
    return table;
  }

  private void insert(@Nullable Subscription[] table, Subscription subscription) {
    int mask = table.length - 1;
    int at = RouteBuilder.hashOf(subscription.subscriber()) & mask;
    while (table[at] != null && table[at] != Subscription.GONE) {
      at = (at + 1) & mask;
    }
    if (table[at] == null) {
      taken++;
    }
    SLOTS.setRelease(table, at, subscription);
  }
}

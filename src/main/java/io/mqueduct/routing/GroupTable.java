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
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The shared groups of one filter, by name. Written by the tree's one writer, read by any thread.
 *
 * <p>An open-addressing hash table in which no group ever moves, so that a change costs the same
 * however many there are, and a group that stays is never missed. Groups that are gone leave a mark
 * that the next larger or smaller table does not have.
 */
final class GroupTable {
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(SharedGroup[].class);
  private static final int SMALLEST = 4;

  /** Takes the place of a group that was removed; never handed out. */
  private static final SharedGroup GONE =
      new SharedGroup(
          "",
          "",
          new SharedRules(
              new SharedRules.Values(SharedStrategy.ROUND_ROBIN, 1, false, false),
              InstantSource.system()));

  private volatile @Nullable SharedGroup[] slots = Route.NO_GROUPS;
  private int size; // the writer's
  private int taken; // slots that are not null, the writer's

  /** Adds all to a route. Any thread. */
  void addTo(RouteBuilder found) {
    @Nullable SharedGroup[] all = slots;
    for (int i = 0; i < all.length; i++) {
      SharedGroup group = (SharedGroup) SLOTS.getAcquire(all, i);
      if (group != null && group != GONE) {
        found.add(group);
      }
    }
  }

  /** The group of a name, or null. Any thread. */
  @Nullable SharedGroup find(String name) {
    @Nullable SharedGroup[] all = slots;
    int at = locate(all, name);
    return at < 0 ? null : (SharedGroup) SLOTS.getAcquire(all, at);
  }

  /** The place of a group that is there, or -1. */
  private static int locate(@Nullable SharedGroup[] all, String name) {
    int mask = all.length - 1;
    int at = hashOf(name) & mask;
    for (int i = 0; i < all.length; i++) {
      SharedGroup group = (SharedGroup) SLOTS.getAcquire(all, at);
      if (group == null) {
        return -1;
      }
      if (group != GONE && group.name().equals(name)) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return -1;
  }

  /** Clients choose the names: their hashes must not be what they can choose as well. */
  private static int hashOf(String name) {
    return TopicHash.of(name, 0, name.length());
  }

  /** How many there are. Writer only. */
  int size() {
    return size;
  }

  /** Any of them; null if there is none. Writer only. */
  @Nullable SharedGroup any() {
    for (SharedGroup group : slots) {
      if (group != null && group != GONE) {
        return group;
      }
    }
    return null;
  }

  /** Adds one whose name is not there. Writer only. */
  void add(SharedGroup group) {
    size++;
    @Nullable SharedGroup[] all = slots;
    if (taken + 1 > all.length - all.length / 4) {
      all = tableFor(size);
    }
    insert(all, group);
    slots = all;
  }

  /** Removes one that is there. Writer only. */
  void remove(SharedGroup group) {
    @Nullable SharedGroup[] all = slots;
    int at = locate(all, group.name());
    if (at < 0) {
      return;
    }
    size--;
    if (size == 0) {
      taken = 0;
      slots = Route.NO_GROUPS;
      return;
    }
    SLOTS.setRelease(all, at, GONE);
    if (all.length > SMALLEST && size < all.length / 8) {
      slots = tableFor(size);
    }
  }

  private @Nullable SharedGroup[] tableFor(int expected) {
    int capacity = SMALLEST;
    while (capacity - capacity / 4 < expected + expected / 8 + 1) {
      capacity *= 2;
    }
    @Nullable SharedGroup[] table = new SharedGroup[capacity];
    taken = 0;
    for (SharedGroup group : slots) {
      if (group != null && group != GONE) {
        insert(table, group);
      }
    }
    return table;
  }

  private void insert(@Nullable SharedGroup[] table, SharedGroup group) {
    int mask = table.length - 1;
    int at = hashOf(group.name()) & mask;
    while (table[at] != null && table[at] != GONE) {
      at = (at + 1) & mask;
    }
    if (table[at] == null) {
      taken++;
    }
    SLOTS.setRelease(table, at, group);
  }
}

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

import org.jspecify.annotations.Nullable;

/**
 * The levels of one mqueue, from high to low, and whose turn it is: a level with priority P has (P
 * + 1) × multiplier messages a turn, then comes the next level that has any; one that runs empty
 * passes on what is left. Owned by the loop that owns the session; not thread-safe.
 */
final class Levels {
  private PriorityLevel[] all = {};
  private @Nullable PriorityLevel turn;
  private long allowance;

  /** All of them. Not to be changed. */
  PriorityLevel[] all() {
    return all;
  }

  /** A message of the level on turn is taken. */
  void sent() {
    allowance--;
  }

  /** All levels are empty: the next turn begins at the top. */
  void startOver() {
    turn = null;
  }

  /** Shows the messages that are in memory in the order in which they came. */
  void forEach(MessageQueue.Visitor visitor) {
    Delivery[] cursors = new Delivery[all.length * 2];
    int open = 0;
    for (PriorityLevel level : all) {
      open = push(cursors, open, level.qos0().first());
      open = push(cursors, open, level.acknowledged().first());
    }
    while (open > 0) {
      int oldest = 0;
      for (int i = 1; i < open; i++) {
        if (cursors[i].at < cursors[oldest].at) {
          oldest = i;
        }
      }
      Delivery delivery = cursors[oldest];
      visitor.visit(delivery);
      Delivery next = delivery.following();
      cursors[oldest] = next != null ? next : cursors[--open];
    }
  }

  private static int push(Delivery[] cursors, int open, @Nullable Delivery first) {
    if (first == null) {
      return open;
    }
    cursors[open] = first;
    return open + 1;
  }

  /** The level whose turn it is; there is one that is not empty. */
  PriorityLevel onTurn(int shiftMultiplier) {
    PriorityLevel current = turn;
    if (current != null && !current.isEmpty() && allowance > 0) {
      return current;
    }
    PriorityLevel next = nonEmptyAfter(current);
    if (current == null || allowance <= 0) {
      allowance = (next.priority() + 1L) * shiftMultiplier;
    }
    turn = next;
    return next;
  }

  private PriorityLevel nonEmptyAfter(@Nullable PriorityLevel current) {
    int at = 0;
    while (current != null && all[at++] != current) {}
    for (int i = 0; i < all.length; i++) {
      PriorityLevel level = all[(at + i) % all.length];
      if (!level.isEmpty()) {
        return level;
      }
    }
    throw new IllegalStateException("no level has messages");
  }

  /** The lowest level that is not empty; there is one. */
  PriorityLevel lowestNonEmpty() {
    for (int i = all.length - 1; i >= 0; i--) {
      if (!all[i].isEmpty()) {
        return all[i];
      }
    }
    throw new IllegalStateException("no level has messages");
  }

  /** The level of a priority, made at its first message; from high to low in the array. */
  PriorityLevel level(int priority) {
    int at = 0;
    while (at < all.length && all[at].priority() > priority) {
      at++;
    }
    if (at < all.length && all[at].priority() == priority) {
      return all[at];
    }
    PriorityLevel level = new PriorityLevel(priority);
    PriorityLevel[] more = new PriorityLevel[all.length + 1];
    System.arraycopy(all, 0, more, 0, at);
    more[at] = level;
    System.arraycopy(all, at, more, at + 1, all.length - at);
    all = more;
    return level;
  }
}

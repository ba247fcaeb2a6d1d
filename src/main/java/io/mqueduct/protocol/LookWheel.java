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
package io.mqueduct.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who is to be looked at when: a wheel of slots, of which each turn takes the next one, so that a
 * turn costs as much as is due and not as much as there is. Owned by one event loop.
 *
 * @param <T> what is looked at; each has one place at most
 */
final class LookWheel<T extends LookWheel.Place> {
  /** Not to be looked at. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int NOWHERE = -1;

  private final List<ArrayList<T>> slots = new ArrayList<>();
  private final long turnMillis;
  private int hand;

  /** Where in the wheel something is. */
  abstract static class Place {
    private int slot = NOWHERE;
    private int index;
  }

  /**
   * An empty wheel.
   *
   * @param count of slots; what is due after more turns than that is looked at before, in vain
   * @param turnMillis how often it is turned
   */
  LookWheel(int count, long turnMillis) {
    for (int i = 0; i < count; i++) {
      slots.add(new ArrayList<>(0));
    }
    this.turnMillis = turnMillis;
  }

  /**
   * Has something looked at with the turn after so many milliseconds, or the last one before that;
   * instead of the look that it waited for.
   */
  void put(T what, long millis) {
    remove(what);
    if (millis == NEVER) {
      return;
    }
    long turns = Math.max(1, (millis + turnMillis - 1) / turnMillis);
    Place place = what;
    place.slot = (int) ((hand + Math.min(turns, slots.size() - 1)) % slots.size());
    ArrayList<T> slot = slots.get(place.slot);
    place.index = slot.size();
    slot.add(what);
  }

  /** Has something not looked at any more; not even if that is due in this turn. */
  void remove(T what) {
    Place place = what;
    if (place.slot == NOWHERE) {
      return;
    }
    ArrayList<T> slot = slots.get(place.slot);
    place.slot = NOWHERE;
    T last = slot.remove(slot.size() - 1);
    if (last != what) {
      slot.set(place.index, last);
      ((Place) last).index = place.index;
    }
  }

  /** Takes out what is due and shows it; it may be put back, and others may be put or removed. */
  void turn(Consumer<T> look) {
    hand = (hand + 1) % slots.size();
    ArrayList<T> due = slots.get(hand);
    while (!due.isEmpty()) {
      T last = due.get(due.size() - 1);
      remove(last);
      look.accept(last);
    }
    due.trimToSize(); // very many may have been due together once
  }
}

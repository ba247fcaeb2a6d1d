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

import java.util.ArrayList;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Things at numbered places that never move, so that a reader who comes back with a place goes on
 * where it was, at the same cost for the last page as for the first. Owned by one thread.
 */
final class Slots<T> {
  private final ArrayList<@Nullable T> places = new ArrayList<>();
  private final BitSet free = new BitSet();

  /** Puts a thing at the first free place and returns the place. */
  int add(T thing) {
    int place = free.nextSetBit(0);
    if (place < 0) {
      places.add(thing);
      return places.size() - 1;
    }
    free.clear(place);
    places.set(place, thing);
    return place;
  }

  /** Empties a place. */
  void remove(int place) {
    if (place == places.size() - 1) {
      places.remove(place);
    } else {
      places.set(place, null);
      free.set(place);
    }
  }

  /** What is at a place, or null. */
  @Nullable T get(int place) {
    return place < places.size() ? places.get(place) : null;
  }

  /** One more than the last place in use, or more. */
  int end() {
    return places.size();
  }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Places that a reader can come back to. */
class SlotsTest {
  @Test
  void givesFreePlacesAgainAndMovesNothing() {
    Slots<String> slots = new Slots<>();
    int a = slots.add("a");
    int b = slots.add("b");
    int c = slots.add("c");
    slots.remove(b);
    assertThat(slots.get(b)).isNull();
    assertThat(slots.get(a)).isEqualTo("a");
    assertThat(slots.get(c)).isEqualTo("c");
    assertThat(slots.add("d")).isEqualTo(b);
  }

  @Test
  void showsEverythingThatStaysOnceHoweverMuchComesAndGoesBetweenPages() {
    Random random = new Random(7);
    Slots<Integer> slots = new Slots<>();
    Map<Integer, Integer> placeOf = new HashMap<>();
    for (int i = 0; i < 1000; i++) {
      placeOf.put(i, slots.add(i));
    }
    var seen = new ArrayList<Integer>();
    int fresh = 1000;
    for (int place = 0; place < slots.end(); place++) {
      Integer thing = slots.get(place);
      if (thing != null) {
        seen.add(thing);
      }
      int victim = random.nextInt(500); // 500 to 999 stay
      Integer gone = placeOf.remove(victim);
      if (gone != null) {
        slots.remove(gone);
        placeOf.put(fresh, slots.add(fresh++));
      }
    }
    List<Integer> stayed = new ArrayList<>();
    for (int i = 500; i < 1000; i++) {
      stayed.add(i);
    }
    assertThat(seen).containsAll(stayed);
    assertThat(new HashSet<>(seen)).hasSize(seen.size());
  }
}

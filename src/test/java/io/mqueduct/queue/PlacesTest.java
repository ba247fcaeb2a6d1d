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

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private static final int LANES = 3;

  /** A set of places beside what is to be in it, in the order of lanes. */
  private static final class Pair {
    final Places places = new Places();
    final TreeSet<Long> model = new TreeSet<>();

    void check(Random random) {
      assertThat(places.isEmpty()).isEqualTo(model.isEmpty());
      assertThat(places.size()).isEqualTo(model.size());
      long any = place(random);
      assertThat(places.contains(any)).isEqualTo(model.contains(any));
      if (!model.isEmpty()) {
        long first = model.stream().min(Comparator.comparingLong(Places::sequence)).orElseThrow();
        assertThat(Places.sequence(places.first())).isEqualTo(Places.sequence(first));
        assertThat(model).contains(places.first());
        checkSpan(places.first(), 1 + random.nextInt(6), 1 + random.nextInt(60));
      }
    }

    private void checkSpan(long first, int most, int range) {
      long others =
          model.stream()
              .filter(each -> Places.lane(each) != Places.lane(first))
              .mapToLong(Places::sequence)
              .min()
              .orElse(Long.MAX_VALUE);
      long last =
          model.tailSet(first).stream()
              .filter(each -> Places.lane(each) == Places.lane(first))
              .filter(each -> each == first || Places.sequence(each) < others)
              .filter(each -> each - first < range)
              .limit(most)
              .reduce(first, (before, after) -> after);
      assertThat(places.span(first, most, range)).isEqualTo((int) (last - first + 1));
    }
  }

  private static long place(Random random) {
    return Places.place(random.nextInt(LANES), 1 + random.nextInt(100));
  }

  @Property(tries = 300)
  void holdWhatWasAdded(@ForAll long seed) {
    Random random = new Random(seed);
    Pair[] pairs = {new Pair(), new Pair()};
    for (int i = 0; i < 300; i++) {
      Pair one = pairs[random.nextInt(2)];
      Pair other = one == pairs[0] ? pairs[1] : pairs[0];
      change(one, other, random);
      one.check(random);
      other.check(random);
    }
  }

  private static void change(Pair one, Pair other, Random random) {
    long place = place(random);
    switch (random.nextInt(40)) {
      case 0 -> {
        one.places.addAll(other.places);
        one.model.addAll(other.model);
      }
      case 1 -> {
        one.places.retainAll(other.places);
        one.model.retainAll(other.model);
      }
      case 2 -> {
        one.places.removeUpTo(place);
        one.model.removeIf(each -> Places.lane(each) == Places.lane(place) && each <= place);
      }
      case 3 -> {
        one.places.clear();
        one.model.clear();
      }
      case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 -> {
        boolean isFirst = random.nextBoolean() && !one.model.isEmpty();
        long gone = isFirst ? one.places.first() : place;
        assertThat(one.places.remove(gone)).isEqualTo(one.model.remove(gone));
      }
      default -> {
        one.places.add(place);
        one.model.add(place);
      }
    }
  }

  @Test
  void tellWhetherThereAreAnyInATimeThatDoesNotGrowWithThem() {
    Places places = new Places();
    for (int i = 0; i < 1_000_000; i++) {
      places.add(i * 1_000L);
    }
    long begun = System.nanoTime();
    for (int i = 0; i < 100_000; i++) {
      assertThat(places.isEmpty()).isFalse();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }
}

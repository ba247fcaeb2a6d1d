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
package io.mqueduct.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyPlacesTest {
  private static final String LONG = "k".repeat(100);

  private static Reference.Key key(int number) {
    return new Reference.Key(7, number % 10 == 0 ? LONG + number : "k" + number);
  }

  /** However small the table is: what it forgot, the engine is asked for. */
  @Test
  void knowsAllOfThePresentRoundAndNothingThatIsNoLongerSo() {
    Random random = new Random(1);
    for (int slots : new int[] {2, 8, 64}) {
      KeyPlaces places = new KeyPlaces(slots);
      Map<Reference.Key, KeyPlace> ofRound = new HashMap<>();
      Map<Reference.Key, KeyPlace> all = new HashMap<>();
      long first = 1;
      for (long sequence = 1; sequence < 50_000; sequence++) {
        if (random.nextInt(20) == 0) {
          places.endOfRound();
          first = sequence;
          ofRound.clear();
        }
        Reference.Key changed = key(random.nextInt(40));
        KeyPlace place =
            random.nextInt(3) == 0
                ? KeyPlace.NOWHERE
                : KeyPlace.indexed(random.nextInt(4), sequence);
        places.put(changed, place, sequence, first);
        ofRound.put(changed, place);
        all.put(changed, place);

        Reference.Key asked = key(random.nextInt(40));
        KeyPlace found = places.find(asked);
        if (ofRound.containsKey(asked)) {
          assertThat(found).isEqualTo(ofRound.get(asked));
        } else if (found != null) {
          assertThat(found).isEqualTo(all.get(asked));
        }
      }
    }
  }

  @Test
  void remembersKeysBeyondTheirRoundSoThatNothingIsRead() {
    KeyPlaces places = new KeyPlaces();
    for (int i = 0; i < 40_000; i++) {
      places.put(new Reference.Key(7, "key-" + i), KeyPlace.indexed(0, i + 1), i + 1, 1);
    }
    places.endOfRound();
    int known = 0;
    for (int i = 0; i < 40_000; i++) {
      known += places.find(new Reference.Key(7, "key-" + i)) != null ? 1 : 0;
    }
    assertThat(known).isGreaterThan(33_000);
    places.clear();
    assertThat(places.find(new Reference.Key(7, "key-1"))).isNull();
  }
}

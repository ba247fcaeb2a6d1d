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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LookWheelTest {
  private static final int SLOTS = 8;

  private final LookWheel<Thing> wheel = new LookWheel<>(SLOTS, 1000);

  private static final class Thing extends LookWheel.Place {}

  private final Thing thing = new Thing();

  private List<Thing> turn() {
    List<Thing> due = new ArrayList<>();
    wheel.turn(due::add);
    return due;
  }

  /** Turns until the thing is shown; 0 if it is not. */
  private int turnsUntilShown() {
    for (int turns = 1; turns <= 2 * SLOTS; turns++) {
      if (turn().contains(thing)) {
        return turns;
      }
    }
    return 0;
  }

  private int turnsOf(long millis) {
    wheel.put(thing, millis);
    return turnsUntilShown();
  }

  @Test
  void showsWhatIsDueWithTheTurnAfterIt() {
    assertThat(turnsOf(1)).isEqualTo(1);
    assertThat(turnsOf(1000)).isEqualTo(1);
    assertThat(turnsOf(1001)).isEqualTo(2);
    assertThat(turnsOf(5000)).isEqualTo(5);
  }

  @Test
  void showsWhatIsOverdueWithTheNextTurn() {
    assertThat(turnsOf(0)).isEqualTo(1);
    assertThat(turnsOf(-5000)).isEqualTo(1);
  }

  @Test
  void showsWhatIsFarAwayOnceARound() {
    assertThat(turnsOf(98_302_500)).isEqualTo(SLOTS - 1);
  }

  @Test
  void showsWhatIsNeverDueNotAtAll() {
    assertThat(turnsOf(LookWheel.NEVER)).isZero();
  }

  @Test
  void keepsTheLastTimeOnly() {
    wheel.put(thing, 1000);
    wheel.put(thing, 3000);
    assertThat(turnsUntilShown()).isEqualTo(3);
    assertThat(turnsUntilShown()).isZero();

    wheel.put(thing, 3000);
    wheel.put(thing, 1000);
    assertThat(turnsUntilShown()).isEqualTo(1);
    assertThat(turnsUntilShown()).isZero();
  }

  @Test
  void showsNothingThatALookBeforeItRemovedInTheSameTurn() {
    Thing other = new Thing();
    wheel.put(thing, 1000);
    wheel.put(other, 1000);
    List<Thing> shown = new ArrayList<>();

    wheel.turn(
        each -> {
          shown.add(each);
          wheel.remove(thing);
          wheel.remove(other);
        });

    assertThat(shown).hasSize(1);
    assertThat(turnsUntilShown()).isZero();
  }

  @Test
  void whatALookPutsBackComesWithALaterTurn() {
    wheel.put(thing, 1000);
    wheel.turn(each -> wheel.put(each, 0));
    assertThat(turnsUntilShown()).isEqualTo(1);

    wheel.put(thing, 1000);
    wheel.turn(each -> wheel.put(each, 1_000_000));
    assertThat(turnsUntilShown()).isEqualTo(SLOTS - 1);
  }

  @Test
  void showsEachOfVeryManyWhenItIsDue() {
    Random random = new Random(7);
    List<Thing> things = new ArrayList<>();
    Map<Thing, Integer> dueAt = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      things.add(new Thing());
    }
    for (int now = 1; now <= 200; now++) {
      for (int i = 0; i < 500; i++) {
        Thing each = things.get(random.nextInt(things.size()));
        int turns = random.nextInt(SLOTS + 2);
        if (turns == 0) {
          wheel.remove(each);
          dueAt.remove(each);
        } else {
          wheel.put(each, turns * 1000L);
          dueAt.put(each, now + Math.min(turns, SLOTS - 1) - 1);
        }
      }
      List<Thing> wanted = new ArrayList<>();
      int here = now;
      dueAt.forEach(
          (each, at) -> {
            if (at == here) {
              wanted.add(each);
            }
          });
      wanted.forEach(dueAt::remove);
      assertThat(turn()).containsExactlyInAnyOrderElementsOf(wanted);
    }
  }
}

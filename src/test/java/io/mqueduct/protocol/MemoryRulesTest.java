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

import io.mqueduct.config.LimitsSettings.MemoryGuard;
import io.mqueduct.protocol.MemoryRules.Level;
import org.junit.jupiter.api.Test;

class MemoryRulesTest {
  private static final MemoryGuard GUARD = new MemoryGuard(true, 0.8, 0.92);
  private static final MemoryGuard OFF = new MemoryGuard(false, 0.8, 0.92);
  private static final long MINUTE = 60_000;

  private final MemoryRules rules = new MemoryRules();

  @Test
  void nothingIsShortBeforeAnythingWasCollected() {
    assertThat(rules.judge(GUARD)).isEqualTo(Level.NORMAL);
    assertThat(rules.asksForCollection(GUARD, 0)).isFalse();
  }

  @Test
  void whatAFullCollectionLeavesIsBelievedAtOnce() {
    rules.collected(0.85, true, 0);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.HIGH);

    rules.collected(0.93, true, 1);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.CRITICAL);

    rules.collected(0.3, true, 2);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.NORMAL);
  }

  @Test
  void ofPartialCollectionsTheLeastOfThreeIsBelieved() {
    rules.collected(0.95, false, 0);
    rules.collected(0.95, false, 1);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.NORMAL);

    rules.collected(0.85, false, 2);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.HIGH);

    rules.collected(0.2, false, 3);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.NORMAL);
  }

  @Test
  void aFullCollectionIsAskedForWhenMuchSeemsInUseButNotMoreThanOnceAMinute() {
    for (int i = 0; i < 3; i++) {
      rules.collected(0.85, false, i);
    }

    assertThat(rules.asksForCollection(GUARD, 10)).isTrue();
    assertThat(rules.asksForCollection(GUARD, 11)).isFalse();
    assertThat(rules.asksForCollection(GUARD, 10 + MINUTE)).isTrue();
  }

  @Test
  void aLevelThatNoCollectionConfirmsIsLookedAtAgain() {
    rules.collected(0.85, true, 0);
    rules.judge(GUARD);
    rules.asksForCollection(GUARD, 0);
    rules.collected(0.79, true, 1);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.HIGH); // not yet far enough below its mark

    assertThat(rules.asksForCollection(GUARD, MINUTE)).isFalse();
    assertThat(rules.asksForCollection(GUARD, 1 + MINUTE)).isTrue();
  }

  @Test
  void aLevelIsLeftOnlyWhenSomeMoreIsFree() {
    rules.collected(0.93, true, 0);
    rules.judge(GUARD);

    rules.collected(0.90, true, 1);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.CRITICAL);
    rules.collected(0.86, true, 2);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.HIGH);
    rules.collected(0.76, true, 3);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.HIGH);
    rules.collected(0.74, true, 4);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.NORMAL);
  }

  @Test
  void directMemoryCountsLikeTheHeap() {
    rules.direct(0.95);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.CRITICAL);
    rules.direct(0.1);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.NORMAL);
  }

  @Test
  void saysWhichMemoryIsShort() {
    rules.collected(0.09, true, 0);
    rules.direct(0.85);
    rules.judge(GUARD);
    assertThat(rules.ofHeap()).isEqualTo(Level.NORMAL);
    assertThat(rules.ofDirect()).isEqualTo(Level.HIGH);
    assertThat(rules.shortMemory()).isEqualTo("memory (direct)");
    assertThat(rules.inUse()).isEqualTo("85% of the direct memory and 9% of the heap are in use");

    rules.collected(0.95, true, 1);
    assertThat(rules.judge(GUARD)).isEqualTo(Level.CRITICAL);
    assertThat(rules.shortMemory()).isEqualTo("memory (heap)");
    assertThat(rules.inUse()).isEqualTo("95% of the heap and 85% of the direct memory are in use");

    rules.direct(0.95);
    rules.judge(GUARD);
    assertThat(rules.shortMemory()).isEqualTo("memory (heap and direct)");
  }

  @Test
  void aGuardThatIsOffNeverSaysThatMemoryIsShort() {
    rules.collected(0.99, true, 0);
    assertThat(rules.judge(OFF)).isEqualTo(Level.NORMAL);
    assertThat(rules.asksForCollection(OFF, 0)).isFalse();
  }
}

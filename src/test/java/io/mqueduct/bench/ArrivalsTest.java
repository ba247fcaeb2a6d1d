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
package io.mqueduct.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.bench.Arrivals.Arrival;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  @Test
  void inOrderNothingIsWrongAndPublishersDoNotMix() {
    Arrivals arrivals = new Arrivals.Ordered(2);
    for (int i = 1; i <= 200; i++) {
      assertThat(arrivals.note(0, i)).isEqualTo(Arrival.FRESH);
      assertThat(arrivals.note(1, i)).isEqualTo(Arrival.FRESH);
    }
  }

  @Test
  void aSecondTimeIsADuplicateAndBehindALaterOneIsLate() {
    Arrivals arrivals = new Arrivals.Ordered(1);
    arrivals.note(0, 1);
    arrivals.note(0, 4);

    assertThat(arrivals.note(0, 4)).isEqualTo(Arrival.DUPLICATE);
    assertThat(arrivals.note(0, 1)).isEqualTo(Arrival.DUPLICATE);
    assertThat(arrivals.note(0, 2)).isEqualTo(Arrival.LATE);
    assertThat(arrivals.note(0, 2)).isEqualTo(Arrival.DUPLICATE);
  }

  @Test
  void aGapBeyondTheMemoryIsTakenForLate() {
    Arrivals arrivals = new Arrivals.Ordered(1);
    arrivals.note(0, 1);
    arrivals.note(0, 100);

    assertThat(arrivals.note(0, 36)).isEqualTo(Arrival.LATE);
    assertThat(arrivals.note(0, 37)).isEqualTo(Arrival.LATE);
    assertThat(arrivals.note(0, 37)).isEqualTo(Arrival.DUPLICATE);
  }

  @Test
  void ofTopicsOnlyTheOrderWithinATopicCounts() {
    Arrivals arrivals = new Arrivals.OfTopics(2, 3);
    assertThat(arrivals.note(0, 4)).isEqualTo(Arrival.FRESH);
    assertThat(arrivals.note(0, 3)).isEqualTo(Arrival.FRESH);
    assertThat(arrivals.note(1, 1)).isEqualTo(Arrival.FRESH);
    assertThat(arrivals.note(0, 4)).isEqualTo(Arrival.DUPLICATE);
    assertThat(arrivals.note(0, 1)).isEqualTo(Arrival.LATE);
    assertThat(arrivals.note(0, 7)).isEqualTo(Arrival.FRESH);
  }

  @Test
  void withoutOrderOnlyASecondTimeIsWrong() {
    Arrivals arrivals = new Arrivals.Unordered(1);
    assertThat(arrivals.note(0, 1_000_000)).isEqualTo(Arrival.FRESH);
    assertThat(arrivals.note(0, 1)).isEqualTo(Arrival.FRESH);
    assertThat(arrivals.note(0, 1_000_000)).isEqualTo(Arrival.DUPLICATE);
  }
}

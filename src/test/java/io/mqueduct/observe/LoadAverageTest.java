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
package io.mqueduct.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LoadAverageTest {
  @Test
  void whatHappensEvenlyIsItsRateAMinuteInTheEnd() {
    LoadAverage average = new LoadAverage(1);

    for (int second = 0; second < 600; second++) {
      average.add(10, 1000);
    }

    assertThat(average.perMinute()).isCloseTo(600, within(1.0));
  }

  @Test
  void whatIsAMinuteAgoCountsForAThird() {
    LoadAverage average = new LoadAverage(1);
    for (int second = 0; second < 600; second++) {
      average.add(10, 1000);
    }

    for (int second = 0; second < 60; second++) {
      average.add(0, 1000);
    }

    assertThat(average.perMinute()).isCloseTo(600 / Math.E, within(1.0));
  }

  @Test
  void theLengthOfTheStepsDoesNotMatter() {
    LoadAverage one = new LoadAverage(5);
    LoadAverage other = new LoadAverage(5);

    one.add(100, 10_000);
    for (int i = 0; i < 10; i++) {
      other.add(10, 1000);
    }

    assertThat(one.perMinute()).isCloseTo(other.perMinute(), within(0.001));
  }

  @Test
  void timeThatDoesNotPassChangesNothing() {
    LoadAverage average = new LoadAverage(1);
    average.add(100, 0);
    average.add(100, -5);

    assertThat(average.perMinute()).isZero();
  }
}

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

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScatterTest {
  private static final int MASK = (1 << 18) - 1;

  /** Where Netty's tables put a number. */
  private static int slot(long key) {
    return (int) (key ^ key >>> 32) & MASK;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 64, 4_096, 65_537})
  void numbersAtEqualDistancesMakeNoLongRows(long distance) {
    var taken = new boolean[MASK + 1];
    for (int i = 0; i < 100_000; i++) {
      int at = slot(Scatter.of(1_000_000 + i * distance));
      while (taken[at]) {
        at = at + 1 & MASK;
      }
      taken[at] = true;
    }
    int longest = 0;
    int row = 0;
    for (boolean each : taken) {
      row = each ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    assertThat(longest).isLessThan(100);
  }
}

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

import io.mqueduct.config.LimitsSettings.Flapping;
import org.junit.jupiter.api.Test;

class FlappingTableTest {
  private static final Flapping RULES = new Flapping(true, 3, 1000, 5000);

  private final FlappingTable table = new FlappingTable();

  @Test
  void oneConnectionTooManyInTheWindowBansTheClientIdForAWhile() {
    assertThat(table.connected("a", RULES, 0)).isFalse();
    assertThat(table.connected("a", RULES, 10)).isFalse();
    assertThat(table.connected("a", RULES, 20)).isFalse();
    assertThat(table.isBanned("a", RULES, 20)).isFalse();

    assertThat(table.connected("a", RULES, 30)).isTrue();

    assertThat(table.isBanned("a", RULES, 31)).isTrue();
    assertThat(table.isBanned("a", RULES, 5029)).isTrue();
    assertThat(table.isBanned("a", RULES, 5030)).isFalse();
    assertThat(table.isBanned("b", RULES, 31)).isFalse();
  }

  @Test
  void connectionsThatAreFarEnoughApartAreNotCountedTogether() {
    for (long now = 0; now < 100_000; now += 400) {
      assertThat(table.connected("a", RULES, now)).isFalse();
    }
  }

  @Test
  void afterTheBanTheCountBeginsAnew() {
    for (int i = 0; i < 4; i++) {
      table.connected("a", RULES, 0);
    }

    assertThat(table.connected("a", RULES, 5000)).isFalse();
    assertThat(table.isBanned("a", RULES, 5000)).isFalse();
  }

  @Test
  void aConnectionWhileBannedDoesNotMakeTheBanLonger() {
    for (int i = 0; i < 4; i++) {
      table.connected("a", RULES, 0);
    }

    assertThat(table.connected("a", RULES, 4000)).isTrue();
    assertThat(table.isBanned("a", RULES, 5001)).isFalse();
  }

  @Test
  void theTableIsBoundedAndEmptiesItself() {
    for (int i = 0; i < FlappingTable.MAX_ENTRIES + 10; i++) {
      table.connected("id" + i, RULES, 0);
    }
    assertThat(table.size()).isEqualTo(FlappingTable.MAX_ENTRIES);
    assertThat(table.connected("newcomer", RULES, 1)).isFalse();

    table.sweep(1000);

    assertThat(table.size()).isZero();
  }

  @Test
  void nothingIsCountedWhileTheDetectionIsOff() {
    Flapping off = new Flapping(false, 3, 1000, 5000);
    for (int i = 0; i < 10; i++) {
      assertThat(table.connected("a", off, 0)).isFalse();
    }
    assertThat(table.size()).isZero();
  }
}

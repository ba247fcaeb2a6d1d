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

import org.junit.jupiter.api.Test;

class ReadClockTest {
  private final ReadClock clock = new ReadClock(100, 1000);

  private long tick(long now) {
    clock.tick(now);
    return clock.readMillis();
  }

  @Test
  void isOneTickBehind() {
    assertThat(tick(1100)).isEqualTo(1000);
    assertThat(tick(1200)).isEqualTo(1100);
  }

  @Test
  void aPassThatTookLongCountsOnlyWithTheNext() {
    tick(1100);

    assertThat(tick(6100)).isEqualTo(1100);
    assertThat(tick(6200)).isEqualTo(6100);
  }

  @Test
  void ticksThatAreMadeUpForAtOnceDoNotCount() {
    tick(1100);

    assertThat(tick(6100)).isEqualTo(1100);
    assertThat(tick(6101)).isEqualTo(1100);
    assertThat(tick(6102)).isEqualTo(1100);
    assertThat(tick(6200)).isEqualTo(6100);
  }

  @Test
  void followsAWallClockThatIsSetBack() {
    tick(1100);

    assertThat(tick(500)).isEqualTo(500);
    assertThat(tick(600)).isEqualTo(500);
  }
}

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

import org.junit.jupiter.api.Test;

class PacketWindowTest {
  @Test
  void identifiersInUseAreNotTakenAgainAndZeroNever() {
    PacketWindow window = new PacketWindow(10);
    assertThat(window.take()).isEqualTo(1);
    for (int i = 0; i < 65_534; i++) {
      int id = window.take();
      assertThat(id).isNotZero();
      window.free(id);
    }

    assertThat(window.take()).isEqualTo(2);
  }

  @Test
  void anIdentifierIsFreedOnce() {
    PacketWindow window = new PacketWindow(2);
    int id = window.take();

    assertThat(window.free(id)).isTrue();
    assertThat(window.free(id)).isFalse();
    assertThat(window.available()).isEqualTo(2);
  }

  @Test
  void theBrokersReceiveMaximumOnlyLowersTheLimit() {
    PacketWindow window = new PacketWindow(10);
    window.limit(3);
    window.limit(65_535);
    window.take();

    assertThat(window.available()).isEqualTo(2);
  }
}

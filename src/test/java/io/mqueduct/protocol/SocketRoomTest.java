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

class SocketRoomTest {
  @Test
  void leavesTheFilesThatTheRestOfTheBrokerNeeds() {
    assertThat(SocketRoom.beside(20_000)).isEqualTo(new SocketRoom(18_700));
    assertThat(SocketRoom.beside(20_000).clients()).isEqualTo(18_444);
    assertThat(SocketRoom.beside(1_024)).isEqualTo(new SocketRoom(512));
  }

  @Test
  void isNoLimitWhereTheSystemHasNone() {
    assertThat(SocketRoom.beside(-1)).isEqualTo(SocketRoom.UNKNOWN); // how "unlimited" is told
    assertThat(SocketRoom.beside(Long.MAX_VALUE)).isEqualTo(SocketRoom.UNKNOWN);
  }
}

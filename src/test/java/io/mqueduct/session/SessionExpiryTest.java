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
package io.mqueduct.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SessionExpiryTest {
  private static final long NEVER = SessionExpiry.NEVER_SECONDS;

  @Test
  void version5ClientsSayTheirOwnAndAreClamped() {
    assertThat(SessionExpiry.forVersion5(OptionalLong.empty(), NEVER)).isZero();
    assertThat(SessionExpiry.forVersion5(OptionalLong.of(300), NEVER)).isEqualTo(300);
    assertThat(SessionExpiry.forVersion5(OptionalLong.of(NEVER), 60)).isEqualTo(60);
    assertThat(SessionExpiry.forVersion5(OptionalLong.of(NEVER), NEVER)).isEqualTo(NEVER);
  }

  @Test
  void version3ClientsGetTheConfiguredOneWithCleanSessionZero() {
    assertThat(SessionExpiry.forVersion3(true, 7200)).isZero();
    assertThat(SessionExpiry.forVersion3(false, 7200)).isEqualTo(7200);
  }

  @Test
  void disconnectMayChangeItButNotFromZero() {
    assertThat(SessionExpiry.onDisconnect(60, 0, NEVER)).hasValue(0);
    assertThat(SessionExpiry.onDisconnect(60, 600, 300)).hasValue(300);
    assertThat(SessionExpiry.onDisconnect(0, 0, NEVER)).hasValue(0);
    assertThat(SessionExpiry.onDisconnect(0, 60, NEVER)).as("protocol error").isEmpty();
  }

  @Test
  void endsAfterTheIntervalOrNever() {
    assertThat(SessionExpiry.endsAt(1000, 3)).isEqualTo(4000);
    assertThat(SessionExpiry.endsAt(1000, 0)).isEqualTo(1000);
    assertThat(SessionExpiry.endsAt(1000, NEVER)).isEqualTo(Long.MAX_VALUE);
  }
}

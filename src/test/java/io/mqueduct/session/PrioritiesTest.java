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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.TopicName;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrioritiesTest {
  private static final Map<String, Integer> TABLE =
      Map.of("a/b", 1, "a/+", 2, "+/b", 3, "a/#", 4, "#", 5, "a/b/#", 6, "+/+/c", 7);

  @ParameterizedTest
  @CsvSource({"a/b,1", "a/x,2", "x/b,3", "a/b/d,6", "a/x/y,4", "x,5", "a/b/c,7", "a,4", "$SYS/x,0"})
  void theMostSpecificFilterDecides(String topic, int priority) {
    assertThat(new Priorities(TABLE, false).of(TopicName.of(topic))).isEqualTo(priority);
  }

  @Test
  void unmatchedTopicsAreLowestOrHighest() {
    assertThat(new Priorities(Map.of("a", 255), false).of(TopicName.of("b"))).isEqualTo(0);
    assertThat(new Priorities(Map.of("a", 255), true).of(TopicName.of("b"))).isGreaterThan(255);
    assertThat(new Priorities(Map.of(), true).of(TopicName.of("b"))).isEqualTo(0);
  }

  @Test
  void refusesPrioritiesOutOfRange() {
    assertThatThrownBy(() -> new Priorities(Map.of("a", 256), false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

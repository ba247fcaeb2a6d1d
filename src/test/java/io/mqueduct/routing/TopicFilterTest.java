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
package io.mqueduct.routing;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicFilterTest {
  @ParameterizedTest
  @CsvSource({
    "a,a",
    "#,a",
    "#,/",
    "#,a/b/c",
    "+,a",
    "a/#,a",
    "a/#,a/",
    "a/#,a/b/c",
    "a/+,a/b",
    "a/+,a/",
    "+/+,/a",
    "/+,/a",
    "+/+,/",
    "+/b/#,a/b",
    "+/b/#,a/b/c",
    "a/+/c,a//c",
    "$SYS/#,$SYS/x",
    "$SYS/#,$SYS",
    "$SYS/+,$SYS/x",
    "+/a$,x/a$",
    "sport/+/player1,sport/tennis/player1"
  })
  void matches(String filter, String topic) {
    assertThat(TopicFilter.matches(filter, topic)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "a,b",
    "a,A",
    "a,aa",
    "aa,a",
    "a,a/",
    "a/,a",
    "a,/a",
    "+,a/b",
    "+,/a",
    "+,/",
    "a/+,a",
    "a/+,a/b/c",
    "a/#,ab",
    "a/#,b",
    "a/b/#,a",
    "+/b/#,a/c",
    "#,$SYS",
    "#,$SYS/x",
    "+/x,$SYS/x",
    "+,$SYS",
    "$SYS/+,$SYS/x/y",
    "a/+/c,a/b/d",
    "sport/tennis/#,sport",
    "ä/+,a/x"
  })
  void doesNotMatch(String filter, String topic) {
    assertThat(TopicFilter.matches(filter, topic)).isFalse();
  }

  @Property(tries = 3000)
  void agreesWithTheNaiveModel(@ForAll("filters") String filter, @ForAll("topics") String topic) {
    assertThat(TopicFilter.matches(filter, topic)).isEqualTo(NaiveMatch.matches(filter, topic));
  }

  @Provide
  Arbitrary<String> filters() {
    return NaiveMatch.filters();
  }

  @Provide
  Arbitrary<String> topics() {
    return NaiveMatch.topics();
  }
}

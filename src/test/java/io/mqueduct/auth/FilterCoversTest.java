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
package io.mqueduct.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterCoversTest {
  /**
   * Every topic of up to five levels over the letters of the filters and one that none of them has.
   */
  private static final List<String> TOPICS = topics();

  @ParameterizedTest
  @CsvSource({
    "a/#, a/+/b, true",
    "a/#, a, true",
    "a/#, a/#, true",
    "a/+, a/b, true",
    "a/+, a/+, true",
    "a/+, a/#, false",
    "a/b, a/+, false",
    "a/+/c, a/b/c, true",
    "a/+, a, false",
    "a/+, a/, true",
    "a, a/, false",
    "+/#, #, true",
    "#, +/#, true",
    "#, $SYS/#, false",
    "+/x, $SYS/x, false",
    "$SYS/#, $SYS/broker/+, true",
    "$queue/#, $queue/orders, true",
    "ab, a, false",
  })
  void coversWhatItMatchesAllOf(String wide, String narrow, boolean expected) {
    assertThat(FilterCovers.covers(wide, narrow)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "secret/#, #, false, true",
    "secret/#, +/a, false, true",
    "secret/#, other/#, false, false",
    "a/+/c, a/b/+, false, true",
    "a/+, a/b/c, false, false",
    "a, a/#, false, true",
    "#, $SYS/a, false, false",
    "#, $SYS/a, true, true",
    "$SYS/#, #, true, false",
  })
  void overlapsWhatItSharesATopicWith(
      String rule, String filter, boolean alsoDollar, boolean expected) {
    assertThat(FilterCovers.overlaps(rule, filter, alsoDollar)).isEqualTo(expected);
  }

  @Property(tries = 2_000)
  void coveringIsMatchingASupersetOfTopics(
      @ForAll("filters") String wide, @ForAll("filters") String narrow) {
    var superset = TOPICS.stream().filter(t -> matches(narrow, t)).allMatch(t -> matches(wide, t));

    assertThat(FilterCovers.covers(wide, narrow)).isEqualTo(superset);
  }

  @Property(tries = 2_000)
  void overlappingIsMatchingACommonTopic(
      @ForAll("filters") String one, @ForAll("filters") String other) {
    var common = TOPICS.stream().anyMatch(t -> matches(one, t) && matches(other, t));

    assertThat(FilterCovers.overlaps(one, other, false)).isEqualTo(common);
    assertThat(FilterCovers.overlaps(other, one, false)).isEqualTo(common);
  }

  @Provide
  Arbitrary<String> filters() {
    var level = Arbitraries.of("a", "b", "", "+", "$s");
    var end = Arbitraries.of("a", "+", "#", "$s");
    return level.list().ofMaxSize(3).flatMap(levels -> end.map(last -> join(levels, last)));
  }

  private static String join(List<String> levels, String last) {
    var all = new ArrayList<>(levels);
    all.add(last);
    return String.join("/", all);
  }

  /**
   * The definition of the standard, level by level, on purpose another way than the class under
   * test.
   */
  private static boolean matches(String filter, String topic) {
    if (topic.startsWith("$") && (filter.startsWith("+") || filter.startsWith("#"))) {
      return false;
    }
    return matches(List.of(filter.split("/", -1)), List.of(topic.split("/", -1)));
  }

  private static boolean matches(List<String> filter, List<String> topic) {
    if (filter.isEmpty()) {
      return topic.isEmpty();
    }
    if (filter.get(0).equals("#")) {
      return true;
    }
    return !topic.isEmpty()
        && (filter.get(0).equals("+") || filter.get(0).equals(topic.get(0)))
        && matches(filter.subList(1, filter.size()), topic.subList(1, topic.size()));
  }

  private static List<String> topics() {
    var letters = List.of("a", "b", "", "$s", "z");
    var topics = new ArrayList<>(letters);
    var longest = List.copyOf(letters);
    for (var depth = 2; depth <= 5; depth++) {
      var longer = new ArrayList<String>();
      for (var topic : longest) {
        for (var letter : letters) {
          longer.add(topic + "/" + letter);
        }
      }
      topics.addAll(longer);
      longest = longer;
    }
    return topics;
  }
}

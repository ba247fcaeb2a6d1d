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

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** The obvious way to match, and few enough different topics and filters that many of them meet. */
final class NaiveMatch {
  private NaiveMatch() {}

  static boolean matches(String filter, String topic) {
    List<String> filterLevels = List.of(filter.split("/", -1));
    List<String> topicLevels = List.of(topic.split("/", -1));
    if (topic.startsWith("$") && List.of("+", "#").contains(filterLevels.get(0))) {
      return false;
    }
    for (int i = 0; i < filterLevels.size(); i++) {
      if (filterLevels.get(i).equals("#")) {
        return true;
      }
      if (i >= topicLevels.size()) {
        return false;
      }
      if (!filterLevels.get(i).equals("+") && !filterLevels.get(i).equals(topicLevels.get(i))) {
        return false;
      }
    }
    return filterLevels.size() == topicLevels.size();
  }

  static Arbitrary<String> topics() {
    return Arbitraries.of("a", "b", "aa", "", "$s", "é")
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(levels -> String.join("/", levels))
        .filter(topic -> !topic.isEmpty());
  }

  static Arbitrary<String> filters() {
    return Arbitraries.of("a", "b", "aa", "", "$s", "é", "+", "+", "#")
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(NaiveMatch::filterOf)
        .filter(filter -> !filter.isEmpty());
  }

  private static String filterOf(List<String> levels) {
    int hash = levels.indexOf("#");
    return String.join("/", hash < 0 ? levels : levels.subList(0, hash + 1));
  }
}

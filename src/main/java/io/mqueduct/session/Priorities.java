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

import io.mqueduct.message.TopicName;
import io.mqueduct.routing.TopicFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table of topic priorities for the mqueue. The most specific filter that matches decides: an
 * exact name, then filters with {@code +}, then filters with {@code #}; among two of the same kind
 * the one that has the literal level where they first differ. Immutable, any thread.
 */
public final class Priorities {
  /** No table: one level for all. */
  public static final Priorities DISABLED = new Priorities(Map.of(), false);

  /** The level of unmatched topics when they are the lowest. */
  static final int LOWEST = 0;

  /** The level of unmatched topics when they are the highest; above every entry of a table. */
  static final int HIGHEST = 256;

  private final Map<String, Integer> exact = new HashMap<>();
  private final List<Entry> wildcards = new ArrayList<>();
  private final int unmatched;

  private record Entry(String filter, int priority) {}

  /**
   * A table.
   *
   * @param table topic filter → priority, 1 to 255 (0 is allowed, and is that of unmatched topics)
   * @param unmatchedHighest whether topics without an entry come before all others, not after them
   */
  public Priorities(Map<String, Integer> table, boolean unmatchedHighest) {
    table.forEach(
        (filter, priority) -> {
          if (priority < 0 || priority > 255) {
            throw new IllegalArgumentException("priority " + priority + " of " + filter);
          }
          if (TopicFilter.hasWildcard(filter)) {
            wildcards.add(new Entry(filter, priority));
          } else {
            exact.put(filter, priority);
          }
        });
    wildcards.sort(Comparator.comparing(Entry::filter, Priorities::moreSpecific));
    unmatched = unmatchedHighest && !table.isEmpty() ? HIGHEST : LOWEST;
  }

  /** The priority of a topic. */
  int of(TopicName topic) {
    if (exact.isEmpty() && wildcards.isEmpty()) {
      return unmatched;
    }
    @Nullable Integer named = exact.get(topic.text());
    if (named != null) {
      return named;
    }
    for (int i = 0; i < wildcards.size(); i++) {
      Entry entry = wildcards.get(i);
      if (TopicFilter.matches(entry.filter(), topic.text())) {
        return entry.priority();
      }
    }
    return unmatched;
  }

  private static int moreSpecific(String left, String right) {
    int byKind = Boolean.compare(left.endsWith("#"), right.endsWith("#"));
    if (byKind != 0) {
      return byKind;
    }
    String[] leftLevels = left.split("/", -1);
    String[] rightLevels = right.split("/", -1);
    for (int i = 0; i < Math.min(leftLevels.length, rightLevels.length); i++) {
      int byLevel = Integer.compare(wildness(leftLevels[i]), wildness(rightLevels[i]));
      if (byLevel != 0) {
        return byLevel;
      }
    }
    int byDepth = Integer.compare(rightLevels.length, leftLevels.length);
    return byDepth != 0 ? byDepth : left.compareTo(right);
  }

  private static int wildness(String level) {
    return switch (level) {
      case "#" -> 2;
      case "+" -> 1;
      default -> 0;
    };
  }
}

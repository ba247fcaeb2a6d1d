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

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The filters of interceptors. Changed by the tree's one writer, read by any thread without locks;
 * the cost of finding those of a topic does not grow with their number.
 */
final class InterceptorIndex {
  private volatile FilterTable exact = FilterTable.ofFilters();
  private final WildcardTrie wildcards = new WildcardTrie();

  /**
   * The interceptors of one filter. Immutable.
   *
   * @param interceptors not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // shared, and nobody compares entries
  record Entry(String filter, Interceptor[] interceptors) implements FilterEntry {}

  /** Adds one. Owner only. */
  void add(String filter, Interceptor interceptor) {
    Entry known = find(filter);
    Interceptor[] all =
        known == null
            ? new Interceptor[1]
            : Arrays.copyOf(known.interceptors(), known.interceptors().length + 1);
    all[all.length - 1] = interceptor;
    put(new Entry(known == null ? filter : known.filter(), all));
  }

  /** Takes one out; whether it was there. Owner only. */
  boolean remove(String filter, Interceptor interceptor) {
    Entry known = find(filter);
    if (known == null) {
      return false;
    }
    Interceptor[] rest =
        Arrays.stream(known.interceptors())
            .filter(each -> each != interceptor)
            .toArray(Interceptor[]::new);
    if (rest.length > 0) {
      put(new Entry(known.filter(), rest));
    } else if (TopicFilter.hasWildcard(filter)) {
      wildcards.remove(filter);
    } else {
      exact = exact.remove(filter, 0, filter.length());
    }
    return rest.length < known.interceptors().length;
  }

  private @Nullable Entry find(String filter) {
    return (Entry)
        (TopicFilter.hasWildcard(filter)
            ? wildcards.find(filter)
            : exact.find(filter, 0, filter.length(), 0));
  }

  private void put(Entry entry) {
    if (TopicFilter.hasWildcard(entry.filter())) {
      wildcards.put(entry);
    } else {
      exact = exact.put(entry, 0, entry.filter().length());
    }
  }

  /** Adds those of a topic to a route. Any thread. */
  void collect(int topicHash, String topic, RouteBuilder found) {
    FilterEntry entry = exact.find(topicHash, topic, 0, topic.length(), 0);
    if (entry != null) {
      found.add(entry);
    }
    wildcards.collect(topic, found);
  }
}

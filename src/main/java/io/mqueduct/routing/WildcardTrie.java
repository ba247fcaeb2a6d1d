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

import org.jspecify.annotations.Nullable;

/**
 * The filters with wildcards, level by level. Written by the tree's one writer, read by any thread
 * without locks.
 *
 * <p>A node exists only where filters part; what is unique below is the entry of the filter itself
 * (its remaining levels are compared when a topic gets there), and levels that all filters below a
 * node share are skipped over in one comparison. Each change makes its new nodes first and then
 * appears by one write, so that a reader sees the filters that stay, whatever is changed meanwhile.
 */
final class WildcardTrie {
  private final TrieNode root = new TrieNode("", 0);

  /** The entry of a filter: a {@link Subscription} or a {@link Leaf}. */
  @Nullable FilterEntry find(String filter) {
    TrieNode node = root;
    while (true) {
      FilterEntry entry = node.get(filter);
      if (!(entry instanceof TrieNode below)) {
        return entry != null && entry.filter().equals(filter) ? entry : null;
      }
      if (!below.leadsTo(filter)) {
        return null;
      }
      node = below;
    }
  }

  /** Adds the entry of a filter or replaces it. Writer only. */
  void put(FilterEntry entry) {
    String filter = entry.filter();
    TrieNode node = root;
    while (true) {
      FilterEntry there = node.get(filter);
      if (there instanceof TrieNode below && below.leadsTo(filter)) {
        node = below;
      } else if (there == null || (!(there instanceof TrieNode) && there.filter().equals(filter))) {
        node.put(entry);
        return;
      } else {
        TrieNode fork = new TrieNode(filter, forkOf(filter, there.filter()));
        fork.put(there);
        fork.put(entry);
        node.put(fork);
        return;
      }
    }
  }

  /** Removes the entry of a filter, which must be there. Writer only. */
  void remove(String filter) {
    TrieNode parent = null;
    TrieNode node = root;
    while (node.get(filter) instanceof TrieNode below && below.leadsTo(filter)) {
      parent = node;
      node = below;
    }
    node.remove(filter);
    if (parent != null && node.size() == 1) {
      parent.put(node.any());
    }
  }

  /** Adds the entries of all filters that match. Goes down at most once per level of the topic. */
  void collect(String topic, RouteBuilder found) {
    descend(root, topic, 0, topic.charAt(0) == '$', found);
  }

  private static void descend(
      TrieNode node, String topic, int at, boolean isHidden, RouteBuilder found) {
    FilterEntry entry;
    if (!isHidden && (entry = node.hash()) != null) {
      found.add(entry);
    }
    if (at > topic.length()) {
      if ((entry = node.end()) != null) {
        found.add(entry);
      }
      return;
    }
    int next = TopicFilter.nextLevel(topic, at);
    if (!isHidden && (entry = node.plus()) != null) {
      visit(entry, node.offset() + 2, topic, next, found);
    }
    if ((entry = node.literal(topic, at, next - 1)) != null) {
      visit(entry, node.offset() + next - at, topic, next, found);
    }
  }

  private static void visit(
      FilterEntry entry, int filterAt, String topic, int topicAt, RouteBuilder found) {
    if (!(entry instanceof TrieNode node)) {
      if (TopicFilter.matches(entry.filter(), filterAt, topic, topicAt)) {
        found.add(entry);
      }
      return;
    }
    String common = node.filter();
    int f = filterAt;
    int t = topicAt;
    while (f < node.offset()) {
      if (t > topic.length()) {
        return;
      }
      int next = TopicFilter.nextLevel(topic, t);
      if (f < common.length() && common.charAt(f) == '+') {
        f += 2;
      } else if (TopicFilter.isLevel(common, f, topic, t, next - 1 - t)) {
        f += next - t;
      } else {
        return;
      }
      t = next;
    }
    descend(node, topic, t, false, found);
  }

  /** Where the first level starts that two different filters do not share. */
  private static int forkOf(String one, String other) {
    int shorter = Math.min(one.length(), other.length());
    int same = 0;
    while (same < shorter && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    String longer = one.length() > other.length() ? one : other;
    if (same == shorter && longer.charAt(same) == '/') {
      return same + 1; // the shorter one ends where the longer one goes on
    }
    return one.lastIndexOf('/', same - 1) + 1;
  }
}

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
 * A place in the trie of filters with wildcards where at least two filters part. All filters below
 * begin with the same levels, which are not stored but read from one of them. Written by the tree's
 * one writer, read by any thread; each field is published on its own, and what it refers to is
 * complete when it is.
 */
final class TrieNode implements FilterEntry {
  private static final int MOST_IN_ARRAY = 4;

  private final String sample;
  private final int offset;
  private volatile @Nullable FilterEntry end;
  private volatile @Nullable FilterEntry hash;
  private volatile @Nullable FilterEntry plus;
  private volatile @Nullable Object literals; // null, FilterEntry, FilterEntry[] or FilterTable
  private int size; // entries, the writer's

  /**
   * An empty node.
   *
   * @param sample a text that begins with the common levels
   * @param offset where the first level behind the common ones starts
   */
  TrieNode(String sample, int offset) {
    this.sample = sample;
    this.offset = offset;
  }

  @Override
  public String filter() {
    return sample;
  }

  /** Where the first level behind the common ones starts in every filter below. */
  int offset() {
    return offset;
  }

  /** Number of entries; for the writer. */
  int size() {
    return size;
  }

  /** The filter that ends here. */
  @Nullable FilterEntry end() {
    return end;
  }

  /** The filter that goes on with {@code #}. */
  @Nullable FilterEntry hash() {
    return hash;
  }

  /** What goes on with {@code +}. */
  @Nullable FilterEntry plus() {
    return plus;
  }

  /** What goes on with the literal level that is a piece of the text. */
  @Nullable FilterEntry literal(String text, int from, int to) {
    Object all = literals;
    if (all instanceof FilterTable table) {
      return table.find(text, from, to, offset);
    }
    if (all instanceof FilterEntry[] entries) {
      for (FilterEntry entry : entries) {
        if (TopicFilter.isLevel(entry.filter(), offset, text, from, to - from)) {
          return entry;
        }
      }
      return null;
    }
    return all instanceof FilterEntry entry
            && TopicFilter.isLevel(entry.filter(), offset, text, from, to - from)
        ? entry
        : null;
  }

  /** Whether a filter begins with the common levels of this node. */
  boolean leadsTo(String filter) {
    int last = offset - 1;
    return filter.regionMatches(0, sample, 0, last)
        && (filter.length() == last || (filter.length() > last && filter.charAt(last) == '/'));
  }

  /** The entry at the place where a filter belongs. */
  @Nullable FilterEntry get(String filter) {
    return switch (placeOf(filter)) {
      case END -> end;
      case HASH -> hash;
      case PLUS -> plus;
      case LITERAL -> literal(filter, offset, levelEnd(filter));
    };
  }

  /** Puts an entry to the place where its filter belongs. Writer only. */
  void put(FilterEntry entry) {
    if (get(entry.filter()) == null) {
      size++;
    }
    set(entry.filter(), entry);
  }

  /** Empties the place where a filter belongs. Writer only. */
  void remove(String filter) {
    if (get(filter) != null) {
      size--;
      set(filter, null);
    }
  }

  /** Any entry; for the writer, when only one is left. */
  FilterEntry any() {
    FilterEntry entry = end != null ? end : hash != null ? hash : plus;
    if (entry != null) {
      return entry;
    }
    Object all = literals;
    if (all instanceof FilterTable table) {
      return table.entries()[0];
    }
    if (all instanceof FilterEntry[] entries) {
      return entries[0];
    }
    if (all instanceof FilterEntry single) {
      return single;
    }
    throw new IllegalStateException("a node without entries");
  }

  private void set(String filter, @Nullable FilterEntry entry) {
    switch (placeOf(filter)) {
      case END -> end = entry;
      case HASH -> hash = entry;
      case PLUS -> plus = entry;
      case LITERAL -> literals = entry == null ? without(filter) : with(entry);
    }
  }

  private Object with(FilterEntry entry) {
    Object all = literals;
    String filter = entry.filter();
    int to = levelEnd(filter);
    if (all == null) {
      return entry;
    }
    if (all instanceof FilterTable table) {
      return table.put(entry, offset, to);
    }
    FilterEntry old = literal(filter, offset, to);
    if (all instanceof FilterEntry[] entries) {
      if (old != null || entries.length < MOST_IN_ARRAY) {
        return changed(entries, old, entry);
      }
      FilterTable table = FilterTable.ofLevels();
      for (FilterEntry each : entries) {
        table = table.put(each, offset, levelEnd(each.filter()));
      }
      return table.put(entry, offset, to);
    }
    return old != null ? entry : new FilterEntry[] {(FilterEntry) all, entry};
  }

  private @Nullable Object without(String filter) {
    Object all = literals;
    int to = levelEnd(filter);
    if (all instanceof FilterTable table) {
      FilterTable rest = table.remove(filter, offset, to);
      return rest.size() > MOST_IN_ARRAY / 2 ? rest : rest.entries();
    }
    if (all instanceof FilterEntry[] entries) {
      FilterEntry[] rest = changed(entries, literal(filter, offset, to), null);
      return rest.length == 1 ? rest[0] : rest;
    }
    return null;
  }

  /** A copy of the entries in which one is replaced, added (no old) or left out (no new one). */
  private static FilterEntry[] changed(
      FilterEntry[] entries, @Nullable FilterEntry old, @Nullable FilterEntry replacement) {
    int length = entries.length + (old == null ? 1 : replacement == null ? -1 : 0);
    FilterEntry[] copy = new FilterEntry[length];
    int count = 0;
    for (FilterEntry entry : entries) {
      if (entry != old) {
        copy[count++] = entry;
      }
    }
    if (replacement != null) {
      copy[count] = replacement;
    }
    return copy;
  }

  private int levelEnd(String filter) {
    return TopicFilter.nextLevel(filter, offset) - 1;
  }

  private Place placeOf(String filter) {
    if (filter.length() < offset) {
      return Place.END;
    }
    if (filter.length() == offset) {
      return Place.LITERAL; // an empty last level
    }
    return switch (filter.charAt(offset)) {
      case '#' -> Place.HASH;
      case '+' -> Place.PLUS;
      default -> Place.LITERAL;
    };
  }

  private enum Place {
    END,
    HASH,
    PLUS,
    LITERAL
  }
}

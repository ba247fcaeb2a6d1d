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
package io.mqueduct.admin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The order of a list that others change while it is read page by page: by a text of each row. A
 * place in it stays where it is while rows come and go, and is short, however long the texts are.
 * Immutable.
 *
 * @param <T> the rows
 */
final class TextOrder<T> {
  /** Rows that have so much in common are counted, see {@link Place#behind}. */
  private static final int LONGEST = 200;

  private final Function<T, String> text;
  private final Comparator<T> order;

  /**
   * An order.
   *
   * @param text of a row
   * @param equal how rows with the same text are ordered
   */
  TextOrder(Function<T, String> text, Comparator<T> equal) {
    this.text = text;
    this.order = Comparator.comparing(text).thenComparing(equal);
  }

  /**
   * Where a list goes on.
   *
   * @param begin of the text of the next row, or less
   * @param behind so many rows whose texts begin like that
   */
  record Place(String begin, int behind) {
    static final Place START = new Place("", 0);

    /** Reads what {@link #text} wrote. */
    static Place of(String text) {
      int colon = text.indexOf(':');
      if (colon < 1 || !text.substring(0, colon).matches("[0-9]{1,9}")) {
        throw Cursor.wrong();
      }
      return new Place(text.substring(colon + 1), Integer.parseInt(text.substring(0, colon)));
    }

    String text() {
      return behind + ":" + begin;
    }
  }

  /** The first of those rows that are wanted from a place on, so many at most. */
  List<T> from(Collection<T> all, Place place, Predicate<T> wanted, int most) {
    int enough = place.behind + most;
    PriorityQueue<T> first = new PriorityQueue<>(order.reversed());
    for (T each : all) {
      if (begin(each).compareTo(place.begin) >= 0 && wanted.test(each)) {
        first.add(each);
        if (first.size() > enough) {
          first.poll();
        }
      }
    }
    List<T> sorted = new ArrayList<>(first);
    sorted.sort(order);
    int skip = 0;
    while (skip < place.behind
        && skip < sorted.size()
        && begin(sorted.get(skip)).equals(place.begin)) {
      skip++;
    }
    return sorted.subList(skip, Math.min(sorted.size(), skip + most));
  }

  /** The place of one of those rows that begin at a place. */
  Place of(List<T> sorted, int at, Place from) {
    String begin = begin(sorted.get(at));
    int first = at;
    while (first > 0 && begin(sorted.get(first - 1)).equals(begin)) {
      first--;
    }
    int before = first == 0 && begin.equals(from.begin) ? from.behind : 0;
    return new Place(begin, before + at - first);
  }

  private String begin(T row) {
    String all = text.apply(row);
    if (all.length() <= LONGEST) {
      return all;
    }
    // Half of a character would not survive in a cursor.
    boolean splits = Character.isHighSurrogate(all.charAt(LONGEST - 1));
    return all.substring(0, splits ? LONGEST + 1 : LONGEST);
  }
}

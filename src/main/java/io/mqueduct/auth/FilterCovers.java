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

/**
 * How the sets of topics that two filters match relate (MQTT 5.0, section 4.7). A topic name is a
 * filter that matches itself. The filters are well formed; no state, nothing is allocated.
 */
public final class FilterCovers {
  private FilterCovers() {}

  /**
   * True when {@code wide} matches every topic that {@code narrow} matches: {@code a/#} covers
   * {@code a/+/b}. A leading wildcard covers nothing that begins with {@code $} [MQTT-4.7.2-1].
   */
  public static boolean covers(String wide, String narrow) {
    if (startsWild(wide) && narrow.startsWith("$")) {
      return false;
    }
    if (narrow.equals("#") && wide.equals("+/#")) {
      return true; // every topic has a first level
    }
    var w = 0;
    var n = 0;
    while (true) {
      var wEnd = levelEnd(wide, w);
      var nEnd = levelEnd(narrow, n);
      if (is('#', wide, w, wEnd)) {
        return true;
      }
      if (is('#', narrow, n, nEnd)
          || (!is('+', wide, w, wEnd) && !sameLevel(wide, w, wEnd, narrow, n, nEnd))) {
        return false;
      }
      if (wEnd == wide.length()) {
        return nEnd == narrow.length();
      }
      if (nEnd == narrow.length()) {
        return isHashAfter(wide, wEnd);
      }
      w = wEnd + 1;
      n = nEnd + 1;
    }
  }

  /**
   * True when some topic is matched by both.
   *
   * @param alsoDollar true when a leading wildcard of {@code rule} is meant to match topics that
   *     begin with {@code $}
   */
  public static boolean overlaps(String rule, String filter, boolean alsoDollar) {
    if (startsWild(rule) && filter.startsWith("$") && !alsoDollar) {
      return false;
    }
    if (startsWild(filter) && rule.startsWith("$")) {
      return false;
    }
    var r = 0;
    var f = 0;
    while (true) {
      var rEnd = levelEnd(rule, r);
      var fEnd = levelEnd(filter, f);
      if (is('#', rule, r, rEnd) || is('#', filter, f, fEnd)) {
        return true;
      }
      if (!is('+', rule, r, rEnd)
          && !is('+', filter, f, fEnd)
          && !sameLevel(rule, r, rEnd, filter, f, fEnd)) {
        return false;
      }
      if (rEnd == rule.length()) {
        return fEnd == filter.length() || isHashAfter(filter, fEnd);
      }
      if (fEnd == filter.length()) {
        return isHashAfter(rule, rEnd);
      }
      r = rEnd + 1;
      f = fEnd + 1;
    }
  }

  private static boolean startsWild(String filter) {
    return filter.startsWith("#") || filter.startsWith("+");
  }

  private static int levelEnd(String filter, int from) {
    var slash = filter.indexOf('/', from);
    return slash < 0 ? filter.length() : slash;
  }

  private static boolean is(char wildcard, String filter, int from, int end) {
    return end - from == 1 && filter.charAt(from) == wildcard;
  }

  /** {@code a/#} matches {@code a} too. */
  private static boolean isHashAfter(String filter, int slash) {
    return filter.length() == slash + 2 && filter.charAt(slash + 1) == '#';
  }

  private static boolean sameLevel(
      String one, int from, int end, String other, int otherFrom, int otherEnd) {
    return end - from == otherEnd - otherFrom
        && one.regionMatches(from, other, otherFrom, end - from);
  }
}

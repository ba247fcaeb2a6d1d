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
package io.mqueduct.config;

import java.util.Collection;
import java.util.Optional;

/** Finds the known word that somebody probably meant. */
final class NearestKey {
  private NearestKey() {}

  /**
   * The known key that is nearest to an unknown one: by its whole path, or by its last part with a
   * preference for the same section. Empty only without candidates.
   */
  static Optional<String> of(String key, Collection<String> candidates) {
    String best = null;
    int bestScore = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int score = score(key, candidate);
      if (score < bestScore) {
        best = candidate;
        bestScore = score;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * Whether somebody can have meant the one who wrote the other: most of its last part is there.
   */
  static boolean isNear(String key, String candidate) {
    return score(key, candidate) <= Math.max(2, last(key).length() / 2);
  }

  private static int score(String key, String candidate) {
    int elsewhere = section(candidate).equals(section(key)) ? 0 : 2;
    return Math.min(distance(key, candidate), distance(last(key), last(candidate)) + elsewhere);
  }

  private static String section(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('.')));
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] now = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      now[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        now[j] = Math.min(Math.min(now[j - 1], last[j]) + 1, last[j - 1] + replace);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          now[j] = Math.min(now[j], beforeLast[j - 2] + 1);
        }
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = now;
      now = free;
    }
    return last[b.length()];
  }
}

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
package io.mqueduct.protocol;

import io.mqueduct.config.LimitsSettings.Flapping;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Client ids that connect too often, and until when they are banned ({@code limits.flapping}). In
 * memory, for a bounded number of client ids: who comes when it is full is not counted. Any thread;
 * the time is told.
 */
final class FlappingTable {
  /** About 20 MB when full, with client ids of the usual length. */
  static final int MAX_ENTRIES = 100_000;

  private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * A client id that is counted or banned.
   *
   * @param until when the window or the ban ends
   */
  private record Entry(int count, long until, boolean banned) {}

  /** Whether a client id is banned. */
  boolean isBanned(String clientId, Flapping rules, long nowMillis) {
    if (!rules.enable()) {
      return false;
    }
    Entry entry = entries.get(clientId);
    return entry != null && entry.banned && entry.until > nowMillis;
  }

  /**
   * Counts a connection whose client was let in; true if it is one too many and the client id is
   * banned from now on. The window begins with the first connection that is counted.
   */
  boolean connected(String clientId, Flapping rules, long nowMillis) {
    if (!rules.enable() || (entries.size() >= MAX_ENTRIES && !entries.containsKey(clientId))) {
      return false;
    }
    Entry after =
        entries.compute(
            clientId,
            (id, before) -> {
              if (before == null || before.until <= nowMillis) {
                return new Entry(1, nowMillis + rules.windowMillis(), false);
              }
              if (before.banned || before.count < rules.maxCount()) {
                return new Entry(before.count + 1, before.until, before.banned);
              }
              return new Entry(before.count + 1, nowMillis + rules.banTimeMillis(), true);
            });
    return after.banned;
  }

  /** Forgets those whose time is over. */
  void sweep(long nowMillis) {
    entries.values().removeIf(entry -> entry.until <= nowMillis);
  }

  /** How many client ids are counted or banned. */
  int size() {
    return entries.size();
  }
}

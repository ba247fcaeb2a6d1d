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

import java.util.List;
import java.util.function.Predicate;

/**
 * Asks one shard of the registry for some of its sessions; answered with a {@link Page}. The work
 * is bounded, so a page may be short, or empty, without being the last one.
 *
 * @param from the place to begin at, 0 at first, then {@link Page#next}
 * @param skip how many of the wanted ones to leave out first
 * @param limit how many to show, at most
 * @param wanted which ones; runs on the registry's loop
 */
public record ListSessions(int from, long skip, int limit, Predicate<SessionView> wanted) {
  /** Places that one request looks at. */
  static final int PLACES = 2048;

  /** Every session. */
  public static final Predicate<SessionView> ALL = view -> true;

  /**
   * Some sessions of a shard.
   *
   * @param sessions in the order of their places
   * @param skipped how many were left out
   * @param next where to go on, or -1 after the last
   * @param total sessions of the shard
   */
  public record Page(List<SessionView> sessions, long skipped, int next, int total) {}
}

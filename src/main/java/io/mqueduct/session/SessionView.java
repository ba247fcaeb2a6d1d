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

import org.jspecify.annotations.Nullable;

/**
 * A session as the registry knows it. Any thread; the counters go on counting.
 *
 * @param clientId whose
 * @param place in its shard
 * @param online whether a connection is attached
 * @param facts of the connection or the last one; null before the first
 * @param sinceMillis wall clock of the last connect or disconnect
 * @param expiresAtMillis when it ends unless the client comes back; Long.MAX_VALUE while online
 * @param subscriptions how many, a moment ago
 * @param stats its counters
 * @param settings its limits
 */
public record SessionView(
    String clientId,
    int place,
    boolean online,
    @Nullable ConnectionFacts facts,
    long sinceMillis,
    long expiresAtMillis,
    int subscriptions,
    SessionStats stats,
    SessionSettings settings) {

  /** A session as its owner knows it. */
  public static SessionView of(Session session) {
    return of(session, 0, Long.MAX_VALUE);
  }

  static SessionView of(Session session, int place, long expiresAtMillis) {
    return new SessionView(
        session.clientId(),
        place,
        session.isOnline(),
        session.facts(),
        session.sinceMillis(),
        expiresAtMillis,
        session.subscriptions().size(),
        session.stats(),
        session.settings());
  }
}

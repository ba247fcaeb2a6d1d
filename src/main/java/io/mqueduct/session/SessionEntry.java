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

/** What a {@link SessionRegistry} knows of one client id. Owned by the shard's loop. */
final class SessionEntry {
  final String clientId;

  /** The newest that waits; older ones are refused. */
  @Nullable Waiting waiting;

  Session session;
  int place;
  long epoch;
  @Nullable String lentTo;
  boolean evicting;
  boolean opening;

  /** An operator has ended the connection while it was being opened. */
  boolean kicked;

  long willAt = Long.MAX_VALUE;
  long expiresAt = Long.MAX_VALUE;

  SessionEntry(String clientId, Session session) {
    this.clientId = clientId;
    this.session = session;
  }

  /** A client that waits for its session to come back from another connection. */
  record Waiting(Attach attach, SessionRegistry.Answer answer) {}

  /** Something to look at later; stale if the entry has moved on to another epoch. */
  record Deadline(long atMillis, SessionEntry entry, long epoch) implements Comparable<Deadline> {
    @Override
    public int compareTo(Deadline other) {
      return Long.compare(atMillis, other.atMillis);
    }

    boolean isStale() {
      return entry.epoch != epoch || entry.lentTo != null;
    }
  }
}

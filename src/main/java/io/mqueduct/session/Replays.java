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

import io.mqueduct.message.Message;
import io.mqueduct.routing.Subscription;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The retained replays of one session, one after the other. Owned by the loop that owns the
 * session; not thread-safe.
 */
final class Replays {
  private final ArrayDeque<Replay> running = new ArrayDeque<>(2);

  /** Adds a replay; one that still runs for the same filter is replaced by it. */
  void start(Replay replay) {
    cancel(replay.subscription());
    running.add(replay);
  }

  /** Forgets the rest of what a subscription was owed. */
  void cancel(Subscription gone) {
    running.removeIf(
        replay ->
            replay.subscription().filter().equals(gone.filter())
                && Objects.equals(replay.subscription().group(), gone.group()));
  }

  /** The subscription whose replay has its turn, or null. */
  @Nullable Subscription current() {
    Replay replay = running.peekFirst();
    return replay == null ? null : replay.subscription();
  }

  /** The next message of the current replay, or null at its end; the next one has its turn then. */
  @Nullable Message next() {
    Replay replay = running.peekFirst();
    Message message = replay == null ? null : replay.next();
    if (message == null) {
      running.pollFirst();
    }
    return message;
  }
}

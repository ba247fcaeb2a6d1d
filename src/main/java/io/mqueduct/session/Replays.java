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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The retained replays of one session, one after the other. Owned by the loop that owns the
 * session; not thread-safe. However many there are, each call takes the same time.
 */
final class Replays {
  private final Map<Key, Replay> running = new LinkedHashMap<>();
  private @Nullable Replay first;

  /** What tells the subscriptions of one session apart. */
  private record Key(String filter, @Nullable String group) {
    static Key of(Subscription subscription) {
      return new Key(subscription.filter(), subscription.group());
    }
  }

  /** Adds a replay; one that still runs for the same filter is replaced by it. */
  void start(Replay replay) {
    Key key = Key.of(replay.subscription());
    remove(key);
    running.put(key, replay);
    if (first == null) {
      first = replay;
    }
  }

  /** Forgets the rest of what a subscription was owed. */
  void cancel(Subscription gone) {
    remove(Key.of(gone));
  }

  private void remove(Key key) {
    if (running.remove(key) == first) {
      Iterator<Replay> left = running.values().iterator();
      first = left.hasNext() ? left.next() : null;
    }
  }

  /** The subscription whose replay has its turn, or null. */
  @Nullable Subscription current() {
    return first == null ? null : first.subscription();
  }

  /** The next message of the current replay, or null at its end; the next one has its turn then. */
  @Nullable Message next() {
    Replay replay = first;
    Message message = replay == null ? null : replay.next();
    if (replay != null && message == null) {
      remove(Key.of(replay.subscription()));
    }
    return message;
  }
}

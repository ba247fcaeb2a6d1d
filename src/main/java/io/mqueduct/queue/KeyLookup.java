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
package io.mqueduct.queue;

import io.mqueduct.message.BrokerException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the store which message a last-value queue holds for a key, for keys that are not in memory.
 * An answer is good until the key changes. Owned by the queue's loop.
 */
final class KeyLookup {
  private static final int MAX_KEYS = 512;
  private static final QueueLog.Place NOWHERE = new QueueLog.Place(0, 0, 0);

  private final QueueLog log;
  private final Listener listener;

  /** What the store said. */
  private final Map<String, QueueLog.Place> known = new HashMap<>();

  /** Keys of which it may say what is no longer so, while it is being asked. */
  private final Set<String> outdated = new HashSet<>();

  private boolean asking;

  /** Who waits for answers. */
  interface Listener {
    /** Some keys are known now. */
    void looked();

    /** These are not, and the message that waits for them is not stored. */
    void failed(Set<String> keys, BrokerException why);
  }

  KeyLookup(QueueLog log, Listener listener) {
    this.log = log;
    this.listener = listener;
  }

  boolean isKnown(String key) {
    return known.containsKey(key);
  }

  /** Where the message of a known key is, or null if there is none. */
  QueueLog.@Nullable Place place(String key) {
    QueueLog.Place place = known.get(key);
    return place == null || place.sequence() == 0 ? null : place;
  }

  /** What is known of a key, or will be said of it, is no longer so. */
  void forget(String key) {
    known.remove(key);
    if (asking) {
      outdated.add(key);
    }
  }

  /** Nobody waits for anything. */
  void clear() {
    known.clear();
  }

  boolean isAsking() {
    return asking;
  }

  /** Asks for some of the keys that are not known. */
  void ask(Iterable<String> keys) {
    Set<String> unknown = new LinkedHashSet<>();
    for (String key : keys) {
      if (!known.containsKey(key)) {
        unknown.add(key);
        if (unknown.size() == MAX_KEYS) {
          break;
        }
      }
    }
    if (asking || unknown.isEmpty()) {
      return;
    }
    asking = true;
    outdated.clear();
    List<String> asked = List.copyOf(unknown);
    log.find(
        asked,
        new QueueLog.FindReply() {
          @Override
          public void found(List<QueueLog.@Nullable Place> places) {
            asking = false;
            for (int i = 0; i < asked.size(); i++) {
              if (!outdated.contains(asked.get(i))) {
                QueueLog.Place place = places.get(i);
                known.put(asked.get(i), place == null ? NOWHERE : place);
              }
            }
            listener.looked();
          }

          @Override
          public void failed(BrokerException why) {
            asking = false;
            listener.failed(Set.copyOf(asked), why);
          }
        });
  }
}

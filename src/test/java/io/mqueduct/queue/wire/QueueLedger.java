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
package io.mqueduct.queue.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a queue owes, by what its publishers and consumers have seen: which messages have to come,
 * may come, must never come (again). One thread.
 */
final class QueueLedger {
  private final boolean isLastValue;
  private final Map<String, String> keys = new LinkedHashMap<>(); // of all messages, oldest first
  private final Set<String> stored = new HashSet<>();
  private final Set<String> perhaps = new HashSet<>();
  private final Set<String> never = new HashSet<>();
  private final Set<String> gone = new HashSet<>();
  private final Map<String, Long> settled = new HashMap<>();
  private final Set<String> rejected = new HashSet<>();
  private int forgiven;

  QueueLedger(boolean isLastValue) {
    this.isLastValue = isLastValue;
  }

  String keyOf(String id) {
    return String.valueOf(keys.get(id));
  }

  /** A publisher was told that it is stored. */
  void stored(String id, String key) {
    keys.put(id, key);
    stored.add(id);
  }

  /** It may be stored, nobody knows. What it would replace may be replaced. */
  void perhaps(String id, String key) {
    if (isLastValue) {
      keys.forEach(
          (other, otherKey) -> {
            if (otherKey.equals(key) && stored.remove(other)) {
              perhaps.add(other);
            }
          });
    }
    keys.put(id, key);
    perhaps.add(id);
  }

  /** It was refused, or there was no queue. */
  void never(String id) {
    never.add(id);
  }

  /**
   * A message that came later than all that was settled until now is stored, so that is, too. What
   * it replaces is gone, but for what consumers have.
   */
  void committed(String id) {
    settledForSure();
    if (isLastValue) {
      for (Map.Entry<String, String> each : keys.entrySet()) {
        if (each.getKey().equals(id)) {
          return;
        }
        if (each.getValue().equals(keyOf(id))) {
          gone.add(each.getKey());
        }
      }
    }
  }

  private void settledForSure() {
    gone.addAll(settled.keySet());
    settled.clear();
  }

  /** A consumer got it. */
  void came(String id) {
    assertThat(never).as("refused, or published to no queue").doesNotContain(id);
    assertThat(stored.contains(id) || perhaps.contains(id)).as("published " + id).isTrue();
    assertThat(gone).as("settled, replaced or removed before").doesNotContain(id);
    assertThat(settled.keySet()).as("settled before").doesNotContain(id);
  }

  /** Its consumer has acknowledged it, and the broker has heard of that. */
  void settled(String id, long nowNanos) {
    settled.put(id, nowNanos);
  }

  void rejected(String id) {
    rejected.add(id);
  }

  /** An operator has removed it. */
  void removed(String id) {
    settledForSure();
    gone.add(id);
  }

  /** An operator has removed all but what consumers had. */
  void purged(Set<String> kept) {
    settledForSure();
    for (String id : keys.keySet()) {
      if (!kept.contains(id)) {
        gone.add(id);
      }
    }
  }

  /** The queue is deleted. */
  void deleted() {
    gone.addAll(keys.keySet());
    settled.clear();
  }

  /** The broker was killed: what was settled shortly before may not be in the store. */
  void killed(long nowNanos, long commitNanos) {
    settled.forEach(
        (id, at) -> {
          if (nowNanos - at < commitNanos) {
            forgiven++;
            stored.remove(id);
            perhaps.add(id);
          } else {
            gone.add(id);
          }
        });
    settled.clear();
  }

  /** The broker was stopped in order. */
  void stopped() {
    settledForSure();
  }

  /** Settlements that a kill may have undone, for all that is known. */
  int forgiven() {
    return forgiven;
  }

  /** What has to come, if nobody has it. */
  Set<String> owed() {
    Set<String> owed = new HashSet<>(stored);
    owed.removeAll(gone);
    owed.removeAll(settled.keySet());
    return owed;
  }

  /** Of these, what the queue has not given up. */
  Set<String> owedOf(Set<String> ids) {
    Set<String> owed = owed();
    owed.retainAll(ids);
    return owed;
  }

  /** Of that, what waits for nothing but a consumer. */
  boolean waits(String id) {
    return !rejected.contains(id);
  }

  boolean isGone(String id) {
    return gone.contains(id);
  }
}

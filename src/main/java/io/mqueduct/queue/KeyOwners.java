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

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who gets a key of a {@link KeyedDispatch}: the consumer that a hash of both says, so that few
 * keys move when consumers come or go; but nobody who has had no credit for a while. Owned by the
 * queue's loop.
 */
final class KeyOwners {
  /** How long a key waits for a consumer that has no credit, when others have some. */
  static final long PATIENCE_MILLIS = 400;

  private final Dispatch.Giver giver;
  private final List<ConsumerState> consumers = new ArrayList<>();

  KeyOwners(Dispatch.Giver giver) {
    this.giver = giver;
  }

  void add(ConsumerState consumer) {
    consumers.add(consumer);
  }

  void remove(ConsumerState consumer) {
    consumers.remove(consumer);
  }

  /** The consumer with the greatest hash, of those that accept the message; null for none. */
  @Nullable ConsumerState choose(String group, @Nullable QueueEntry message) {
    ConsumerState best = null;
    long greatest = 0;
    for (ConsumerState each : consumers) {
      long hash = hash(group, each);
      boolean isBetter =
          best == null
              || (best.stuck && !each.stuck)
              || (hash > greatest && best.stuck == each.stuck);
      if (isBetter && (message == null || !message.isExcluded(each))) {
        best = each;
        greatest = hash;
      }
    }
    return best;
  }

  /** Whether a key is rather for the first one. */
  boolean prefers(String group, ConsumerState consumer, ConsumerState other) {
    return other.stuck || hash(group, consumer) > hash(group, other);
  }

  /** Those that have credit. */
  List<ConsumerState> able(long nowMillis) {
    List<ConsumerState> able = new ArrayList<>();
    for (ConsumerState each : consumers) {
      if (giver.hasCredit(each, nowMillis)) {
        able.add(each);
      }
    }
    return able;
  }

  /** Whether there is something for one that has no credit. */
  boolean anyLacks() {
    for (int i = 0; i < consumers.size(); i++) {
      if (consumers.get(i).lackingSinceMillis != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether a key can be given to somebody else. */
  boolean areSeveral() {
    return consumers.size() > 1;
  }

  /** When the next one has had no credit for too long, if none gets any. */
  long stuckMillis() {
    long due = Long.MAX_VALUE;
    for (int i = 0; i < consumers.size(); i++) {
      ConsumerState each = consumers.get(i);
      if (each.lackingSinceMillis != 0 && !each.stuck) {
        due = Math.min(due, each.lackingSinceMillis + PATIENCE_MILLIS);
      }
    }
    return due;
  }

  /** Notes who has had no credit for too long; returns those that have some. */
  List<ConsumerState> look(long nowMillis) {
    List<ConsumerState> able = able(nowMillis);
    able.forEach(each -> each.lackingSinceMillis = 0);
    for (ConsumerState each : consumers) {
      each.stuck =
          each.lackingSinceMillis != 0 && nowMillis - each.lackingSinceMillis >= PATIENCE_MILLIS;
    }
    return able;
  }

  private static long hash(String group, ConsumerState consumer) {
    return mix(group.hashCode() * 0x9E3779B97F4A7C15L + consumer.consumer.id().hashCode());
  }

  private static long mix(long value) {
    long x = (value ^ (value >>> 32)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 29)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 32);
  }
}

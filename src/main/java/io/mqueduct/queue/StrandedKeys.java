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

import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a {@link KeyedDispatch} that have waited too long for a consumer without credit: they go
 * to whoever has credit first. Given to another consumer at once, they would wait for that one as
 * soon as some of them have used up what it takes; and who pulls without waiting has credit for a
 * moment only, in which they must be at hand. Owned by the queue's loop.
 */
final class StrandedKeys {
  private final LinkedHashSet<KeyLane> lanes = new LinkedHashSet<>();

  boolean isEmpty() {
    return lanes.isEmpty();
  }

  boolean contains(KeyLane lane) {
    return !lanes.isEmpty() && lanes.contains(lane);
  }

  /** A key of which nobody has anything belongs to nobody now. */
  void add(KeyLane lane) {
    lane.owner = null;
    lane.queuedAt = null;
    lane.passedOverSinceMillis = 0;
    lanes.add(lane);
  }

  /** A key that has waited too long; returns whether it is one. */
  boolean addLate(KeyLane lane, long nowMillis) {
    boolean isLate = lane.isLate(nowMillis);
    if (isLate) {
      add(lane);
    }
    return isLate;
  }

  /** What a consumer is to get next: the first one of these if it has credit, else of its own. */
  @Nullable KeyLane nextFor(ConsumerState consumer, Dispatch.Giver giver, long nowMillis) {
    KeyLane lane = !lanes.isEmpty() && giver.hasCredit(consumer, nowMillis) ? removeFirst() : null;
    if (lane == null) {
      return consumer.keys.poll();
    }
    lane.owner = consumer;
    lane.queuedAt = consumer;
    return lane;
  }

  private @Nullable KeyLane removeFirst() {
    while (!lanes.isEmpty()) {
      KeyLane first = lanes.iterator().next();
      lanes.remove(first);
      if (!first.waiting.isEmpty()) {
        return first;
      }
    }
    return null;
  }

  /** Forgets those that have nothing to hand out. */
  void tidy() {
    lanes.removeIf(each -> each.waiting.isEmpty());
  }
}

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

import org.jspecify.annotations.Nullable;

/** The open deliveries of a queue in the order of time. Owned by the queue's loop. */
final class Flights {
  private @Nullable Handout first;
  private @Nullable Handout last;
  private @Nullable Handout unnoted;
  private int size;

  int size() {
    return size;
  }

  @Nullable Handout first() {
    return first;
  }

  /** The first one of which the store has not been told; those before it are noted there. */
  @Nullable Handout firstUnnoted() {
    return unnoted;
  }

  /** The store was told of the first one. */
  void noted(Handout handout) {
    unnoted = handout.later;
  }

  void add(Handout handout) {
    if (unnoted == null) {
      unnoted = handout;
    }
    handout.earlier = last;
    if (last == null) {
      first = handout;
    } else {
      last.later = handout;
    }
    last = handout;
    handout.consumer.add(handout);
    handout.entry.handout = handout;
    size++;
  }

  /** The queue no longer waits for this one. */
  void close(Handout handout) {
    Handout before = handout.earlier;
    Handout after = handout.later;
    if (unnoted == handout) {
      unnoted = after;
    }
    if (before == null) {
      first = after;
    } else {
      before.later = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.earlier = before;
    }
    handout.earlier = null;
    handout.later = null;
    handout.open = false;
    handout.consumer.remove(handout);
    handout.entry.handout = null;
    size--;
  }
}

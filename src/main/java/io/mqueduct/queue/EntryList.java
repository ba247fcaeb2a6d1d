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

/**
 * Messages in order, linked through themselves: adding and taking out cost the same everywhere.
 * Owned by the queue's loop. A message is in one list at most.
 */
final class EntryList {
  private @Nullable QueueEntry first;
  private @Nullable QueueEntry last;
  private @Nullable QueueEntry hint; // the one that was inserted last: runs are in order
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  @Nullable QueueEntry first() {
    return first;
  }

  void addLast(QueueEntry entry) {
    insertAfter(last, entry);
  }

  /** Puts it where its sequence belongs. */
  void insert(QueueEntry entry) {
    QueueEntry at = hint != null ? hint : last;
    while (at != null && at.sequence > entry.sequence) {
      at = at.previous;
    }
    QueueEntry following = at == null ? first : at.next;
    while (following != null && following.sequence < entry.sequence) {
      at = following;
      following = following.next;
    }
    insertAfter(at, entry);
    hint = entry;
  }

  private void insertAfter(@Nullable QueueEntry before, QueueEntry entry) {
    if (entry.list != null) {
      throw new IllegalStateException("message " + entry.sequence + " is in a list already");
    }
    QueueEntry following = before == null ? first : before.next;
    entry.list = this;
    entry.previous = before;
    entry.next = following;
    if (before == null) {
      first = entry;
    } else {
      before.next = entry;
    }
    if (following == null) {
      last = entry;
    } else {
      following.previous = entry;
    }
    size++;
  }

  void remove(QueueEntry entry) {
    if (entry.list != this) {
      throw new IllegalStateException("message " + entry.sequence + " is not in this list");
    }
    QueueEntry before = entry.previous;
    QueueEntry following = entry.next;
    if (before == null) {
      first = following;
    } else {
      before.next = following;
    }
    if (following == null) {
      last = before;
    } else {
      following.previous = before;
    }
    if (hint == entry) {
      hint = before;
    }
    entry.list = null;
    entry.previous = null;
    entry.next = null;
    size--;
  }

  @Nullable QueueEntry removeFirst() {
    QueueEntry taken = first;
    if (taken != null) {
      remove(taken);
    }
    return taken;
  }
}

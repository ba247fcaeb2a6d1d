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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;

/**
 * What a {@code key_ordered} queue owes when a consumer has credit: only those messages wait for
 * longer of whose key somebody has one, or which rest.
 */
final class KeyProgress {
  private final NamedQueue queue;
  private final FakeLog log;
  private final Set<String> busy = new HashSet<>();
  private final Set<Long> resting = new HashSet<>();

  KeyProgress(NamedQueue queue, FakeLog log) {
    this.queue = queue;
    this.log = log;
  }

  /** Notes what is handed out or rests when the store has done everything. */
  void look() {
    log.run();
    for (Handout h = queue.contents.flights.first(); h != null; h = h.later) {
      busy.add(queue.contents.groupOf(h.entry));
    }
    queue.contents.retries.iterator().forEachRemaining(each -> resting.add(each.sequence));
    for (QueueEntry e = queue.deliveries.departing().first(); e != null; e = e.next) {
      resting.add(e.sequence);
    }
  }

  /** Fails if a message has waited all the time. */
  void check(long now) {
    log.rows.forEach(
        (sequence, row) -> {
          String key = row.key() != null ? row.key() : row.message().publisher();
          boolean mayWait =
              row.visibleAt() > now || resting.contains(sequence) || busy.contains(key);
          assertThat(mayWait).as("message " + sequence + " moves").isTrue();
        });
  }
}

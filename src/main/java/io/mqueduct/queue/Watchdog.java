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

/**
 * Notes since when a message and a consumer that could take it have not met. Owned by the queue's
 * loop.
 */
final class Watchdog {
  private final QueueContents contents;
  private final Deliveries deliveries;
  private long sinceMillis;
  private long movedBefore;

  Watchdog(QueueContents contents, Deliveries deliveries) {
    this.contents = contents;
    this.deliveries = deliveries;
  }

  /** To be called again and again. */
  void look(Iterable<ConsumerState> consumers, long nowMillis) {
    boolean moved = contents.counters.out.total() != movedBefore;
    movedBefore = contents.counters.out.total();
    boolean stalls = false;
    if (contents.dispatch().hasVisibleForAnyone(nowMillis)) {
      for (ConsumerState each : consumers) {
        if (deliveries.hasCredit(each, nowMillis)) {
          stalls = true;
          break;
        }
      }
    }
    if (!stalls) {
      sinceMillis = 0;
    } else if (moved || sinceMillis == 0) {
      sinceMillis = nowMillis;
    }
  }

  /** How long nothing has moved although it could. */
  long stalledMillis(long nowMillis) {
    return sinceMillis == 0 ? 0 : nowMillis - sinceMillis;
  }
}

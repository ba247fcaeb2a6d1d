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

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Puts the numbers of a queue together. Stateless. */
final class Report {
  private Report() {}

  static QueueStats of(
      QueueContents contents, int consumers, long oldestAge, long stalledMillis, long nowMillis) {
    QueueCounters c = contents.counters;
    Map<String, Long> dropped = new TreeMap<>();
    for (DropReason reason : DropReason.values()) {
      if (c.dropped(reason) > 0) {
        dropped.put(reason.key(), c.dropped(reason));
      }
    }
    return new QueueStats(
        contents.count(),
        contents.bytes(),
        contents.flights.size(),
        contents.retries.size(),
        contents.backlog.lanes.delayedCount(),
        contents.backlog.room.held(),
        Math.max(0, oldestAge),
        unassignedAge(contents, nowMillis),
        stalledMillis,
        consumers,
        contents.fillPercent(),
        c.in.perSecond(nowMillis),
        c.out.perSecond(nowMillis),
        c.acknowledged.perSecond(nowMillis),
        totals(c),
        dropped);
  }

  private static Map<String, Long> totals(QueueCounters c) {
    Map<String, Long> totals = new LinkedHashMap<>();
    totals.put("stored", c.in.total());
    totals.put("delivered", c.out.total());
    totals.put("acknowledged", c.acknowledged.total());
    totals.put("redelivered", c.redelivered);
    totals.put("rejected", c.rejected);
    totals.put("returned", c.returned);
    totals.put("timed_out", c.timedOut);
    totals.put("dead_lettered", c.deadLettered);
    totals.put("redriven", c.redriven);
    totals.put("replaced", c.replaced);
    totals.put("duplicates", c.duplicates);
    totals.put("refused", c.refused);
    return totals;
  }

  private static long unassignedAge(QueueContents contents, long nowMillis) {
    QueueEntry next = contents.dispatch().next(nowMillis);
    return next == null
        ? 0
        : Math.max(0, nowMillis - Math.max(next.dueMillis, next.visibleSinceMillis()));
  }
}

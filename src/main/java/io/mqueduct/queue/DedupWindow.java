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

import io.mqueduct.queue.spec.QueueSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code mq-dedup-id}s that were stored lately, and those that are being stored. Owned by the
 * queue's loop.
 */
final class DedupWindow {
  private final Map<String, Long> stored = new LinkedHashMap<>();
  private final Map<String, List<Publication>> pending = new HashMap<>();

  /** What is known of an identifier. */
  enum Knowledge {
    NEW,
    PENDING,
    STORED
  }

  DedupWindow(List<QueueLog.KnownId> recovered) {
    recovered.forEach(each -> stored.put(each.id(), each.atMillis()));
  }

  Knowledge look(String id, QueueSpec.DedupWindow rules, long nowMillis) {
    forget(rules, nowMillis);
    if (stored.containsKey(id)) {
      return Knowledge.STORED;
    }
    return pending.containsKey(id) ? Knowledge.PENDING : Knowledge.NEW;
  }

  /** The first one of an identifier is on its way into the store. */
  void begin(String id) {
    pending.put(id, new ArrayList<>(0));
  }

  /** A repetition waits for the fate of the first one. */
  void wait(String id, Publication repetition) {
    List<Publication> waiting = pending.get(id);
    if (waiting != null) {
      waiting.add(repetition);
    }
  }

  /** The first one was stored, or not; returns those that waited. */
  List<Publication> end(String id, boolean isStored, long nowMillis) {
    List<Publication> waiting = pending.remove(id);
    if (isStored) {
      stored.remove(id);
      stored.put(id, nowMillis);
    }
    return waiting == null ? List.of() : waiting;
  }

  /** Forgets what is beyond the window. */
  void forget(QueueSpec.DedupWindow rules, long nowMillis) {
    if (stored.isEmpty()) {
      return;
    }
    Iterator<Map.Entry<String, Long>> all = stored.entrySet().iterator();
    while (all.hasNext()) {
      long atMillis = all.next().getValue();
      if (stored.size() <= rules.count() && nowMillis - atMillis < rules.millis()) {
        return;
      }
      all.remove();
    }
  }

  int size() {
    return stored.size();
  }
}

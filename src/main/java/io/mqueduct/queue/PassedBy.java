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
import java.util.ArrayDeque;
import java.util.List;

/**
 * Messages in the store that reading has passed by, because they were thought to be gone: the store
 * refused what was to replace them. They are read one by one. Owned by the queue's loop.
 */
final class PassedBy {
  private static final long RETRY_MILLIS = 1000;

  private final QueueLog log;
  private final Backlog.Listener listener;
  private final ArrayDeque<QueueLog.Place> places = new ArrayDeque<>(0);
  private boolean reading;
  private long readAgainMillis;

  PassedBy(QueueLog log, Backlog.Listener listener) {
    this.log = log;
    this.listener = listener;
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  void add(QueueLog.Place place) {
    places.add(place);
  }

  void clear() {
    places.clear();
  }

  /** It is gone now; whether it was among them. */
  boolean remove(int lane, long sequence) {
    return !places.isEmpty() && places.removeIf(p -> p.lane() == lane && p.sequence() == sequence);
  }

  /** Reads the next one. */
  void read(long nowMillis) {
    QueueLog.Place place = places.peekFirst();
    if (place == null || reading || nowMillis < readAgainMillis) {
      return;
    }
    reading = true;
    log.read(
        place.lane(),
        place.sequence(),
        1,
        1,
        new QueueLog.PageReply() {
          @Override
          public void page(List<QueueLog.StoredEntry> page, boolean complete) {
            reading = false;
            if (places.remove(place)
                && !page.isEmpty()
                && page.get(0).sequence() == place.sequence()) {
              QueueEntry entry = QueueEntry.of(page.get(0));
              if (listener.admit(entry)) {
                listener.found(entry);
              }
            }
            listener.loaded();
          }

          @Override
          public void failed(BrokerException why) {
            reading = false;
            readAgainMillis = nowMillis + RETRY_MILLIS;
          }
        });
  }
}

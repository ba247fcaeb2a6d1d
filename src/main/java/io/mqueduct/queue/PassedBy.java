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
import java.util.List;

/**
 * Messages that are in the store alone although reading has passed them by: the store refused what
 * was to replace them, or they were set aside, because nobody could be given them and others were
 * to go on ({@link KeyedDispatch}). Owned by the queue's loop.
 */
final class PassedBy {
  /** As many as are set aside at most: more would be too much to remember. */
  static final long MOST = 1L << 24;

  private static final long RETRY_MILLIS = 1000;
  private static final int RANGE = 512;
  private static final int PAGE = 128;

  private final QueueLog log;
  private final Backlog.Listener listener;
  private final Places all = new Places();

  /** Those to be read as soon as there is room, and some that are gone meanwhile. */
  private final Places free = new Places();

  private boolean reading;
  private long readAgainMillis;
  private int epoch;

  /** Who wants some of them. */
  interface Taker {
    /** One of them; nobody else has it. */
    void take(QueueEntry entry);

    /** No more of them for now. */
    void done();
  }

  PassedBy(QueueLog log, Backlog.Listener listener) {
    this.log = log;
    this.listener = listener;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  boolean isFull() {
    return all.size() >= MOST;
  }

  /** Whether one is among them. */
  boolean contains(long place) {
    return all.contains(place);
  }

  /** Leaves out what is gone, so that the first one of a set that is not empty is not. */
  void update(Places some) {
    if (!some.isEmpty() && !all.contains(some.first())) {
      some.retainAll(all);
    }
  }

  /** Whether one of them was stored before. */
  boolean hasOlderThan(long sequence) {
    return !all.isEmpty() && Places.sequence(all.first()) < sequence;
  }

  boolean isReading() {
    return reading;
  }

  /** One that is to be read as soon as there is room. */
  void add(QueueLog.Place place) {
    long name = Places.place(place.lane(), place.sequence());
    all.add(name);
    free.add(name);
  }

  /** One that is left until somebody asks for it with {@link #read}. */
  void setAside(long place) {
    all.add(place);
  }

  /** All are to be read as soon as there is room; who has asked for some does not get them. */
  void release() {
    forgetReading();
    free.addAll(all);
  }

  void clear() {
    forgetReading();
    all.clear();
    free.clear();
  }

  private void forgetReading() {
    epoch++;
    reading = false;
  }

  /** It is gone now; whether it was among them. */
  boolean remove(int lane, long sequence) {
    return !all.isEmpty() && all.remove(Places.place(lane, sequence));
  }

  /** Whether one that is to be read was stored before. */
  boolean isFreeOlderThan(long sequence) {
    return !free.isEmpty() && Places.sequence(free.first()) < sequence;
  }

  /** Reads some that were not set aside. */
  void readFree(boolean few, long nowMillis) {
    if (!free.isEmpty()) {
      read(
          free,
          few ? 1 : PAGE,
          nowMillis,
          new Taker() {
            @Override
            public void take(QueueEntry entry) {
              if (listener.admit(entry)) {
                listener.found(entry);
              }
            }

            @Override
            public void done() {}
          });
    }
  }

  /**
   * Reads the first ones of a set, one such call at a time.
   *
   * @param wanted is without those that were read, and those that are gone, when it is done
   * @param most that are taken
   * @return whether they are being read; else they are gone, or it is no time to read
   */
  boolean read(Places wanted, int most, long nowMillis, Taker taker) {
    if (reading || nowMillis < readAgainMillis) {
      return false;
    }
    update(wanted);
    if (wanted.isEmpty()) {
      return false;
    }
    long first = wanted.first();
    int lane = Places.lane(first);
    int count = wanted.span(first, most, RANGE);
    long last = first + count - 1;
    int begun = epoch;
    reading = true;
    log.read(
        lane,
        Places.sequence(first),
        count,
        Room.PAGE_BYTES,
        new QueueLog.PageReply() {
          @Override
          public void page(List<QueueLog.StoredEntry> page, boolean complete) {
            if (begun != epoch) {
              return;
            }
            reading = false;
            if (wanted.isEmpty() || Places.sequence(wanted.first()) >= Places.sequence(first)) {
              take(page, complete);
            } // else older ones have come meanwhile: they are read first
            taker.done();
            listener.loaded();
          }

          private void take(List<QueueLog.StoredEntry> page, boolean complete) {
            boolean isWhole = complete || page.size() == count;
            long upTo = isWhole ? last : first - 1;
            long others = wanted.leastBeside(lane); // some may have come meanwhile
            for (QueueLog.StoredEntry each : page) {
              long place = Places.place(lane, each.sequence());
              if (place > last) {
                upTo = last; // what would be before it is not there
                break;
              }
              if (each.sequence() > others) {
                upTo = place - 1;
                break;
              }
              upTo = Math.max(upTo, place);
              if (wanted.remove(place) && all.remove(place)) {
                taker.take(QueueEntry.of(each));
              }
            }
            wanted.removeUpTo(upTo); // what was not found is gone; who removed it will say so
          }

          @Override
          public void failed(BrokerException why) {
            if (begun == epoch) {
              reading = false;
              readAgainMillis = nowMillis + RETRY_MILLIS;
              listener.loaded();
            }
          }
        });
    return true;
  }
}

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
package io.mqueduct.store;

import io.mqueduct.message.BrokerException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the disk back what removed messages still hold, when that is worth the work: as soon as
 * what was removed since the last time is half of what lies on the disk. So the work is in
 * proportion to the messages, and an emptied store becomes small by itself. A thread of its own.
 */
final class Reclaimer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long WORTH_IT_BYTES = 8L << 20;

  private final Columns columns;
  private final StoreHealth health;
  private final AtomicLong released = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread thread;
  private long reclaimed;

  Reclaimer(Columns columns, StoreHealth health) {
    this.columns = columns;
    this.health = health;
    thread = new Thread(this::run, "store-reclaim");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Bytes of all messages that were removed since the start. */
  void released(long bytes) {
    released.lazySet(bytes);
  }

  private void run() {
    while (!closed.get()) {
      LockSupport.parkNanos(this, INTERVAL_NANOS);
      long now = released.get();
      if (closed.get() || now - reclaimed < WORTH_IT_BYTES / 2) {
        continue;
      }
      try {
        long disk = columns.stats().disk();
        if (disk > WORTH_IT_BYTES && now - reclaimed > disk / 2) {
          columns.compact();
          reclaimed = now;
          health.compacted();
        }
      } catch (BrokerException e) {
        LOG.debug("space could not be given back", e);
      }
    }
  }

  @Override
  public void close() {
    closed.set(true);
    LockSupport.unpark(thread);
    Threads.join(thread);
  }
}

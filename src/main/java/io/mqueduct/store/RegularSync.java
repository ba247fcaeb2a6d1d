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

/**
 * Forces what was written to the disk at a regular interval, on a thread of its own, so that the
 * writer never waits for the disk. The writer says what it wrote and asks whether a sync failed.
 */
final class RegularSync {
  private final Columns columns;
  private final StoreHealth health;
  private final long intervalNanos;
  private final AtomicLong written = new AtomicLong();
  private final AtomicBoolean failed = new AtomicBoolean();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Thread thread;

  RegularSync(Columns columns, StoreHealth health, long intervalMillis) {
    this.columns = columns;
    this.health = health;
    intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    thread = new Thread(this::run, "store-sync");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Called by the writer alone: everything up to this sequence is in the operating system. */
  void written(long sequence) {
    written.lazySet(sequence);
  }

  /** Whether a sync failed since the last call. */
  boolean forgetFailure() {
    return failed.getAndSet(false);
  }

  void stop() {
    stopped.set(true);
    LockSupport.unpark(thread);
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  void join() throws InterruptedException {
    thread.join();
  }

  private void run() {
    long synced = 0;
    while (!stopped.get()) {
      LockSupport.parkNanos(this, intervalNanos);
      long until = written.get();
      if (until == synced) {
        continue;
      }
      try {
        columns.sync();
        synced = until;
        health.synced();
      } catch (BrokerException e) {
        failed.set(true);
      }
    }
  }
}

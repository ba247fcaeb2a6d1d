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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Brings the log to the disk every interval, on a thread of its own so that commits do not wait for
 * it, and sleeps while there is nothing to bring; does nothing under the other policies. Told by
 * the writer, asked by the writer.
 */
final class SyncTimer implements AutoCloseable {
  private final Runnable sync;
  private final StoreHealth health;
  private final long intervalNanos;
  private final AtomicLong written = new AtomicLong();
  private final AtomicReference<@Nullable BrokerException> failure = new AtomicReference<>();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread thread;

  /**
   * A timer that has yet to start.
   *
   * @param sync brings everything written so far onto the disk, or throws BrokerException
   * @param intervalMillis 0: never
   */
  SyncTimer(Runnable sync, StoreHealth health, long intervalMillis) {
    this.sync = sync;
    this.health = health;
    intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    thread = new Thread(this::run, "store-sync");
    thread.setDaemon(true);
  }

  static SyncTimer of(Columns columns, StoreHealth health, StoreSettings settings) {
    return new SyncTimer(
        columns::sync,
        health,
        settings.fsync() == StoreSettings.Fsync.INTERVAL
            ? Math.max(1, settings.fsyncIntervalMillis())
            : 0);
  }

  void start() {
    if (intervalNanos > 0) {
      thread.start();
    }
  }

  /** Everything up to this command has been written and is to be synced. */
  void written(long sequence) {
    written.set(sequence); // before the look at who sleeps, which looks here before it does
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  /** Why a sync has failed since the last question, or null. */
  @Nullable BrokerException forgetFailure() {
    return failure.get() == null ? null : failure.getAndSet(null);
  }

  private void run() {
    long synced = 0;
    while (!closed.get()) {
      sleepWhileSynced(synced);
      awaitInterval();
      long until = written.get();
      if (until == synced) {
        continue; // it closes
      }
      try {
        sync.run();
        synced = until;
        health.synced();
      } catch (BrokerException e) {
        failure.set(e);
      }
    }
  }

  private void sleepWhileSynced(long synced) {
    while (written.get() == synced && !closed.get()) {
      asleep.set(true);
      if (written.get() == synced && !closed.get()) {
        LockSupport.park(this);
      }
      asleep.set(false);
    }
  }

  private void awaitInterval() {
    long until = System.nanoTime() + intervalNanos;
    for (long left = intervalNanos; left > 0 && !closed.get(); left = until - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  /** What the thread does; for tests. */
  Thread.State threadState() {
    return thread.getState();
  }

  @Override
  public void close() {
    closed.set(true);
    LockSupport.unpark(thread);
    Threads.join(thread);
  }
}

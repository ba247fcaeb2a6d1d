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
 * it; does nothing under the other policies. Told by the writer, asked by the writer.
 */
final class SyncTimer implements AutoCloseable {
  private final Columns columns;
  private final StoreHealth health;
  private final long intervalNanos;
  private final AtomicLong written = new AtomicLong();
  private final AtomicReference<@Nullable BrokerException> failure = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread thread;

  SyncTimer(Columns columns, StoreHealth health, StoreSettings settings) {
    this.columns = columns;
    this.health = health;
    boolean regularly = settings.fsync() == StoreSettings.Fsync.INTERVAL;
    intervalNanos =
        regularly ? TimeUnit.MILLISECONDS.toNanos(Math.max(1, settings.fsyncIntervalMillis())) : 0;
    thread = new Thread(this::run, "store-sync");
    thread.setDaemon(true);
  }

  void start() {
    if (intervalNanos > 0) {
      thread.start();
    }
  }

  /** Everything up to this command has been written and is to be synced. */
  void written(long sequence) {
    written.lazySet(sequence);
  }

  /** Why a sync has failed since the last question, or null. */
  @Nullable BrokerException forgetFailure() {
    return failure.get() == null ? null : failure.getAndSet(null);
  }

  private void run() {
    long synced = 0;
    while (!closed.get()) {
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
        failure.set(e);
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

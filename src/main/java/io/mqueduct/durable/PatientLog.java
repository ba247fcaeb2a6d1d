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
package io.mqueduct.durable;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.Store;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds commands that must not get lost because the store is busy, or cannot write for a while. Any
 * thread. Those that have to wait keep their order.
 */
final class PatientLog {
  private static final Logger LOG = LoggerFactory.getLogger(PatientLog.class);
  private static final long BUSY_MILLIS = 20;
  private static final long BROKEN_MILLIS = 500;
  private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final BooleanSupplier ALWAYS = () -> true;

  private final Store store;
  private final ScheduledExecutorService timer;
  private final ConcurrentLinkedQueue<Overdue> overdue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean retrying = new AtomicBoolean();
  private volatile boolean closing;

  private record Overdue(Command command, CommitCallback callback, BooleanSupplier wanted) {}

  PatientLog(Store store, ScheduledExecutorService timer) {
    this.store = store;
    this.timer = timer;
  }

  /** Whether nothing waits, so that a command that is added elsewhere overtakes none. */
  boolean isInTime() {
    return overdue.isEmpty();
  }

  /** Adds a command, now or a little later; the callback may be told that it failed. */
  void surely(Command command, CommitCallback callback) {
    surely(command, callback, ALWAYS);
  }

  private void surely(Command command, CommitCallback callback, BooleanSupplier wanted) {
    if (!overdue.isEmpty() || !store.log().append(command, callback)) {
      wait(new Overdue(command, callback, wanted), BUSY_MILLIS);
    }
  }

  /**
   * The same for what takes away, or goes on with, what is stored: it is tried again for as long as
   * the store cannot write. The callback is told when it is stored.
   */
  void eventually(Command command, CommitCallback callback) {
    surely(command, untilStored(command, callback));
  }

  /**
   * The same, but what is not wanted any more is not tried again: a newer command replaced it, and
   * may be in the store already, if it came while this one was on its way to those that wait.
   */
  void eventually(Command command, BooleanSupplier wanted) {
    surely(command, untilStored(command, CommitCallback.NONE, wanted), wanted);
  }

  /** A callback that has its command tried again for as long as the store cannot write. */
  CommitCallback untilStored(Command command, CommitCallback callback) {
    return untilStored(command, callback, ALWAYS);
  }

  private CommitCallback untilStored(
      Command command, CommitCallback callback, BooleanSupplier wanted) {
    return new CommitCallback() {
      @Override
      public void committed(long sequence, long result) {
        callback.committed(sequence, result);
      }

      @Override
      public void failed(BrokerException why) {
        if (closing || store.health().whyRefusing() == null || !wanted.getAsBoolean()) {
          callback.failed(why);
        } else {
          PatientLog.this.wait(new Overdue(command, this, wanted), BROKEN_MILLIS);
        }
      }
    };
  }

  private void wait(Overdue late, long millis) {
    overdue.add(late);
    tryLater(millis);
  }

  private void tryLater(long millis) {
    if (retrying.compareAndSet(false, true)) {
      try {
        timer.schedule(this::tryAgain, millis, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        close();
      }
    }
  }

  private void tryAgain() {
    int budget = overdue.size(); // what fails meanwhile comes behind them, and waits again
    Overdue first = overdue.peek();
    while (budget-- > 0
        && first != null
        && (!first.wanted.getAsBoolean() || store.log().append(first.command, first.callback))) {
      overdue.poll();
      first = overdue.peek();
    }
    retrying.set(false);
    if (!overdue.isEmpty()) {
      tryLater(store.health().whyRefusing() == null ? BUSY_MILLIS : BROKEN_MILLIS);
    }
  }

  /** Waits until a store that is only busy has taken what waits, for some seconds at most. */
  void awaitInTime() {
    long until = System.nanoTime() + CLOSING_NANOS;
    while (!isInTime() && store.health().whyRefusing() == null && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(BUSY_MILLIS * 100_000);
    }
  }

  /** Nothing waits any longer. */
  void close() {
    closing = true;
    for (Overdue each = overdue.poll(); each != null; each = overdue.poll()) {
      tell(each);
    }
  }

  /** Who waited may be gone already, which must not keep the store from being closed. */
  private static void tell(Overdue late) {
    try {
      late.callback.failed(new BrokerException(Problem.STORE_FAILED, "the store is closing"));
    } catch (RuntimeException e) {
      LOG.debug("nobody could be told that the store is closing", e);
    }
  }
}

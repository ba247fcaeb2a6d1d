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
package io.mqueduct.testkit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How much time the machine has kept from us: a thread wants to run every few milliseconds, and
 * adds up what it comes too late. For tests that promise a time and must not fail because the
 * machine did something else. Any thread.
 */
public final class Starvation implements AutoCloseable {
  private static final long STEP_NANOS = 5_000_000;

  private final AtomicLong lost = new AtomicLong();
  private final Thread thread = new Thread(this::run, "starvation");
  private volatile boolean closed;

  /** Measures from now on. */
  public Starvation() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    long before = System.nanoTime();
    while (!closed) {
      LockSupport.parkNanos(STEP_NANOS);
      long now = System.nanoTime();
      lost.addAndGet(Math.max(0, now - before - 2 * STEP_NANOS));
      before = now;
    }
  }

  /** The sum so far, nanoseconds; the difference of two is what was lost in between. */
  public long nanos() {
    return lost.get();
  }

  @Override
  public void close() {
    closed = true;
  }
}

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
package io.mqueduct.bus;

import org.jspecify.annotations.Nullable;

/**
 * Wakes its owner when the first of what waits is due, and not at all while nothing waits. What is
 * due at nearly the same time is done together. Owned by one event loop. All times are milliseconds
 * of the wall clock.
 */
public final class Alarm {
  /** It rings at least so often while something waits: the wall clock may be set meanwhile. */
  private static final long LONGEST_MILLIS = 1000;

  private final long graceMillis;
  private final Timer timer;
  private final Runnable owner;
  private @Nullable Call pending;
  private long ringsAtMillis = Long.MAX_VALUE;

  /** Runs tasks later, on the owner's loop. */
  @FunctionalInterface
  public interface Timer {
    /**
     * Runs a task once.
     *
     * @param millis from now, at least 1
     */
    Call after(long millis, Runnable task);
  }

  /** A task that is to run later. */
  @FunctionalInterface
  public interface Call {
    /** Calls it off. */
    void off();
  }

  /**
   * An alarm that is not set.
   *
   * @param graceMillis it may ring so much later than it was asked to
   * @param owner does what is due, and sets the alarm again if there is more; called too early now
   *     and then
   */
  public Alarm(long graceMillis, Timer timer, Runnable owner) {
    this.graceMillis = graceMillis;
    this.timer = timer;
    this.owner = owner;
  }

  /** Has it ring at a time, or within the grace after it; of several times the first counts. */
  public void set(long atMillis, long nowMillis) {
    if (atMillis >= ringsAtMillis) {
      return;
    }
    long wanted = Math.min(Math.max(atMillis, nowMillis + 1), nowMillis + LONGEST_MILLIS);
    long rings = Math.floorDiv(wanted + graceMillis - 1, graceMillis) * graceMillis;
    if (rings >= ringsAtMillis) {
      return;
    }
    if (pending != null) {
      pending.off();
    }
    ringsAtMillis = rings;
    pending = timer.after(rings - nowMillis, this::ring);
  }

  private void ring() {
    pending = null;
    ringsAtMillis = Long.MAX_VALUE;
    owner.run();
  }
}

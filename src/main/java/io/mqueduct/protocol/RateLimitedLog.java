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
package io.mqueduct.protocol;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Log lines that clients can cause: at most so many a second, and then how many were left out. Any
 * thread.
 */
final class RateLimitedLog {
  private static final int LINES_A_SECOND = 20;

  private final Logger log;
  private final AtomicLong second = new AtomicLong();
  private final AtomicLong lines = new AtomicLong();

  RateLimitedLog(Logger log) {
    this.log = log;
  }

  /** Whether one more line may be written now. */
  boolean allows() {
    long now = System.currentTimeMillis() / 1000;
    long before = second.get();
    if (before != now && second.compareAndSet(before, now)) {
      long leftOut = lines.getAndSet(0) - LINES_A_SECOND;
      if (leftOut > 0) {
        log.info("{} more lines like the ones before were left out", leftOut);
      }
    }
    return lines.incrementAndGet() <= LINES_A_SECOND;
  }

  void info(String format, Object... arguments) {
    if (log.isInfoEnabled() && allows()) {
      log.info(format, arguments);
    }
  }

  void warn(String format, Object... arguments) {
    if (log.isWarnEnabled() && allows()) {
      log.warn(format, arguments);
    }
  }
}

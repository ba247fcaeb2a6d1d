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
package io.mqueduct.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/**
 * Keeps what no client may cause: lines with a stack trace, errors, reports of leaks. From INFO on,
 * of everything in the process; nothing goes to the console meanwhile. Any thread.
 */
final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final int MOST_KEPT = 20;

  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level levelBefore = root.getLevel();
  private final List<Appender<ILoggingEvent>> others = new ArrayList<>();
  private final Queue<String> kept = new ConcurrentLinkedQueue<>();
  private final AtomicLong lines = new AtomicLong();

  LogWatch() {
    Iterator<Appender<ILoggingEvent>> each = root.iteratorForAppenders();
    each.forEachRemaining(others::add);
    others.forEach(root::detachAppender);
    setContext(root.getLoggerContext());
    start();
    root.addAppender(this);
    root.setLevel(Level.INFO);
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.incrementAndGet();
    boolean isWrong =
        event.getThrowableProxy() != null || event.getLevel().isGreaterOrEqual(Level.ERROR);
    if (isWrong && kept.size() < MOST_KEPT) {
      String trace =
          event.getThrowableProxy() == null
              ? ""
              : ThrowableProxyUtil.asString(event.getThrowableProxy());
      kept.add(event.getLoggerName() + ": " + event.getFormattedMessage() + "\n" + trace);
    }
  }

  /** What should not be there. */
  List<String> faults() {
    return List.copyOf(kept);
  }

  long lines() {
    return lines.get();
  }

  @Override
  public void close() {
    root.detachAppender(this);
    root.setLevel(levelBefore);
    others.forEach(root::addAppender);
    stop();
  }
}

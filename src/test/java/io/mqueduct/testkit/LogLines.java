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

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What the broker logs while it is open. Any thread may log, the test's reads. */
public final class LogLines implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final @Nullable Level levelBefore;
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
      };

  private LogLines(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    appender.setContext(logger.getLoggerContext());
    appender.start();
    levelBefore = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false); // what is expected need not be on the console
    logger.addAppender(appender);
  }

  /** Begins to collect what loggers of a package write, from INFO on. */
  public static LogLines of(String packageName) {
    return new LogLines(packageName);
  }

  /** The lines so far, each with its level in front. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setAdditive(true);
    logger.setLevel(levelBefore);
    appender.stop();
  }
}

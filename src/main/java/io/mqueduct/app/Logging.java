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
package io.mqueduct.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.mqueduct.config.LogSettings;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * Applies the section {@code log} to logback, which {@link LogStart} has set up. Used by one thread
 * at a time: at start, and when the settings change.
 */
final class Logging {
  private final Set<String> ours = new HashSet<>();

  /** No log at all: for commands whose failures are one line on standard error. */
  static void off() {
    logger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
  }

  /**
   * Sets levels, and the form of lines. Levels that were set before and are gone are taken back.
   */
  void apply(LogSettings settings) {
    logger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(level(settings.level()));
    ours.stream()
        .filter(name -> !settings.levels().containsKey(name))
        .forEach(name -> logger(name).setLevel(null));
    ours.clear();
    settings
        .levels()
        .forEach(
            (name, level) -> {
              logger(name).setLevel(level(level));
              ours.add(name);
            });
    if (settings.format() == LogSettings.Format.JSON) {
      json();
    }
  }

  private static void json() {
    if (logger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender(LogStart.APPENDER)
            instanceof ConsoleAppender<ILoggingEvent> console
        && !(console.getEncoder() instanceof JsonEncoder)) {
      JsonEncoder encoder = new JsonEncoder();
      encoder.setContext(console.getContext());
      encoder.setWithContext(false);
      encoder.setWithNanoseconds(false);
      encoder.setWithSequenceNumber(false);
      encoder.setWithArguments(false);
      encoder.setWithMessage(false);
      encoder.setWithFormattedMessage(true);
      encoder.start();
      console.stop();
      console.setEncoder(encoder);
      console.start();
    }
  }

  private static Level level(LogSettings.Level level) {
    return Level.valueOf(level.name());
  }

  private static Logger logger(String name) {
    return ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(name);
  }
}

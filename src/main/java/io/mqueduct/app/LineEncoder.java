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

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A line of the log for people: time, level, thread, class, what happened; then the trace of an
 * exception. Client ids and topics are foreign text, and must not be able to begin a line of their
 * own. Any thread.
 */
final class LineEncoder extends EncoderBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final int WIDEST_LEVEL = 5;
  private static final byte[] NONE = {};

  @Override
  public byte[] headerBytes() {
    return NONE;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(160);
    TIME.formatTo(Instant.ofEpochMilli(event.getTimeStamp()), line);
    String level = event.getLevel().toString();
    line.append(' ').append(level).append(" ".repeat(WIDEST_LEVEL - level.length()));
    line.append(" [").append(event.getThreadName()).append("] ");
    String logger = event.getLoggerName();
    line.append(logger, logger.lastIndexOf('.') + 1, logger.length()).append(" - ");
    appendOnOneLine(line, event.getFormattedMessage());
    line.append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] footerBytes() {
    return NONE;
  }

  /** Every run of line breaks, as Unicode knows them, becomes a space. */
  private static void appendOnOneLine(StringBuilder line, String message) {
    boolean inBreak = false;
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      boolean isBreak = c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
      if (!isBreak) {
        line.append(c);
      } else if (!inBreak) {
        line.append(' ');
      }
      inBreak = isBreak;
    }
  }
}

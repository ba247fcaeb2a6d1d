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

import io.mqueduct.store.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Shows how far a long job is, in one line that is written over and over; on a terminal alone.
 * Owned by the thread that does the job.
 */
public final class ProgressLine implements Progress, AutoCloseable {
  private static final long PERIOD_NANOS = 100_000_000;
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter terminal;
  private final boolean shown;
  private long nextNanos = System.nanoTime();
  private boolean dirty;

  /** A line on a stream that is a terminal, if {@code shown}. */
  ProgressLine(PrintWriter terminal, boolean shown) {
    this.terminal = terminal;
    this.shown = shown;
  }

  /** A line on standard error, if people see it. */
  public static ProgressLine on(PrintWriter err) {
    return new ProgressLine(err, isTerminal());
  }

  private static boolean isTerminal() {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void step(String what, long done, long total) {
    long now = System.nanoTime();
    if (!shown || now - nextNanos < 0) {
      return;
    }
    nextNanos = now + PERIOD_NANOS;
    terminal.print(ERASE + text(what, done, total));
    terminal.flush();
    dirty = true;
  }

  private static String text(String what, long done, long total) {
    return total > 0
        ? String.format(Locale.ROOT, "%s %d%%", what, done * 100 / total)
        : String.format(Locale.ROOT, "%s %,d", what, done);
  }

  /** Takes the line away. */
  @Override
  public void close() {
    if (dirty) {
      terminal.print(ERASE);
      terminal.flush();
      dirty = false;
    }
  }
}

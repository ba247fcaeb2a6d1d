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
package io.mqueduct.app.bench;

import io.mqueduct.bench.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line on a terminal that is written over and over; nothing where there is no terminal. */
final class ProgressLine implements Progress {
  private static final String CLEAR = "\r\033[K";

  private final @Nullable PrintWriter out;
  private double lastAt;
  private long lastReceived;

  private ProgressLine(@Nullable PrintWriter out) {
    this.out = out;
  }

  /** A line on the error stream, if it is a terminal's. */
  static ProgressLine on(PrintWriter err) {
    return new ProgressLine(isTerminal() ? err : null);
  }

  /** System.console() would also ask for the other streams, and tells nothing since Java 22. */
  private static boolean isTerminal() {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void tell(String phase, double seconds, long connected, long sent, long received) {
    if (out == null) {
      return;
    }
    double rate = seconds > lastAt ? (received - lastReceived) / (seconds - lastAt) : 0;
    lastAt = seconds;
    lastReceived = received;
    out.printf(
        Locale.ROOT,
        CLEAR + "%5.1f s  %-12s %,d connected  %,d sent  %,d received  %,.0f/s",
        seconds,
        phase,
        connected,
        sent,
        received,
        rate);
    out.flush();
  }

  /** Takes the line away. */
  void end() {
    if (out != null) {
      out.print(CLEAR);
      out.flush();
    }
  }
}

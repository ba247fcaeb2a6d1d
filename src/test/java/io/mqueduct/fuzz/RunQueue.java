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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long threads of this process were ready to run and had no processor: what the machine took
 * from them, whatever they do. Linux counts it (/proc/PID/task/TID/schedstat, the second number);
 * elsewhere it is 0. One thread.
 */
final class RunQueue {
  private final List<Path> threads;
  private final long[] seen;

  private RunQueue(List<Path> threads) {
    this.threads = threads;
    seen = new long[threads.size()];
  }

  /** That of the calling thread. */
  static RunQueue ofThisThread() {
    try {
      return new RunQueue(List.of(Path.of("/proc/thread-self").toRealPath().resolve("schedstat")));
    } catch (IOException e) {
      return new RunQueue(List.of());
    }
  }

  /** Those of the event loops that there are now. */
  static RunQueue ofEventLoops() {
    return named("vert.x-eventl");
  }

  /** Those that work while all others are stopped: without a processor they stop them longer. */
  static RunQueue ofThePauses() {
    return named("GC Thread", "VM Thread");
  }

  private static RunQueue named(String... beginnings) {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      return new RunQueue(
          tasks
              .filter(
                  task ->
                      Arrays.stream(beginnings).anyMatch(text(task.resolve("comm"))::startsWith))
              .map(task -> task.resolve("schedstat"))
              .toList());
    } catch (IOException e) {
      return new RunQueue(List.of());
    }
  }

  /** The longest that one of the threads has waited since the last call, nanoseconds. */
  long waited() {
    long most = 0;
    for (int i = 0; i < seen.length; i++) {
      String[] numbers = text(threads.get(i)).split(" ", -1);
      long now = numbers.length < 2 ? seen[i] : Long.parseLong(numbers[1]);
      most = Math.max(most, now - seen[i]);
      seen[i] = now;
    }
    return most;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return "";
    }
  }
}

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
package io.mqueduct.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time and memory of processes so far, from {@code /proc}.
 *
 * @param cpuSeconds in user and kernel mode, in steps of 10 ms
 * @param residentKb memory that is resident
 * @param peakKb the most it ever was
 */
record Usage(double cpuSeconds, long residentKb, long peakKb) {
  private static final double TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux
  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+)");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+)");

  /** The sum over the processes. */
  static Usage of(List<Long> pids) {
    double cpu = 0;
    long resident = 0;
    long peak = 0;
    for (long pid : pids) {
      Usage one = of(pid);
      cpu += one.cpuSeconds;
      resident += one.residentKb;
      peak += one.peakKb;
    }
    return new Usage(cpu, resident, peak);
  }

  private static Usage of(long pid) {
    Path process = Path.of("/proc", Long.toString(pid));
    try {
      return parse(
          Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1),
          Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new BenchFailure("no process " + pid + " can be read in /proc");
    }
  }

  /** From the text of {@code stat} and {@code status}. */
  static Usage parse(String stat, String status) {
    // The name of the program, in brackets, may have spaces and brackets.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double ticks = Double.parseDouble(fields[USER_TIME]) + Double.parseDouble(fields[SYSTEM_TIME]);
    return new Usage(
        ticks / TICKS_PER_SECOND,
        number(RESIDENT, status).orElse(0L),
        number(PEAK, status).orElse(0L));
  }

  private static Optional<Long> number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
  }

  /** CPU time since an earlier one in µs for each of so many. */
  double microsPer(Usage before, long count) {
    return count == 0 ? 0 : (cpuSeconds - before.cpuSeconds) * 1e6 / count;
  }
}

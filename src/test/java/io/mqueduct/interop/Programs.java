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
package io.mqueduct.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Runs programs of others. Any thread. */
final class Programs {
  /** What a program came to. */
  record Ended(int code, String output) {}

  private Programs() {}

  /** Skips the test, with a word, where the program is not installed. */
  static void assumeInstalled(String program) {
    boolean isThere =
        List.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator)).stream()
            .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    Assumptions.assumeTrue(isThere, program + " is not installed here");
  }

  /** Runs it to its end; what it writes is the output, errors too. */
  static Ended run(Path directory, long seconds, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("mqueduct-program", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Ended(-1, "not ended after " + seconds + " s: " + Files.readString(output));
      }
      return new Ended(process.exitValue(), Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }
}

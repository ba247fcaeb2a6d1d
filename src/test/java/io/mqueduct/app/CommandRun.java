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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * One run of the command line in the test's own process: exit code and what it wrote.
 *
 * @param code the exit code
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int code, String out, String err) {
  public static CommandRun of(String... args) {
    return withInput("", args);
  }

  public static CommandRun withInput(String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandRun run = run(input, out, args);
    return new CommandRun(run.code, out.toString(StandardCharsets.UTF_8), run.err);
  }

  /** A run whose output goes elsewhere. */
  public static CommandRun writingTo(OutputStream out, String... args) {
    return run("", out, args);
  }

  /** Standard streams belong to the process: one at a time. */
  private static CommandRun run(String input, OutputStream out, String... args) {
    PrintStream oldErr = System.err;
    InputStream oldIn = System.in;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      int code = Main.run(out, StandardCharsets.UTF_8, args);
      return new CommandRun(code, "", err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setIn(oldIn);
      System.setErr(oldErr);
    }
  }
}

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

import io.mqueduct.config.ConfigException;
import io.mqueduct.message.BrokerException;
import io.mqueduct.protocol.ListenException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Tells people why a command failed: one line for what was to be expected, else a stack trace. */
final class Failures {
  private Failures() {}

  /** Writes the failure to the command's error stream; the exit code is 1. */
  static int tell(Exception failure, CommandLine command) {
    Throwable cause = unwrap(failure);
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    if (cause instanceof ConfigException config) {
      List<String> problems = config.problems();
      err.println(name + ": " + problems.get(0));
      if (problems.size() > 1) {
        err.println(
            name + ": and " + (problems.size() - 1) + " more; mqueduct check-config lists all");
      }
    } else if (cause instanceof CommandFailure
        || cause instanceof BrokerException
        || cause instanceof ListenException) {
      err.println(name + ": " + oneLine(cause.getMessage()));
    } else {
      err.println(name + ": internal error, please report it: " + cause);
      cause.printStackTrace(err);
    }
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static Throwable unwrap(Throwable failure) {
    boolean wrapper =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    Throwable cause = failure.getCause();
    return wrapper && cause != null ? unwrap(cause) : failure;
  }

  /** A text without line breaks. */
  static String oneLine(@Nullable String text) {
    return text == null ? "failed" : text.strip().replaceAll("\\s*\\R\\s*", "; ");
  }
}

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

import io.mqueduct.auth.Account;
import io.mqueduct.auth.PasswordFileEditor;
import io.mqueduct.auth.PasswordScheme;
import io.mqueduct.message.FileReason;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mqueduct passwd}. */
@Command(
    name = "passwd",
    description = {
      "Creates or changes a user in a password file, removes one, or lists them. A running broker"
          + " takes the change up by itself.",
      "The password is asked for without being shown. With --stdin it is the first line of"
          + " standard input; otherwise the environment variable MQUEDUCT_PASSWORD is used if it is"
          + " set."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed: no such user, file not writable", "2:wrong use"},
    footer = {
      "",
      "Examples:",
      "  mqueduct passwd conf/passwd ada",
      "  printf %%s \"$SECRET\" | mqueduct passwd --stdin conf/passwd ada",
      "  mqueduct passwd --delete conf/passwd ada",
      "  mqueduct passwd --list conf/passwd",
      "",
      "and in the configuration:",
      "  authentication:",
      "    providers:",
      "      - {type: password_file, file: conf/passwd}"
    })
final class PasswdCommand implements Callable<Integer> {
  private static final String VARIABLE = "MQUEDUCT_PASSWORD";

  @Option(
      names = {"-D", "--delete"},
      description = "Remove the user.")
  private boolean delete;

  @Option(
      names = {"-l", "--list"},
      description = "List the users of the file.")
  private boolean list;

  @Option(names = "--stdin", description = "Read the password from standard input.")
  private boolean stdin;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      defaultValue = "argon2id",
      description =
          "How the password is stored: argon2id, bcrypt, pbkdf2-sha256, pbkdf2-sha512 or"
              + " scram-sha-256 (needed for type: scram). Default: ${DEFAULT-VALUE}.")
  private String scheme = "argon2id";

  @Option(names = "--superuser", description = "Access rules do not apply to the user.")
  private boolean superuser;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      converter = Place.class,
      description = "The password file.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "USER",
      converter = Name.class,
      description = "The user's name.")
  private @Nullable String user;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (list && !Files.exists(file)) {
      throw new CommandFailure(file + " does not exist");
    }
    PasswordFileEditor editor = PasswordFileEditor.open(file);
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      editor.accounts().forEach(account -> out.println(account.userName()));
      out.flush();
      return 0;
    }
    if (user == null) {
      throw new ParameterException(spec.commandLine(), "USER is missing");
    }
    if (delete) {
      if (!editor.remove(user)) {
        throw new CommandFailure(file + " has no user " + user);
      }
      editor.save();
      out.println("removed " + user);
    } else {
      boolean isNew = editor.put(account(user));
      editor.save();
      out.println((isNew ? "created " : "changed ") + user);
    }
    out.flush();
    return 0;
  }

  private Account account(String name) {
    byte[] password = password();
    try {
      return new Account(
          name, PasswordScheme.of(scheme).hash(password, new SecureRandom()), superuser);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } finally {
      Arrays.fill(password, (byte) 0);
    }
  }

  @SuppressWarnings("SystemConsoleNull") // from Java 22 on a pipe is a console too, and is read
  private byte[] password() {
    String fromEnvironment = System.getenv(VARIABLE);
    if (stdin) {
      return nonEmpty(firstLine().toCharArray());
    }
    if (fromEnvironment != null) {
      return nonEmpty(fromEnvironment.toCharArray());
    }
    Console console = System.console();
    if (console == null) {
      throw new CommandFailure(
          "no terminal to ask for the password; use --stdin or "
              + VARIABLE
              + " in the environment");
    }
    char[] first = console.readPassword("Password: ");
    char[] second = console.readPassword("Again: ");
    if (first == null || !Arrays.equals(first, second)) {
      throw new CommandFailure("the two passwords differ");
    }
    return nonEmpty(first);
  }

  private static byte[] nonEmpty(char[] password) {
    if (password.length == 0) {
      throw new CommandFailure("the password is empty");
    }
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
    Arrays.fill(password, '\0');
    byte[] result = new byte[bytes.remaining()];
    bytes.get(result);
    return result;
  }

  private static String firstLine() {
    try {
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String line = reader.readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      throw new CommandFailure("standard input cannot be read: " + FileReason.of(e));
    }
  }
}

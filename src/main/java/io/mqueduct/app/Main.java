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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Entry point of the program. Without the name of a command it is {@code serve}.
 *
 * <p>Only the command that was named is loaded, so that the broker does not wait for the others;
 * all are loaded for {@code --help}, for completion, and when a name is not known.
 */
@Command(
    name = "mqueduct",
    description = "An MQTT broker with durable named queues.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = ProgramVersion.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed", "2:wrong use"},
    footer = {
      "",
      "Without a command the broker is started: mqueduct -c FILE is mqueduct serve -c FILE.",
      "mqueduct COMMAND --help tells more about a command."
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length > 0 && Commands.WITHOUT_LOG.contains(args[0])) {
      Logging.off();
    }
    System.exit(run(new FileOutputStream(FileDescriptor.out), charset(), args));
  }

  /** That of standard output, as the runtime chooses it; the first is there from Java 19 on. */
  private static Charset charset() {
    String named = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
    return named == null ? Charset.defaultCharset() : Charset.forName(named);
  }

  /**
   * Runs a command and returns its exit code: 0 done, 1 failed, 2 wrong use. What cannot write its
   * output has failed, whatever it is; silently if who has read it does not want more.
   */
  static int run(OutputStream standardOutput, Charset charset, String... args) {
    CommandOutput output = new CommandOutput(standardOutput);
    PrintStream out = output.stream(charset);
    PrintStream before = System.out;
    System.setOut(out);
    try {
      String[] words = withCommand(args);
      CommandLine line = commandLine(words[0]);
      int code = line.execute(words);
      out.flush();
      IOException failure = output.failure();
      if (code != CommandLine.ExitCode.OK || failure == null) {
        return code;
      }
      return CommandOutput.isReaderGone(failure)
          ? CommandLine.ExitCode.SOFTWARE
          : Failures.tell(
              new CommandFailure("standard output cannot be written: " + failure.getMessage()),
              named(line));
    } finally {
      System.setOut(before);
    }
  }

  private static String[] withCommand(String... args) {
    if (args.length > 0
        && (!args[0].startsWith("-")
            || List.of("-h", "--help", "-V", "--version").contains(args[0]))) {
      return args;
    }
    String[] serve = new String[args.length + 1];
    serve[0] = "serve";
    System.arraycopy(args, 0, serve, 1, args.length);
    return serve;
  }

  /** The command of the line that was asked for. */
  private static CommandLine named(CommandLine line) {
    ParseResult asked = line.getParseResult();
    while (asked.hasSubcommand()) {
      asked = asked.subcommand();
    }
    return asked.commandSpec().commandLine();
  }

  /** The command line with the named command, or with all of them if there is none of this name. */
  static CommandLine commandLine(String name) {
    Map<String, Supplier<Object>> commands = Commands.all();
    CommandLine root = new CommandLine(new Main());
    Supplier<Object> named = commands.get(name);
    if (named != null && !Commands.NEED_ALL.contains(name)) {
      root.addSubcommand(name, named.get());
    } else {
      commands.forEach((key, command) -> root.addSubcommand(key, command.get()));
    }
    root.getCommandSpec()
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show the version and exit.")
                .build());
    addHelp(root, "-h", "--help");
    root.setCaseInsensitiveEnumValuesAllowed(true);
    root.setUsageHelpWidth(100);
    root.setParameterExceptionHandler(Main::wrongUse);
    root.setExecutionExceptionHandler((e, at, result) -> Failures.tell(e, at));
    return root;
  }

  /** Adds the help option everywhere below: only as --help, since -h is the host of a client. */
  private static void addHelp(CommandLine command, String... names) {
    if (command.getCommandSpec().options().stream().noneMatch(OptionSpec::usageHelp)) {
      OptionSpec help =
          OptionSpec.builder(names).usageHelp(true).description("Show this text and exit.").build();
      command.getCommandSpec().addOption(help);
    }
    command.getSubcommands().values().forEach(below -> addHelp(below, "--help"));
  }

  private static int wrongUse(ParameterException e, String[] args) {
    CommandLine at = e.getCommandLine();
    PrintWriter err = at.getErr();
    String name = at.getCommandSpec().qualifiedName();
    err.println(name + ": " + Failures.oneLine(e.getMessage()));
    List<String> similar =
        e instanceof UnmatchedArgumentException u ? u.getSuggestions() : List.of();
    if (!similar.isEmpty()) {
      err.println("Did you mean: " + String.join(" or ", similar) + "?");
    }
    err.println("Try '" + name + " --help'.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** Reached only when global options were given without a command that uses them. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing; known are " + Arrays.toString(names()));
  }

  private static String[] names() {
    return Commands.all().keySet().toArray(String[]::new);
  }
}

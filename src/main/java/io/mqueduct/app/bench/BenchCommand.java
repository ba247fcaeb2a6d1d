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

import io.mqueduct.app.CommandFailure;
import io.mqueduct.bench.Bench;
import io.mqueduct.bench.BenchFailure;
import io.mqueduct.bench.Plan;
import io.mqueduct.bench.Report;
import io.mqueduct.bench.Scenario;
import io.mqueduct.bench.Times;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench}: measures a broker with load, and writes a table or JSON. */
@Command(
    name = "bench",
    sortOptions = false,
    description = {
      "Measures a broker, this one or any other, with load of its own.",
      "",
      "  connect   -C connections, opened as fast as the broker takes them, then idle",
      "  fanin     each of -P publishers has a topic, each of -S subscribers gets all",
      "  fanout    -P publishers on one topic, which each of -S subscribers gets",
      "  pair      -P publishers, and a subscriber for each",
      "  shared    -P publishers, the -S subscribers are a shared group",
      "  queue     -P publishers, the -S subscribers consume a named queue",
      "  offline   -n messages for -S sessions that are away, which then come and take them",
      "  retained  -n retained messages, each on a topic of its own, read by -S new subscribers",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured, and nothing lost, doubled, out of order or refused",
      "1:measured, but something was; or failed, with one line why",
      "2:wrong use"
    },
    footer = {
      "",
      "Examples:",
      "  mqueduct bench fanin -P 50 -q 1 --pid $(pgrep -f mqueduct.jar)",
      "  mqueduct bench pair -P 500 -r 10 -q 1 -o json",
      "  mqueduct bench queue -P 8 -S 8 -q 1 --queue jobs -t jobs/new",
      "",
      "The generator needs a processor of its own. Compare CPU per message (--pid) rather than messages",
      "per second when both are on one machine. docs/performance.md tells more."
    })
public final class BenchCommand implements Callable<Integer> {
  private static final double DAY_SECONDS = 86_400;
  private static final double SLACK_SECONDS = 120;

  @Parameters(
      paramLabel = "SCENARIO",
      description = "connect, fanin, fanout, pair, shared, queue, offline or retained.")
  private Scenario scenario = Scenario.FANIN;

  @Mixin private TargetOptions target = new TargetOptions();
  @Mixin private LoadOptions load = new LoadOptions();

  @Option(
      names = {"-C", "--connections"},
      paramLabel = "N",
      description = "Connections of connect. Default: 1000.")
  private int connections = 1000;

  @Option(
      names = "--subscribe",
      description = "Each connection of connect subscribes to a topic of its own.")
  private boolean subscribing;

  @Option(
      names = "--connects-at-a-time",
      paramLabel = "N",
      description = "Connections that may be under way at a time. Default: 200.")
  private int connectsAtATime = 200;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "SECONDS",
      description = "How long is measured. Default: 10.")
  private double seconds = 10;

  @Option(
      names = "--warm",
      paramLabel = "SECONDS",
      description = "Load before that; a broker on the JVM needs 10 once. Default: 3.")
  private double warmSeconds = 3;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description = "How long connect watches idle connections. Default: 2.")
  private double idleSeconds = 2;

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      description = "The longest wait at the end for what is under way. Default: 10.")
  private double drainSeconds = 10;

  @Option(
      names = "--max-time",
      paramLabel = "SECONDS",
      description =
          "The longest time of the whole run, after which it fails; a day at most. Default: what"
              + " is asked for above, and two minutes.")
  private double maxSeconds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Event loops of the generator. Default: 1.")
  private int threads = 1;

  @Option(
      names = "--pid",
      split = ",",
      paramLabel = "PID",
      description = "Processes of the broker on this machine, for its CPU and memory.")
  private List<Long> pids = new ArrayList<>();

  @Option(
      names = "--keep",
      description = "retained leaves its messages; offline leaves its sessions full for an hour.")
  private boolean keep;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "table or json (one line). Default: table.")
  private ReportPrinter.Form form = ReportPrinter.Form.TABLE;

  @Spec private CommandSpec command = CommandSpec.create();

  @Override
  public Integer call() {
    Plan plan = plan();
    PrintWriter out = command.commandLine().getOut();
    ProgressLine line = ProgressLine.on(command.commandLine().getErr());
    try {
      Report report = Bench.run(plan, target.target(), line);
      line.end();
      ReportPrinter.print(report.figures(), form, out);
      return report.isClean() ? 0 : 1;
    } catch (BenchFailure e) {
      line.end();
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }

  private Plan plan() {
    double asked = warmSeconds + seconds + 2 * idleSeconds + drainSeconds + SLACK_SECONDS;
    double most = maxSeconds == 0 ? Math.min(DAY_SECONDS, asked) : maxSeconds;
    target.check(seconds > 0 && seconds <= DAY_SECONDS, "-d is above 0 and at most 86400");
    target.check(warmSeconds >= 0 && warmSeconds <= DAY_SECONDS, "--warm is from 0 to 86400");
    target.check(idleSeconds >= 0 && idleSeconds <= DAY_SECONDS, "--idle is from 0 to 86400");
    target.check(drainSeconds >= 0 && drainSeconds <= DAY_SECONDS, "--drain is from 0 to 86400");
    target.check(
        most > 0 && most <= DAY_SECONDS,
        "--max-time is above 0 and at most 86400: a run without an end is not made");
    target.check(connections >= 1 && connections <= 1_000_000, "-C is from 1 to 1000000");
    target.check(
        connectsAtATime >= 1 && connectsAtATime <= 10_000, "--connects-at-a-time is 1 to 10000");
    target.check(threads >= 1 && threads <= 64, "--threads is from 1 to 64");
    target.check(pids.stream().allMatch(pid -> pid > 0), "--pid is a number above 0");
    return new Plan(
        scenario,
        load.load(scenario, target),
        new Times(warmSeconds, seconds, idleSeconds, drainSeconds, most),
        load.naming(target),
        load.spread(scenario, target),
        connections,
        subscribing,
        connectsAtATime,
        threads,
        keep,
        pids);
  }
}

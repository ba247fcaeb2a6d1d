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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mqueduct.testkit.RunningBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of the README with real processes: curl makes a queue, {@code pub} fills it, two
 * {@code sub} share it, one is killed, nothing is lost, and {@code queues stats} shows it.
 */
class QueueStoryIT {
  private static final int HALF = 300;

  @TempDir private Path dir;
  private final List<Process> started = new ArrayList<>();

  @Test
  void aWorkerThatIsKilledLosesNothing() throws Exception {
    assumeThat(new ProcessBuilder("curl", "--version").start().waitFor()).isZero();
    try (RunningBroker broker =
        RunningBroker.startProcess(Map.of("api.bootstrap", "[\"boot:s3cret\"]"))) {
      String api = "http://127.0.0.1:" + broker.port("api");
      String port = Integer.toString(broker.port("tcp"));
      Process curl =
          start(
              "curl.out",
              "curl",
              "-s",
              "-f",
              "-u",
              "boot:s3cret",
              "-H",
              "Content-Type: application/json",
              "-d",
              "{\"name\": \"jobs\", \"topic_filter\": \"jobs/#\", \"is_lastvalue\": false}",
              api + "/api/v5/queues");
      assertThat(curl.waitFor()).isZero();

      Process one = program("one", "sub", "-p", port, "-t", "$queue/jobs");
      Process two = program("two", "sub", "-p", port, "-t", "$queue/jobs");
      Process pub = program("pub.out", "pub", "-p", port, "-t", "jobs/new", "-q", "1", "-l");
      OutputStream lines = pub.getOutputStream();
      awaitStats(api, "consumers", "2");
      write(lines, 0, HALF);
      await(() -> lines("one").size() > 0);
      one.destroyForcibly().waitFor();
      write(lines, HALF, 2 * HALF);
      lines.close();
      assertThat(pub.waitFor()).as(text("pub.out")).isZero();

      awaitStats(api, "depth", "0");
      await(() -> all().size() == 2 * HALF);
      assertThat(lines("two")).isNotEmpty();
      Process stats = queues(api, "stats.out", "stats", "jobs");
      assertThat(stats.waitFor()).isZero();
      List<String> table = text("stats.out").lines().toList();
      assertThat(table.get(0)).startsWith("QUEUE ").contains("DEPTH").contains("REDELIVERED");
      assertThat(table.get(1)).startsWith("jobs ");
      two.destroy();
    } finally {
      started.forEach(Process::destroyForcibly);
    }
  }

  private static void write(OutputStream out, int from, int until) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < until; i++) {
      text.append("job ").append(i).append('\n');
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private Set<String> all() {
    Set<String> all = new TreeSet<>(lines("one"));
    all.addAll(lines("two"));
    return all;
  }

  /** Whole lines; the last one of a process that was killed may not be whole. */
  private List<String> lines(String file) {
    String text = text(file);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  private String text(String file) {
    try {
      return Files.readString(dir.resolve(file));
    } catch (IOException e) {
      return "";
    }
  }

  private void awaitStats(String api, String field, String value) {
    await(
        () -> {
          Process stats = queues(api, field + ".json", "stats", "jobs", "-o", "json");
          return stats.waitFor() == 0
              && text(field + ".json").contains("\"" + field + "\" : " + value + ",");
        });
  }

  private static void await(java.util.concurrent.Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(120))
        .pollInterval(100, TimeUnit.MILLISECONDS)
        .until(condition);
  }

  private Process queues(String api, String output, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of("queues"));
    all.addAll(List.of(args));
    all.addAll(List.of("--url", api, "--key", "boot:s3cret"));
    return program(output, all.toArray(String[]::new));
  }

  private Process program(String output, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add("io.mqueduct.app.Main");
    command.addAll(List.of(args));
    return start(output, command.toArray(String[]::new));
  }

  private Process start(String output, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve(output).toFile())
            .start();
    started.add(process);
    return process;
  }
}

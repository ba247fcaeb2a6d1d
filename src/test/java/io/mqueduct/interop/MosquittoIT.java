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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.interop.Programs.Ended;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands {@code mosquitto_pub} and {@code mosquitto_sub}, where they are installed. */
class MosquittoIT {
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static Site site;

  @RegisterExtension static final BeforeAllCallback SITE = context -> site = Site.of(context);

  @TempDir Path directory;
  private final List<Process> running = new ArrayList<>();
  private String run;

  /** A version over a transport. */
  record Way(String version, Transport transport) {
    boolean isV5() {
      return version.equals("mqttv5");
    }
  }

  static Stream<Way> ways() {
    return Stream.of("mqttv31", "mqttv311", "mqttv5")
        .flatMap(each -> Stream.of(new Way(each, Transport.TCP), new Way(each, Transport.SSL)));
  }

  @BeforeAll
  static void installed() {
    Programs.assumeInstalled("mosquitto_pub");
    Programs.assumeInstalled("mosquitto_sub");
  }

  @BeforeEach
  void names() {
    run = "ms" + RUNS.incrementAndGet();
  }

  @AfterEach
  void end() {
    running.forEach(Process::destroyForcibly);
  }

  private List<String> command(String program, Way way, String... more) {
    List<String> command = new ArrayList<>(List.of(program, "-V", way.version()));
    command.addAll(List.of("-h", "localhost", "-p", "" + site.port(way.transport().listener())));
    if (way.transport().isTls) {
      command.addAll(List.of("--cafile", site.authority().toAbsolutePath().toString()));
    }
    command.addAll(List.of(more));
    return command;
  }

  private String run(String program, Way way, String... more) throws Exception {
    Ended ended = Programs.run(directory, 30, command(program, way, more));
    assertThat(ended.code()).as(ended.output()).isZero();
    return ended.output();
  }

  /**
   * A subscriber to these topics that will end after so many messages, the first one "ready": it
   * writes out what it has got only at its end, so that a message has to tell that it listens.
   */
  private BufferedReader subscribed(Way way, int messages, String topic, String... more)
      throws Exception {
    List<String> command = command("mosquitto_sub", way, more);
    command.addAll(List.of("-t", topic, "-W", "30", "-C", "" + (messages + 1)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    running.add(process);
    try (WirePeer peer = site.connect(run + "ready")) {
      String name = topic.replaceFirst("^[$]share/g/", "").replace("#", "ready");
      Publish ready = Publish.to(name).qos(1, 1).payload("ready");
      await().pollInterval(Duration.ofMillis(10)).until(() -> peer.publishForCode(ready) == 0);
    }
    return process.inputReader();
  }

  private static String awaitLine(BufferedReader lines, String start) throws Exception {
    List<String> before = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(start)) {
        return line;
      }
      before.add(line);
    }
    throw new AssertionError("it ended before a line with " + start + ": " + before);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void deliversEachQos(Way way) throws Exception {
    BufferedReader lines = subscribed(way, 3, run + "/#", "-q", "2", "-F", "got %p %q %t");

    for (int qos = 0; qos <= 2; qos++) {
      run("mosquitto_pub", way, "-t", run + "/a", "-q", "" + qos, "-m", "at " + qos);
    }
    for (int qos = 0; qos <= 2; qos++) {
      String expected = "got at " + qos + " " + qos + " " + run + "/a";
      assertThat(awaitLine(lines, "got at")).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void keepsRetainedMessages(Way way) throws Exception {
    run("mosquitto_pub", way, "-t", run + "/r", "-q", "1", "-r", "-m", "kept");

    String got = run("mosquitto_sub", way, "-t", run + "/+", "-C", "1", "-W", "20", "-F", "%r %p");

    assertThat(got.strip()).isEqualTo("1 kept");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void keepsASession(Way way) throws Exception {
    List<String> more = new ArrayList<>(List.of("-i", run, "-c", "-q", "1", "-t", run + "/s"));
    if (way.isV5()) {
      more.addAll(List.of("-x", "300"));
    }
    List<String> once = new ArrayList<>(more);
    once.add("-E");
    run("mosquitto_sub", way, once.toArray(String[]::new));
    for (int i = 0; i < 3; i++) {
      run("mosquitto_pub", way, "-t", run + "/s", "-q", "1", "-m", "m" + i);
    }

    more.addAll(List.of("-C", "3", "-W", "20"));

    assertThat(run("mosquitto_sub", way, more.toArray(String[]::new)).lines())
        .containsExactly("m0", "m1", "m2");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void publishesTheWillOfAKilledClient(Way way) throws Exception {
    BufferedReader lines = subscribed(way, 1, run + "/will", "-F", "got %p");
    subscribed(way, 1, run + "/x", "--will-topic", run + "/will", "--will-payload", "gone");

    Process dying = running.get(1);
    assertThat(dying.destroyForcibly().waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(awaitLine(lines, "got gone")).isEqualTo("got gone");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void carriesLargePayloads(Way way) throws Exception {
    Path payload = directory.resolve("payload");
    Files.writeString(payload, "0123456789".repeat(90_000));
    BufferedReader lines = subscribed(way, 1, run + "/l", "-q", "1", "-F", "got %l");

    run("mosquitto_pub", way, "-t", run + "/l", "-q", "1", "-f", payload.toString());

    assertThat(awaitLine(lines, "got 9")).isEqualTo("got 900000");
  }

  @ParameterizedTest
  @EnumSource(names = {"TCP", "SSL"})
  void carriesPropertiesToASharedSubscription(Transport transport) throws Exception {
    Way way = new Way("mqttv5", transport);
    BufferedReader lines =
        subscribed(way, 1, "$share/g/" + run + "/p", "-q", "1", "-F", "got %p %P %R %C");

    run(
        "mosquitto_pub",
        way,
        "-t",
        run + "/p",
        "-q",
        "1",
        "-m",
        "x",
        "-D",
        "publish",
        "user-property",
        "key",
        "value",
        "-D",
        "publish",
        "response-topic",
        "answers",
        "-D",
        "publish",
        "content-type",
        "text/plain");

    assertThat(awaitLine(lines, "got x")).isEqualTo("got x key:value answers text/plain");
  }
}

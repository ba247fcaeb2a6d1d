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

import io.mqueduct.admin.SettingsOverride;
import io.mqueduct.config.SettingsLoader;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code pub} and {@code sub} against a broker in this process. */
class ClientCommandsIT {
  @TempDir static Path data;
  private static Vertx vertx;
  private static Broker broker;
  private static String port;

  @BeforeAll
  static void startBroker() {
    vertx = Vertx.vertx();
    broker =
        Broker.start(
                vertx,
                SettingsLoader.of(
                    Map.of(
                        "listeners.tcp.default.bind",
                        "127.0.0.1:0",
                        "listeners.ws.default.enable",
                        false,
                        "api.enable",
                        false,
                        "node.data_dir",
                        data.toString(),
                        "node.drain_delay",
                        0)),
                SettingsOverride.NONE)
            .await();
    port = Integer.toString(broker.port("tcp:default"));
  }

  @AfterAll
  static void stopBroker() {
    broker.stop().await();
    vertx.close().await();
  }

  @ParameterizedTest
  @CsvSource({"3.1.1,0", "3.1.1,1", "3.1.1,2", "5,0", "5,1", "5,2"})
  void linesOfStandardInputWaitInASessionAndComeOutInOrder(String version, String qos) {
    String topic = "lines/" + version + "/" + qos;
    String id = "reader-" + version + "-" + qos;
    String lines =
        IntStream.rangeClosed(1, 500)
            .mapToObj(i -> "line " + i + "\n")
            .collect(Collectors.joining());
    // A session that waits makes the order of "pub" before "sub" a certain one.
    assertThat(sub("-V", version, "-c", "-i", id, "-t", topic, "-q", qos, "-W", "1").code())
        .isZero();

    CommandRun pub =
        CommandRun.withInput(lines, "pub", "-p", port, "-V", version, "-t", topic, "-q", qos, "-l");
    CommandRun read =
        sub("-V", version, "-c", "-i", id, "-t", topic, "-q", qos, "-C", "500", "-W", "20");

    assertThat(pub.err()).isEmpty();
    assertThat(pub.code()).isZero();
    assertThat(read.err()).isEmpty();
    assertThat(read.out()).isEqualTo(lines);
    assertThat(read.code()).isZero();
  }

  @Test
  void aRetainedMessageIsShownWithTopicAsJsonAndCanBeRemoved() {
    pub("-t", "door", "-m", "open", "-r", "-q", "1", "-D", "a=1", "-D", "a=2");

    assertThat(sub("-t", "door", "-v", "-C", "1", "-W", "10").out()).isEqualTo("door open\n");
    assertThat(sub("-t", "door", "--json", "-C", "1", "-W", "10").out())
        .isEqualTo(
            "{\"topic\":\"door\",\"payload\":\"open\",\"qos\":0,\"retain\":true,\"dup\":false,"
                + "\"user_properties\":[[\"a\",\"1\"],[\"a\",\"2\"]]}\n");

    pub("-t", "door", "-n", "-r", "-q", "1");
    CommandRun none = sub("-t", "door", "-C", "1", "-W", "1");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.out()).isEmpty();
  }

  @Test
  void outputThatCannotBeWrittenIsAFailureAndTheMessageIsNotAcknowledged() {
    assertThat(sub("-c", "-i", "full", "-t", "full", "-q", "1", "-W", "1").code()).isZero();
    pub("-t", "full", "-m", "one", "-q", "1");
    String[] words = with("sub", "-c", "-i", "full", "-t", "full", "-q", "1", "-C", "1");

    CommandRun full = CommandRun.writingTo(new FailingOutput(0, FailingOutput.FULL), words);
    CommandRun gone = CommandRun.writingTo(new FailingOutput(0, FailingOutput.GONE), words);

    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err())
        .isEqualTo("mqueduct sub: standard output cannot be written: No space left on device\n");
    assertThat(gone.code()).isEqualTo(1);
    assertThat(gone.err()).isEmpty();
    assertThat(CommandRun.of(words).out()).isEqualTo("one\n");
  }

  @Test
  void whatTheBrokerRefusesIsToldInItsWords() {
    CommandRun sub = sub("-t", "$share//a");
    assertThat(sub.code()).isEqualTo(1);
    assertThat(sub.err())
        .startsWith(
            "mqueduct sub: the broker refuses to subscribe $share//a: topic filter invalid (0x8F): ")
        .contains("filter 1: not a valid topic filter")
        .hasLineCount(1);
    assertThat(sub("-V", "3.1.1", "-t", "$share//a").err())
        .isEqualTo("mqueduct sub: the broker refuses to subscribe $share//a: failure (0x80)\n");
    sub("-t", "$queue/strict/strict/#", "-q", "1", "-W", "1");
    for (String qos : new String[] {"1", "2"}) {
      CommandRun pub =
          CommandRun.of(with("pub", "-t", "strict/a", "-m", "x", "-q", qos, "-D", "mq-delay=soon"));
      assertThat(pub.code()).isEqualTo(1);
      assertThat(pub.err())
          .startsWith(
              "mqueduct pub: the broker refuses the message: implementation specific error (0x83): ")
          .contains("mq-delay")
          .hasLineCount(1);
    }
  }

  @Test
  void tooFewMessagesAreOneLineOnStandardError() {
    CommandRun run = sub("-t", "nothing", "-C", "2", "-W", "1");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("mqueduct sub: got 0 of 2 messages within 1 s\n");
  }

  @Test
  void aFileIsThePayloadByteForByte() throws IOException {
    byte[] bytes = {0, 1, (byte) 0xFF, '\n', 2};
    Path file = Files.write(data.resolve("payload"), bytes);

    pub("-t", "file", "-f", file.toString(), "-r", "-q", "1");

    assertThat(sub("-t", "file", "--json", "-C", "1", "-W", "10").out())
        .contains("\"payload_base64\":\"AAH/CgI=\"");
    assertThat(sub("-t", "file", "-R", "-C", "1", "-W", "1").out()).isEmpty();
  }

  @Test
  void withoutACountTheEndOfTheTimeIsNoFailure() {
    assertThat(sub("-t", "nothing", "-W", "1").code()).isZero();
  }

  @Test
  void nobodyListeningIsOneLine() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }

    CommandRun run = CommandRun.of("pub", "-p", Integer.toString(free), "-t", "a", "-m", "x");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err().lines().filter(l -> l.startsWith("mqueduct")))
        .containsExactly(
            "mqueduct pub: cannot connect to localhost:"
                + free
                + ": nothing listens there (connection refused)");
  }

  @Test
  void tlsToAPlainPortIsOneLine() {
    CommandRun run = CommandRun.of("pub", "-p", port, "--tls", "-t", "a", "-m", "x");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("mqueduct pub: cannot connect to localhost:" + port + ": ");
  }

  private static void pub(String... args) {
    CommandRun run = CommandRun.of(with("pub", args));
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
  }

  private static CommandRun sub(String... args) {
    return CommandRun.of(with("sub", args));
  }

  private static String[] with(String command, String... args) {
    String[] all = new String[args.length + 3];
    all[0] = command;
    all[1] = "-p";
    all[2] = port;
    System.arraycopy(args, 0, all, 3, args.length);
    return all;
  }
}

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
import io.mqueduct.testkit.TestAuthority;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bench} against a broker in this process. */
class BenchIT {
  @TempDir static Path data;
  private static Vertx vertx;
  private static Broker broker;

  @BeforeAll
  static void startBroker() throws IOException {
    TestAuthority.Identity identity = new TestAuthority("ours").issue("CN=broker");
    Path store = Files.write(data.resolve("server.p12"), identity.pkcs12());
    vertx = Vertx.vertx();
    broker =
        Broker.start(
                vertx,
                SettingsLoader.of(
                    Map.ofEntries(
                        Map.entry("listeners.tcp.default.bind", "127.0.0.1:0"),
                        Map.entry("listeners.ws.default.bind", "127.0.0.1:0"),
                        Map.entry("listeners.ssl.default.bind", "127.0.0.1:0"),
                        Map.entry("listeners.ssl.default.ssl.pkcs12", store.toString()),
                        Map.entry("listeners.ssl.default.ssl.pkcs12_password", "secret"),
                        Map.entry("api.enable", false),
                        Map.entry("mqtt.max_mqueue_len", 100_000),
                        Map.entry("node.data_dir", data.toString()),
                        Map.entry("node.drain_delay", 0))),
                SettingsOverride.NONE)
            .await();
  }

  @AfterAll
  static void stopBroker() {
    broker.stop().await();
    vertx.close().await();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fanin -P 3 -S 2 -q 0 -V 3.1.1",
        "fanin -P 3 -q 1",
        "fanout -S 5 -q 0",
        "fanout -S 5 -q 1 -V 3.1.1",
        "pair -P 3 -q 0",
        "pair -P 3 -q 1 --threads 2",
        "pair -P 3 -q 2",
        "pair -P 2 -q 2 -V 3.1.1 -s 5000",
        "pair -P 4 -q 1 -r 50",
        "shared -P 3 -S 2 -q 1 --threads 2",
        "queue -P 2 -S 2 -q 1 -t jobs/new -f $share/workers/jobs/new"
      })
  void loadForATimeArrivesOnceAndInOrder(String words) {
    JsonObject report = clean(words + " --warm 0.1 -d 0.4 --pid " + ProcessHandle.current().pid());

    assertThat(report.getLong("sent")).isPositive();
    assertThat(report.getLong("received")).isEqualTo(report.getLong("expected"));
    assertThat(report.getDouble("delivered_per_second")).isPositive();
    assertThat(report.getJsonObject("latency_us").getDouble("p50")).isPositive();
    assertThat(report.getDouble("broker_cpu_us_per_delivery")).isPositive();
    assertThat(report.getLong("broker_rss_kb")).isPositive();
  }

  @Test
  void aRateIsKept() {
    JsonObject report = clean("pair -P 5 -q 0 -r 40 --warm 0.2 -d 1");

    assertThat(report.getDouble("published_per_second")).isBetween(100.0, 300.0);
    assertThat(report.getLong("throttled")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "offline -P 2 -S 2 -n 500",
        "offline -n 500 -q 2 -V 3.1.1",
        "retained -P 2 -S 2 -n 500",
        "retained -n 500 -q 1 -V 3.1.1"
      })
  void aNumberOfMessagesArrivesOnce(String words) {
    JsonObject report = clean(words);

    assertThat(report.getLong("count")).isEqualTo(500);
    assertThat(report.getLong("received")).isEqualTo(report.getLong("expected"));
  }

  @Test
  void sessionsAndRetainedMessagesAreRemovedAgain() {
    clean("offline -P 2 -S 2 -n 100");
    clean("retained -n 100 --prefix left");

    JsonObject next = clean("retained -n 100 --prefix left");
    assertThat(next.getLong("foreign")).isZero();
  }

  @Test
  void connectionsAreCounted() {
    JsonObject report = clean("connect -C 50 --subscribe --idle 0.1 --source 127.0.0.1,127.0.0.2");

    assertThat(report.getInteger("connections")).isEqualTo(50);
    assertThat(report.getDouble("connects_per_second")).isPositive();
  }

  @Test
  void worksOverWebSocket() {
    JsonObject report =
        run("pair -P 2 -q 1 --ws --warm 0.1 -d 0.3 -p " + broker.port("ws:default"));

    assertThat(report.getString("transport")).isEqualTo("ws");
    assertThat(report.getLong("received")).isPositive();
  }

  @Test
  void worksOverTls() {
    JsonObject report =
        run("pair -P 2 -q 1 --insecure --warm 0.1 -d 0.3 -p " + broker.port("ssl:default"));

    assertThat(report.getString("transport")).isEqualTo("tls");
    assertThat(report.getLong("received")).isPositive();
  }

  @Test
  void aCertificateThatIsNotTrustedIsOneLine() {
    CommandRun run = CommandRun.of(words("fanin --tls -p " + broker.port("ssl:default")));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
  }

  @Test
  void aTableHasTheFigures() {
    CommandRun run =
        CommandRun.of(words("fanin -P 2 --warm 0.1 -d 0.3 -p " + broker.port("tcp:default")));

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("delivered per second", "latency us p99 9", "lost");
  }

  @Test
  void theLongestTimeEndsARun() {
    CommandRun run =
        CommandRun.of(words("fanin --max-time 0.5 -d 30 -p " + broker.port("tcp:default")));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).startsWith("mqueduct bench: the run did not end within --max-time");
  }

  @Test
  void aFilterThatIsRefusedIsOneLine() {
    CommandRun run =
        CommandRun.of(words("fanin -f a/#/b -V 3.1.1 -p " + broker.port("tcp:default")));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("mqueduct bench: a client could not begin: ");
  }

  /** A run in which nothing went wrong. */
  private static JsonObject clean(String words) {
    return run(words + " -p " + broker.port("tcp:default"));
  }

  private static JsonObject run(String words) {
    CommandRun run = CommandRun.of(words(words + " -o json"));
    assertThat(run.err()).isEmpty();
    JsonObject report = new JsonObject(run.out());
    for (String fault :
        List.of("lost", "duplicated", "out_of_order", "unacknowledged", "ended_connections")) {
      assertThat(report.getLong(fault, 0L)).as(fault).isZero();
    }
    assertThat(run.code()).isZero();
    return report;
  }

  private static String[] words(String line) {
    List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
    words.add(0, "bench");
    return words.toArray(String[]::new);
  }
}

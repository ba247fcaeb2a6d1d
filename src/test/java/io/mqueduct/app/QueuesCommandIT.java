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
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mqueduct queues} against a broker. */
class QueuesCommandIT {
  @TempDir private static Path dir;
  private static StartedBroker broker;
  private static Path keyFile;

  @BeforeAll
  static void start() throws Exception {
    broker = StartedBroker.with(Map.of("api.bootstrap", "[\"boot:s3cret\"]"));
    keyFile = Files.writeString(dir.resolve("key"), "boot:s3cret\n");
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static CommandRun run(String... args) {
    return CommandRun.of(all(args));
  }

  private static CommandRun writingTo(OutputStream out, String... args) {
    return CommandRun.writingTo(out, all(args));
  }

  private static String[] all(String... args) {
    List<String> all = new ArrayList<>(List.of("queues"));
    all.addAll(Arrays.asList(args));
    all.addAll(List.of("--url", "http://127.0.0.1:" + broker.apiPort()));
    all.addAll(List.of("--key-file", keyFile.toString()));
    return all.toArray(String[]::new);
  }

  private static CommandRun done(String... args) {
    CommandRun run = run(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    return run;
  }

  private static void publish(String topic, String... payloads) {
    WirePeer maker = broker.connect("maker").open();
    for (String each : payloads) {
      maker.publish(topic, 1, each);
    }
    maker.disconnect();
  }

  @Test
  void makesShowsChangesListsAndDeletesAQueue() {
    CommandRun made =
        done(
            "create",
            "cli.a",
            "cli/#",
            "--regular",
            "-s",
            "ack_timeout=1m",
            "--set",
            "limits.max_shard_message_count=50",
            "--set",
            "dead_letter.queue=cli.dead");
    assertThat(made.out()).contains("cli/#").contains("max_shard_message_count 50");
    done("create", "cli.b", "b/#", "--key-expression", "message.topic");
    CommandRun list = done("list");
    assertThat(list.out().lines().toList().get(0)).startsWith("QUEUE ");
    assertThat(list.out()).contains("cli.a ").contains("regular").contains("last value");
    JsonArray json = new JsonArray(done("list", "-o", "json").out());
    assertThat(json.getJsonObject(0).getString("name")).isEqualTo("cli.a");
    assertThat(new JsonArray(done("list", "-n", "1", "-o", "json").out())).hasSize(1);
    JsonObject changed =
        new JsonObject(done("update", "cli.a", "--set", "ack_timeout=null", "-o", "json").out());
    assertThat(changed.getLong("ack_timeout")).isEqualTo(300_000);
    assertThat(changed.getJsonObject("limits").getInteger("max_shard_message_count")).isEqualTo(50);
    JsonObject replaced =
        new JsonObject(
            done("update", "cli.a", "--replace", "--set", "overflow=reject_publish", "-o", "json")
                .out());
    assertThat(replaced.getString("dead_letter")).isEqualTo("none");
    WirePeer worker = broker.connect("cli-worker").open();
    worker.subscribe("$queue/cli.a", 1);
    Awaitility.await().until(() -> done("show", "cli.a").out().contains("cli-worker"));
    assertThat(new JsonObject(done("show", "cli.a", "-o", "json").out()).getJsonArray("consumers"))
        .hasSize(1);
    assertThat(done("delete", "cli.a", "cli.b").out()).isEqualTo("deleted cli.a\ndeleted cli.b\n");
    worker.close();
  }

  @Test
  void looksAtMessagesAndPurgesThem() {
    done("create", "look", "look/#", "--regular");
    publish("look/x", "one", "two\n\u001b[31m");
    CommandRun browse = done("browse", "look");
    assertThat(browse.out()).contains("look/x").contains("one").contains("two??[31m");
    assertThat(done("browse", "look", "-n", "1").out()).doesNotContain("two");
    assertThat(done("browse", "look", "--topic", "other/#").out().lines()).hasSize(1);
    JsonArray json = new JsonArray(done("browse", "look", "-o", "json").out());
    assertThat(json.getJsonObject(0).getString("payload")).isEqualTo("b25l");
    CommandRun stats = done("stats", "look");
    assertThat(stats.out().lines().toList().get(1)).matches("look +2 +.*");
    assertThat(new JsonObject(done("stats", "look", "-o", "json").out()).getInteger("depth"))
        .isEqualTo(2);
    assertThat(done("stats").out()).contains("look ");
    assertThat(done("purge", "look").out()).isEqualTo("purged 2 messages\n");
    assertThat(new JsonObject(done("purge", "look", "-o", "json").out()).getInteger("purged"))
        .isZero();
    done("delete", "look");
  }

  @Test
  void bringsDeadLettersBack() {
    done("create", "graves", "graves/#", "--regular");
    done("create", "yard", "yard/#", "--regular", "--set", "dead_letter.queue=graves");
    publish("yard/x", "a", "b");
    WirePeer worker = broker.connect("yard-worker").open();
    worker.subscribe("$queue/yard", 1);
    for (int i = 0; i < 2; i++) {
      worker.ack(io.mqueduct.testkit.PacketType.PUBACK, worker.readPublish().id(), 0x99);
    }
    Awaitility.await().until(() -> done("browse", "graves").out().lines().count() == 3);
    worker.disconnect();
    assertThat(done("redrive", "graves").out()).isEqualTo("redriven 2, skipped 0, failed 0\n");
    assertThat(done("browse", "yard").out()).contains("yard/x");
    assertThat(new JsonObject(done("redrive", "graves", "-o", "json").out()))
        .isEqualTo(new JsonObject("{\"redriven\":0,\"skipped\":0,\"failed\":0}"));
    done("delete", "graves", "yard");
  }

  @Test
  void followsAQueue() {
    done("create", "tail", "tail/#", "--regular");
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> makes =
        CompletableFuture.runAsync(
            () -> {
              WirePeer maker = broker.connect("tail-maker").open();
              for (int i = 0; i < 60_000 && !ended.get(); i++) {
                maker.publish("tail/x", 1, "t" + i);
                maker.ping();
              }
              maker.close();
            });
    CommandRun tail = done("tail", "tail", "-C", "2");
    ended.set(true);
    assertThat(tail.out().lines()).hasSize(2).allMatch(line -> line.matches(".* tail/x t\\d+"));
    makes.join();
    done("delete", "tail");
  }

  @ParameterizedTest
  @CsvSource({"table,Broken pipe", "json,Broken pipe", "table,No space left on device"})
  void followsAQueueOnlyAsLongAsItsOutputIsTaken(String form, String failure) {
    done("create", "head", "head/#", "--regular");
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> makes =
        CompletableFuture.runAsync(
            () -> {
              WirePeer maker = broker.connect("head-maker").open();
              for (int i = 0; i < 60_000 && !ended.get(); i++) {
                maker.publish("head/x", 1, "t" + i);
                maker.ping();
              }
              maker.close();
            });

    CommandRun tail =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () -> writingTo(new FailingOutput(1, failure), "tail", "head", "-o", form));

    ended.set(true);
    makes.join();
    assertThat(tail.code()).isEqualTo(1);
    assertThat(tail.err())
        .isEqualTo(
            failure.equals(FailingOutput.GONE)
                ? ""
                : "mqueduct queues tail: standard output cannot be written: " + failure + "\n");
    done("delete", "head");
  }

  @Test
  void outputThatCannotBeWrittenIsAFailure() {
    for (String form : List.of("table", "json")) {
      CommandRun run = writingTo(new FailingOutput(0, FailingOutput.FULL), "list", "-o", form);
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err())
          .isEqualTo(
              "mqueduct queues list: standard output cannot be written: No space left on device\n");
    }
  }

  @Test
  void aNameThatIsAStepInAPathReachesNoOtherQueue() {
    for (String name : List.of("messages", "stats", "redrive", "tail", "consumers")) {
      done("create", name, "steps/" + name, "--regular");
      publish("steps/" + name, "x");
    }
    for (String step : List.of(".", "..")) {
      assertNothingOfTheName(step, "show", step);
      assertNothingOfTheName(step, "update", step, "-s", "ack_timeout=7s");
      assertNothingOfTheName(step, "delete", step);
      assertNothingOfTheName(step, "stats", step);
      assertNothingOfTheName(step, "browse", step);
      assertNothingOfTheName(step, "purge", step);
      assertNothingOfTheName(step, "redrive", step);
      assertNothingOfTheName(step, "tail", step, "-C", "1");
      assertThat(run("create", step, "steps/#").err()).contains("400 name").hasLineCount(1);
    }
    for (String name : List.of("messages", "stats", "redrive", "tail", "consumers")) {
      assertThat(new JsonObject(done("stats", name, "-o", "json").out()).getLong("depth")).isOne();
    }
    done("delete", "messages", "stats", "redrive", "tail", "consumers");
  }

  private static void assertNothingOfTheName(String name, String... args) {
    CommandRun run = run(args);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "mqueduct queues " + args[0] + ": there is nothing of the name \"" + name + "\"\n");
  }

  @Test
  void saysInOneLineWhatFailed() {
    CommandRun unknown = run("show", "nobody");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).isEqualTo("mqueduct queues show: 404 there is no queue nobody\n");
    CommandRun wrong = run("create", "x", "a/#/b");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err().lines()).hasSize(1);
    assertThat(wrong.err()).contains("400 topic_filter");
    assertThat(run("tail", "nobody").err()).contains("404 there is no queue nobody");
    assertThat(run("create", "x", "y", "--set", "nonsense").code()).isEqualTo(2);
    assertThat(run("update", "x").code()).isEqualTo(2);
    for (String taken : List.of("name=y", "topic_filter=b", "is_lastvalue=false", "name.a=y")) {
      CommandRun twice = run("create", "x", "a", "-s", taken);
      assertThat(twice.code()).isEqualTo(2);
      assertThat(twice.err()).contains("--set " + taken + ": ").contains("of its own");
    }
    assertThat(
            run("create", "x", "a", "--key-expression", "message.topic", "-s", "key_expression=1"))
        .satisfies(twice -> assertThat(twice.code()).isEqualTo(2));
    assertThat(run("show", "y").code()).isEqualTo(1);
    assertThat(run("show", "x").code()).isEqualTo(1);
    assertThat(run("delete").code()).isEqualTo(2);
    CommandRun bare = CommandRun.of("queues");
    assertThat(bare.code()).isEqualTo(2);
    assertThat(bare.err()).contains("list").contains("tail");
  }
}

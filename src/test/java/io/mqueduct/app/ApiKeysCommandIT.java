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

import io.mqueduct.testkit.StartedBroker;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code mqueduct api-keys} against a broker. */
class ApiKeysCommandIT {
  private static StartedBroker broker;

  @BeforeAll
  static void start() {
    broker = StartedBroker.with(Map.of("api.bootstrap", "[\"boot:s3cret\"]"));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static CommandRun run(String... args) {
    return with("boot:s3cret", "api-keys", args);
  }

  private static CommandRun with(String key, String command, String... args) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(Arrays.asList(args));
    all.addAll(List.of("--url", "http://127.0.0.1:" + broker.apiPort(), "--key", key));
    return CommandRun.of(all.toArray(String[]::new));
  }

  @Test
  void makesAKeyThatOtherCommandsCanUse() {
    CommandRun made = run("create", "wall", "--role", "viewer", "--description", "for the wall");
    assertThat(made.code()).isZero();
    String pair = made.out().strip();
    assertThat(pair).matches("[A-Za-z0-9_-]{12}:[A-Za-z0-9_-]{43}");
    assertThat(with(pair, "queues", "list").code()).isZero();
    CommandRun refused = with(pair, "api-keys", "list");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("403").hasLineCount(1);

    CommandRun list = run("list");
    assertThat(list.out()).contains("wall").contains("viewer").contains("for the wall");
    assertThat(list.out()).doesNotContain(pair.split(":")[1]);
    assertThat(new JsonArray(run("list", "-o", "json").out()).size()).isEqualTo(3);

    assertThat(run("update", "wall", "--disable").out()).contains("enable").contains("false");
    assertThat(with(pair, "queues", "list").err()).contains("401");
    JsonObject shown =
        new JsonObject(
            run("update", "wall", "--enable", "--expires", "2999-01-01T00:00:00Z", "-o", "json")
                .out());
    assertThat(shown.getBoolean("enable")).isTrue();
    assertThat(run("show", "wall").out()).contains("2999-01-01T00:00:00.000Z");
    assertThat(run("delete", "wall").out()).isEqualTo("deleted wall\n");
    assertThat(with(pair, "queues", "list").err()).contains("401");
  }

  @Test
  void saysInOneLineWhatIsWrong() {
    assertThat(run("show", "nobody").err()).contains("404").contains("nobody").hasLineCount(1);
    assertThat(run("create", "a b").err()).contains("name: expected").hasLineCount(1);
    assertThat(run("delete", "boot").err()).contains("api.bootstrap").hasLineCount(1);
    assertThat(run("show", ".").err()).contains("nothing of the name \".\"").hasLineCount(1);
    assertThat(run("delete", "..").err()).contains("nothing of the name \"..\"").hasLineCount(1);
    assertThat(run("update", "boot").code()).isEqualTo(2);
    assertThat(run("update", "boot", "--enable", "--disable").code()).isEqualTo(2);
    assertThat(run("create", "x", "--role", "root").code()).isEqualTo(2);
    assertThat(run("create", " ").code()).isEqualTo(2);
    assertThat(CommandRun.of("api-keys").code()).isEqualTo(2);
  }
}

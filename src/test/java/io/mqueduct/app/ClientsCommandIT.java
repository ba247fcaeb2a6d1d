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
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mqueduct clients} against a broker. */
class ClientsCommandIT {
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
    List<String> all = new ArrayList<>(List.of("clients"));
    all.addAll(Arrays.asList(args));
    all.addAll(List.of("--url", "http://127.0.0.1:" + broker.apiPort()));
    all.addAll(List.of("--key-file", keyFile.toString()));
    return CommandRun.of(all.toArray(String[]::new));
  }

  @Test
  void listsShowsAndKicksAClient() {
    WirePeer peer = broker.connect("cli one").open();
    peer.subscribe("cli/#", 1);
    CommandRun list = run("list", "--like", "cli");
    assertThat(list.code()).isZero();
    assertThat(list.out().lines().toList().get(0)).startsWith("CLIENT ");
    assertThat(list.out()).contains("cli one ").contains("connected");
    JsonArray json = new JsonArray(run("list", "--like", "cli", "-o", "json").out());
    assertThat(json.getJsonObject(0).getString("clientid")).isEqualTo("cli one");
    assertThat(run("show", "cli one").out()).contains("cli/#").contains("inflight_max");
    JsonObject shown = new JsonObject(run("show", "cli one", "-o", "json").out());
    assertThat(shown.getJsonArray("subscriptions")).hasSize(1);
    assertThat(run("purge", "cli one").out()).isEqualTo("purged 0 messages\n");
    assertThat(run("kick", "cli one").out()).isEqualTo("kicked cli one\n");
    peer.expectDisconnect(0x98);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "a/../b", "%2E%2E", "100%", "a+b c", " ", "ä日"})
  void reachesAClientWhateverItsId(String id) {
    WirePeer peer = broker.connect(id).open();
    JsonObject shown = new JsonObject(run("show", id, "-o", "json").out());
    assertThat(shown.getString("clientid")).isEqualTo(id);
    assertThat(run("purge", id).out()).isEqualTo("purged 0 messages\n");
    assertThat(run("kick", id).out()).isEqualTo("kicked " + id + "\n");
    peer.expectDisconnect(0x98);
  }

  @Test
  void kicksAClientThatNoAddressHasRoomFor() {
    String id = "ä".repeat(30_000);
    WirePeer peer = broker.connect(id).open();
    assertThat(run("kick", id).code()).isZero();
    peer.expectDisconnect(0x98);
  }

  @Test
  void showsAllSubscriptionsHoweverMany() {
    WirePeer peer = broker.connect("cli many").open();
    for (int i = 0; i < 1500; i++) {
      peer.subscribe("many/" + i, 0);
    }
    JsonObject shown = new JsonObject(run("show", "cli many", "-o", "json").out());
    assertThat(shown.getJsonArray("subscriptions")).hasSize(1500).doesNotHaveDuplicates();
  }

  @Test
  void saysInOneLineWhatFailed() {
    CommandRun unknown = run("show", "nobody");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).isEqualTo("mqueduct clients show: 404 Client ID not found\n");
    CommandRun refused =
        CommandRun.of(
            "clients", "list", "--key", "a:b", "--url", "http://127.0.0.1:" + broker.apiPort());
    assertThat(refused.err()).contains("401");
    CommandRun nowhere =
        CommandRun.of("clients", "list", "--key", "a:b", "--url", "http://127.0.0.1:1");
    assertThat(nowhere.code()).isEqualTo(1);
    assertThat(nowhere.err().lines()).hasSize(1);
    assertThat(CommandRun.of("clients").code()).isEqualTo(2);
  }
}

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
package io.mqueduct.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.SmallDisk;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each call about queues that writes, on a disk that nothing can be written to any more. */
class QueueFailingDiskIT {
  @TempDir Path temp;

  @Test
  void refusesWithOneLineWhatItCannotStoreAndDoesNothingOfIt() {
    SmallDisk disk = SmallDisk.ext4(temp, 128);
    assumeTrue(disk != null, "needs root, to mount a file system");
    Map<String, String> settings =
        ApiClient.settings(
            "node.data_dir", disk.directory().resolve("data").toString(),
            "durability.memory", "16MB",
            "durability.min_free_disk", "0",
            "durability.fsync", "always");
    try (disk;
        RunningBroker broker = RunningBroker.startProcess(settings)) {
      Map<String, Object> before;
      try (ApiClient api = new ApiClient(broker.port("api", "default"))) {
        prepare(api);
        JsonArray leased = pull(api, "q", 2);
        before = state(api);
        disk.failWrites();

        refuseAll(api, leased);
        assertThat(state(api)).isEqualTo(before);
        assertThat(pull(api, "q", 9)).as("reads go on").hasSize(1);
      }
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(
                          broker.log().lines().filter(line -> line.contains("new data is refused")))
                      .as(broker.log())
                      .hasSize(1));
      assertThat(broker.log()).doesNotContain("Exception");

      broker.kill();
      disk.mountAgain();
      broker.start();
      try (ApiClient api = new ApiClient(broker.port("api", "default"))) {
        assertThat(state(api)).isEqualTo(before);
        everythingWorks(api);
      }
    }
  }

  private static void prepare(ApiClient api) {
    create(api, "dead", "none");
    create(api, "q", "{\"queue\":\"dead\"}");
    for (int i = 0; i < 4; i++) {
      assertThat(store(api).status()).isEqualTo(200);
    }
    JsonArray acks = new JsonArray();
    for (Object each : pull(api, "q", 2)) {
      String id = ((JsonObject) each).getString("ack_id");
      acks.add(new JsonObject().put("id", id).put("outcome", "dead_letter"));
    }
    assertThat(ack(api, acks).status()).isEqualTo(200);
    Awaitility.await().until(() -> depth(api, "dead") == 2 && depth(api, "q") == 2);
    assertThat(store(api).status()).isEqualTo(200); // behind what left the queue, in the store
  }

  private static void create(ApiClient api, String name, String deadLetter) {
    JsonObject fields =
        new JsonObject()
            .put("name", name)
            .put("topic_filter", name + "/#")
            .put("is_lastvalue", false)
            .put("dead_letter", deadLetter.equals("none") ? "none" : new JsonObject(deadLetter));
    ApiClient.Answer made = api.call("POST", "/queues", fields);
    assertThat(made.status()).as(made.text()).isEqualTo(200);
  }

  private static ApiClient.Answer store(ApiClient api) {
    return api.call("POST", "/queue/q/messages", "{\"payload\":\"x\"}");
  }

  private static JsonArray pull(ApiClient api, String queue, int max) {
    JsonObject body = new JsonObject().put("max", max).put("lease", "1h");
    return api.call("POST", "/queue/" + queue + "/pull", body).object().getJsonArray("messages");
  }

  private static ApiClient.Answer ack(ApiClient api, JsonArray acks) {
    return api.call("POST", "/queue/q/ack", new JsonObject().put("acks", acks));
  }

  private static long depth(ApiClient api, String queue) {
    return api.get("/queue/" + queue + "/stats").object().getLong("depth");
  }

  /** What has to be the same whatever was refused. */
  private static Map<String, Object> state(ApiClient api) {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("queues", api.get("/queues").data());
    for (String queue : List.of("q", "dead")) {
      state.put(
          queue,
          api.get("/queue/" + queue + "/messages").data().stream()
              .map(QueueFailingDiskIT::id)
              .toList());
    }
    return state;
  }

  private static String id(Object message) {
    return ((JsonObject) message).getString("id");
  }

  private static void refuseAll(ApiClient api, JsonArray leased) {
    String message = id(api.get("/queue/q/messages").data().getJsonObject(0));
    String changed = "{\"topic_filter\":\"q/#\",\"is_lastvalue\":false,\"max_deliveries\":9}";
    JsonArray acks = new JsonArray();
    leased.forEach(
        each -> acks.add(new JsonObject().put("id", ((JsonObject) each).getString("ack_id"))));
    refused(api.call("DELETE", "/queue/q/messages")); // the first to hear of it
    refused(api.call("DELETE", "/queue/q/messages/" + message));
    refused(api.call("POST", "/queues", "{\"name\":\"new\",\"topic_filter\":\"new/#\"}"));
    refused(api.call("PUT", "/queue/q", changed));
    refused(api.call("PATCH", "/queue/q", "{\"max_deliveries\":9}"));
    refused(api.call("DELETE", "/queue/dead"));
    refused(api.call("POST", "/queue/dead/redrive", "{}"));
    refused(store(api));
    refused(api.call("POST", "/publish", "{\"topic\":\"q/x\",\"payload\":\"x\",\"qos\":1}"));
    refused(ack(api, acks));
  }

  private static void refused(ApiClient.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(507);
    assertThat(answer.code()).isEqualTo("STORE_FAILED");
    assertThat(answer.message()).isNotBlank().doesNotContain("\n");
  }

  private static void everythingWorks(ApiClient api) {
    assertThat(api.call("PATCH", "/queue/q", "{\"max_deliveries\":9}").status()).isEqualTo(200);
    JsonArray leased = pull(api, "q", 1);
    String id = leased.getJsonObject(0).getString("ack_id");
    assertThat(ack(api, new JsonArray().add(new JsonObject().put("id", id))).status())
        .isEqualTo(200);
    assertThat(api.call("POST", "/queue/dead/redrive", "{}").object().getInteger("redriven"))
        .isEqualTo(2);
    assertThat(store(api).status()).isEqualTo(200);
    assertThat(api.call("DELETE", "/queue/q/messages").object().getLong("purged")).isEqualTo(5);
    assertThat(depth(api, "q")).isZero();
    create(api, "new", "none");
    assertThat(api.call("DELETE", "/queue/dead").status()).isEqualTo(204);
  }
}

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

import io.mqueduct.testkit.SmallDisk;
import io.mqueduct.testkit.StartedBroker;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues over HTTP while the disk is full. */
class QueueFullDiskIT {
  private static final String QUEUE = "{\"name\":\"%s\",\"topic_filter\":\"q/#\"%s}";

  @TempDir Path temp;

  @Test
  void saysThatNothingCanBeStoredAndShowsWhatThereIs() throws IOException {
    SmallDisk disk = SmallDisk.tmpfs(temp, 96);
    assumeTrue(disk != null, "needs root, to mount a file system");
    try (disk;
        StartedBroker broker =
            StartedBroker.with(
                ApiClient.settings(
                    "node.data_dir", disk.directory().resolve("data").toString(),
                    "durability.memory", "16MB",
                    "durability.min_free_disk", "32MB"));
        ApiClient api = new ApiClient(broker)) {
      String regular = QUEUE.formatted("q", ",\"is_lastvalue\":false");
      assertThat(api.call("POST", "/queues", regular).status()).isEqualTo(200);
      for (int i = 0; i < 3; i++) {
        assertThat(store(api).status()).isEqualTo(200);
      }
      String other = "{\"name\":\"p\",\"topic_filter\":\"p/#\",\"is_lastvalue\":false}";
      assertThat(api.call("POST", "/queues", other).status()).isEqualTo(200);
      String toPurge = "{\"payload\":\"x\"}";
      assertThat(api.call("POST", "/queue/p/messages", toPurge).status()).isEqualTo(200);
      Path ballast = Files.write(disk.directory().resolve("ballast"), new byte[68 << 20]);
      Awaitility.await().until(() -> store(api).status() != 200);
      long kept = api.get("/queue/q/stats").object().getLong("depth");

      refused(store(api));
      refused(api.call("POST", "/publish", "{\"topic\":\"q/x\",\"payload\":\"x\"}"));
      refused(api.call("POST", "/publish/bulk", "[{\"topic\":\"q/x\",\"payload\":\"x\"}]"));
      refused(api.call("POST", "/queues", QUEUE.formatted("other", "")));
      assertThat(api.get("/queue/q/messages").data()).hasSize((int) kept);
      JsonArray acks = new JsonArray();
      api.call("POST", "/queue/q/pull", "{\"max\":1000}")
          .object()
          .getJsonArray("messages")
          .forEach(
              each ->
                  acks.add(new JsonObject().put("id", ((JsonObject) each).getString("ack_id"))));
      assertThat(acks).hasSize((int) kept);
      api.call("POST", "/queue/q/ack", new JsonObject().put("acks", acks));
      assertThat(api.get("/queue/q/stats").object().getLong("depth")).isZero();

      assertThat(api.call("DELETE", "/queue/p/messages").object().getLong("purged")).isOne();
      assertThat(api.get("/queue/p/stats").object().getLong("depth")).isZero();
      Files.delete(ballast);
      Awaitility.await().until(() -> store(api).status() == 200);
      assertThat(api.call("POST", "/queues", QUEUE.formatted("other", "")).status()).isEqualTo(200);
    }
  }

  private static ApiClient.Answer store(ApiClient api) {
    return api.call("POST", "/queue/q/messages", "{\"payload\":\"x\"}");
  }

  private static void refused(ApiClient.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(507);
    assertThat(answer.code()).isEqualTo("STORE_FAILED");
  }
}

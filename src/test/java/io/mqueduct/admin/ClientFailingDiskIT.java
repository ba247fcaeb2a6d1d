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
import io.mqueduct.testkit.WirePeer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders about clients on a disk that nothing can be written to any more. */
class ClientFailingDiskIT {
  @TempDir Path temp;

  @Test
  void saysThatASubscriptionIsNotStored() {
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
      WirePeer client = broker.connect("").clientId("c").durable().subscribe("first/#", 1);
      try (ApiClient api = new ApiClient(broker.port("api", "default"))) {
        assertThat(order(api, "subscribe", "second/#").status()).isEqualTo(200);
        disk.failWrites();

        refused(order(api, "subscribe", "third/#"));
        refused(order(api, "unsubscribe", "first/#"));
        refused(order(api, "subscribe", "second/#"));
        assertThat(order(api, "unsubscribe", "third/#").status()).isEqualTo(404);
        assertThat(api.get("/clients/c/subscriptions").list().stream().map(Object::toString))
            .singleElement()
            .asString()
            .contains("second/#");
      }
      client.ping();

      broker.kill();
      disk.mountAgain();
      broker.start();
      try (ApiClient api = new ApiClient(broker.port("api", "default"))) {
        assertThat(api.get("/clients/c/subscriptions").text())
            .contains("first/#", "second/#")
            .doesNotContain("third/#");
      }
    }
  }

  private static ApiClient.Answer order(ApiClient api, String order, String topic) {
    return api.call("POST", "/clients/c/" + order, "{\"topic\":\"" + topic + "\"}");
  }

  private static void refused(ApiClient.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(507);
    assertThat(answer.code()).isEqualTo("STORE_FAILED");
    assertThat(answer.message()).isNotBlank().doesNotContain("\n");
  }
}

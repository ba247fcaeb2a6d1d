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
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench} with named queues of a broker in this process. */
class BenchQueueIT {
  @TempDir Path data;

  @Test
  void whatANewerMessageReplacedIsSupersededAndNotLost() {
    // A consumer that takes one at a time is slower than publishers with 8 keys and credit for
    // more.
    JsonObject report =
        run(
            "queue -P 2 -S 2 -q 1 --keys 8 -c 200 -w 200 --warm 0.1 -d 0.5",
            Map.of(
                "mqtt.max_inflight",
                1,
                "mq.auto_create.lastvalue.key_expression",
                "message.topic"));

    assertThat(report.getInteger("keys_per_publisher")).isEqualTo(4);
    assertThat(report.getLong("superseded")).isPositive();
    assertThat(report.getLong("received")).isPositive();
    assertThat(report.getLong("lost")).isZero();
    assertThat(report.getLong("duplicated")).isZero();
    assertThat(report.getLong("out_of_order")).isZero();
    assertThat(report.getLong("received"))
        .isEqualTo(report.getLong("sent") - report.getLong("superseded"));
  }

  @Test
  void messagesGoToSeveralQueuesWhichAllSubscribersConsume() {
    JsonObject report =
        run(
            "queue -P 2 -S 3 -q 1 --queues 5 --queue several --warm 0.1 -d 0.4",
            Map.of(
                "mq.auto_create.lastvalue.enable", false,
                "mq.auto_create.regular.enable", true));

    assertThat(report.getInteger("queues")).isEqualTo(5);
    assertThat(report.getLong("received")).isPositive().isEqualTo(report.getLong("sent"));
    assertThat(report.getLong("lost")).isZero();
    assertThat(report.getLong("duplicated")).isZero();
    assertThat(report.getLong("out_of_order")).isZero();
  }

  @Test
  void sessionsThatAreAwayCanBeLeftFull() {
    JsonObject report = run("offline -P 2 -n 300 --keep", Map.of());

    assertThat(report.getLong("count")).isEqualTo(300);
    assertThat(report.getLong("received")).isZero();
    assertThat(report.getLong("lost")).isZero();
    assertThat(report.containsKey("drain_seconds")).isFalse();
  }

  private JsonObject run(String words, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("listeners.tcp.default.bind", "127.0.0.1:0");
    settings.put("listeners.ws.default.enable", false);
    settings.put("api.enable", false);
    settings.put("node.data_dir", data.toString());
    settings.put("node.drain_delay", 0);
    Vertx vertx = Vertx.vertx();
    try {
      Broker broker =
          Broker.start(vertx, SettingsLoader.of(settings), SettingsOverride.NONE).await();
      try {
        String line = "bench " + words + " -o json -p " + broker.port("tcp:default");
        CommandRun run = CommandRun.of(line.split(" ", -1));
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        return new JsonObject(run.out());
      } finally {
        broker.stop().await();
      }
    } finally {
      vertx.close().await();
    }
  }
}

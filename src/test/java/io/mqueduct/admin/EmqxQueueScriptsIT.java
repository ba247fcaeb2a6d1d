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

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What scripts for EMQX's queues send, and what they look at in the answers. */
class EmqxQueueScriptsIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();

  @Test
  void makesReadsChangesAndDeletesANamedQueue() {
    ApiClient.Answer made =
        api.call(
            "POST",
            "/queues",
            """
            {"name":"my_queue","topic_filter":"t/1","is_lastvalue":false,
             "data_retention_period":"7d","dispatch_strategy":"least_inflight",
             "limits":{"max_shard_message_count":1000,"max_shard_message_bytes":"200MB"}}""");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.object().getString("name")).isEqualTo("my_queue");
    assertThat(made.object().getLong("data_retention_period")).isEqualTo(604_800_000);
    assertThat(made.object().getJsonObject("limits"))
        .isEqualTo(
            new JsonObject()
                .put("max_shard_message_count", 1000)
                .put("max_shard_message_bytes", 209_715_200));
    ApiClient.Answer list = api.get("/queues?limit=10");
    assertThat(list.data().getJsonObject(0).getString("topic_filter")).isEqualTo("t/1");
    assertThat(list.meta().getBoolean("hasnext")).isFalse();
    ApiClient.Answer changed =
        api.call("PUT", "/queue/my_queue", "{\"dispatch_strategy\":\"random\"}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.object().getString("dispatch_strategy")).isEqualTo("random");
    assertThat(api.call("DELETE", "/queue/my_queue").status()).isEqualTo(204);
    assertThat(api.get("/queue/my_queue").object())
        .isEqualTo(
            new JsonObject().put("code", "NOT_FOUND").put("message", "there is no queue my_queue"));
  }

  @Test
  void acceptsTheHiddenFieldsAndGivesThemBack() {
    JsonObject hidden =
        new JsonObject()
            .put("ping_interval", "10s")
            .put("consumer_max_inactive", "30s")
            .put("busy_session_retry_interval", 100)
            .put("consumer_persistence_interval", "1s")
            .put("local_max_inflight", 4)
            .put("stream_max_buffer_size", 2000)
            .put("stream_max_unacked", 1000);
    JsonObject body = hidden.copy().put("name", "hidden").put("topic_filter", "h");
    JsonObject made = api.call("POST", "/queues", body).object();
    assertThat(made.getLong("ping_interval")).isEqualTo(10_000);
    assertThat(made.getLong("consumer_max_inactive")).isEqualTo(30_000);
    assertThat(made.getLong("busy_session_retry_interval")).isEqualTo(100);
    assertThat(made.getLong("stream_max_buffer_size")).isEqualTo(2000);
    assertThat(api.call("DELETE", "/queue/hidden").status()).isEqualTo(204);
  }

  @Test
  void theOldPathsDoTheSame() {
    String old = "/message_queues/queues";
    JsonObject named =
        api.call("POST", old, "{\"name\":\"old\",\"topic_filter\":\"o/#\"}").object();
    assertThat(api.get("/queue/old").object()).isEqualTo(named);
    assertThat(api.get(old + "/old").object()).isEqualTo(named);
    assertThat(api.get(old).object()).isEqualTo(api.get("/queues").object());
    assertThat(
            api.call("PUT", old + "/old", "{\"ack_timeout\":\"9s\"}")
                .object()
                .getLong("ack_timeout"))
        .isEqualTo(9000);
    assertThat(
            api.call("PATCH", old + "/old", "{\"max_deliveries\":2}")
                .object()
                .getInteger("max_deliveries"))
        .isEqualTo(2);
    assertThat(api.call("DELETE", old + "/old").status()).isEqualTo(204);
    assertThat(api.call("DELETE", old + "/old").code()).isEqualTo("NOT_FOUND");
    assertThat(api.get("/message_queues/config").object())
        .isEqualTo(api.get("/queues/config").object());
    assertThat(api.call("POST", old, "{\"name\":\"-\",\"topic_filter\":\"o\"}").code())
        .isEqualTo("BAD_REQUEST");
  }

  @Test
  void theFirstQueuesHadNoNamesButFilters() {
    String old = "/message_queues/queues";
    JsonObject made =
        api.call("POST", old, "{\"topic_filter\":\"s/+/x\",\"is_lastvalue\":false}").object();
    assertThat(made.getString("name")).isEqualTo("/s/+/x");
    for (String path : List.of(old + "/s%2F%2B%2Fx", "/queue/%2Fs%2F%2B%2Fx")) {
      assertThat(api.get(path).object()).isEqualTo(made);
    }
    assertThat(api.call("PUT", old + "/s%2F%2B%2Fx", "{}").status()).isEqualTo(200);
    assertThat(api.call("DELETE", old + "/s%2F%2B%2Fx").status()).isEqualTo(204);
  }
}

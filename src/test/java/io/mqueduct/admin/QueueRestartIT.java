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

import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Queues and their messages survive {@code kill -9}, each with its own bytes. */
class QueueRestartIT {
  private static final Random RANDOM = new Random(7);

  @Test
  void queuesAndMessagesAreThereAfterAKill() throws Exception {
    Map<String, String> settings = ApiClient.settings("api.max_body", "4MB");
    try (RunningBroker broker = RunningBroker.startProcess(settings);
        ApiClient api = new ApiClient(broker.port("api"))) {
      Map<String, List<String>> digests = new LinkedHashMap<>();
      for (String name : List.of("a.b", "a-b", "A", "x".repeat(200))) {
        String body =
            new JsonObject()
                .put("name", name)
                .put("topic_filter", "keep/" + name)
                .put("is_lastvalue", false)
                .put("ack_timeout", "77s")
                .encode();
        assertThat(api.call("POST", "/queues", body).status()).isEqualTo(200);
        digests.put(name, List.of(store(api, name, 0), store(api, name, 700_000)));
      }
      JsonObject before = api.get("/queue/a.b").object();
      // One is acknowledged, and one is leased when the broker dies.
      JsonObject got = pull(api, "A").getJsonObject(0);
      JsonArray acks = new JsonArray().add(new JsonObject().put("id", got.getString("ack_id")));
      api.call("POST", "/queue/A/ack", new JsonObject().put("acks", acks));
      assertThat(pull(api, "a-b")).hasSize(1);
      assertThat(api.get("/queue/A/messages").data()).hasSize(1); // it has left the store
      for (String topic : List.of("state/kept", "state/removed")) {
        String body = "{\"topic\":\"" + topic + "\",\"payload\":\"x\",\"retain\":true}";
        assertThat(api.call("POST", "/publish", body).status()).isEqualTo(200);
      }
      String removed = "/mqtt/retainer/message/state%2Fremoved";
      assertThat(api.call("DELETE", removed).status()).isEqualTo(204);
      broker.kill();
      broker.start();
      assertThat(api.get("/queue/a.b").object()).isEqualTo(before);
      for (Map.Entry<String, List<String>> each : digests.entrySet()) {
        List<String> expected = each.getValue();
        if (each.getKey().equals("A")) {
          expected = expected.subList(1, 2);
        }
        assertThat(browse(api, each.getKey())).as(each.getKey()).isEqualTo(expected);
        JsonObject stats = api.get("/queue/" + each.getKey() + "/stats").object();
        assertThat(stats.getInteger("depth")).isEqualTo(expected.size());
      }
      assertThat(pull(api, "a-b")).hasSize(1);
      assertThat(api.get("/mqtt/retainer/message/state%2Fkept").status()).isEqualTo(200);
      assertThat(api.get(removed).status()).isEqualTo(404);
    }
  }

  @Test
  void theSubscriptionOfATenantStaysBehindItsMountpoint() {
    Map<String, String> settings =
        ApiClient.settings("listeners.tcp.default.mountpoint", "tenant/${clientid}/");
    try (RunningBroker broker = RunningBroker.start(settings)) {
      WirePeer before = broker.connect("").clientId("t1").durable();
      before.subscribe("$queue/other", 1).subscribe("$queue/own", 1).disconnect();
      broker.stop();
      broker.start();
      broker.queues().create("other", "other/#");
      broker.queues().create("own", "tenant/t1/#");
      WirePeer tenant = broker.connect("").clientId("t1").durable().open();
      try (ApiClient api = new ApiClient(broker.port("api"))) {
        JsonArray shown = api.get("/clients/t1/subscriptions").list();
        assertThat(shown.stream().map(each -> ((JsonObject) each).getString("topic")))
            .containsExactly("$queue/other/tenant/t1/##", "$queue/own/tenant/t1/##");
      }
      broker.connectWs("out").publish("other/x", 1, "1").publish("tenant/t1/x", 1, "2");
      assertThat(tenant.take().text()).isEqualTo("2");
      tenant.expectNothing();
      assertThat(tenant.unsubscribe("$queue/other").codes()).containsExactly(0);
      assertThat(broker.queues().waiting("other")).isEmpty();
    }
  }

  private static String store(ApiClient api, String queue, int size) throws Exception {
    byte[] payload = new byte[size];
    RANDOM.nextBytes(payload);
    JsonObject body =
        new JsonObject()
            .put("topic", "keep/" + queue)
            .put("payload", Base64.getEncoder().encodeToString(payload))
            .put("payload_encoding", "base64")
            .put("qos", 1);
    ApiClient.Answer stored = api.call("POST", "/publish", body);
    assertThat(stored.status()).as(stored.text()).isEqualTo(200);
    return digest(payload);
  }

  private static JsonArray pull(ApiClient api, String queue) {
    return api.call("POST", "/queue/" + queue + "/pull", "{\"payload\":\"none\"}")
        .object()
        .getJsonArray("messages");
  }

  private static List<String> browse(ApiClient api, String queue) throws Exception {
    JsonArray data = api.get("/queue/" + queue + "/messages").data();
    List<String> digests = new java.util.ArrayList<>();
    for (int i = 0; i < data.size(); i++) {
      digests.add(digest(Base64.getDecoder().decode(data.getJsonObject(i).getString("payload"))));
    }
    return digests;
  }

  private static String digest(byte[] payload) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload));
  }
}

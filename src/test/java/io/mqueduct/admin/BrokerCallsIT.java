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

import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishing, retained messages and the calls about the broker itself. */
class BrokerCallsIT {
  @RegisterExtension
  static final ServedApi api = ServedApi.with("node.name", "mq-1", "sys_topics.interval", "0s");

  @Test
  void publishesTextAndBytesWithProperties() {
    WirePeer peer = api.broker().connect("reader").open();
    peer.subscribe("http/#", 1);
    JsonObject message =
        new JsonObject()
            .put("topic", "http/a")
            .put("payload", "AAEC")
            .put("payload_encoding", "base64")
            .put("qos", 1)
            .put(
                "properties",
                new JsonObject()
                    .put("content_type", "x/y")
                    .put("message_expiry_interval", 60)
                    .put("user_properties", new JsonObject().put("k", "v")));
    assertThat(api.call("POST", "/publish", message).status()).isEqualTo(200);
    Publish seen = peer.readPublish();
    assertThat(seen.payload()).containsExactly(0, 1, 2);
    assertThat(seen.toString()).contains("x/y").contains("k").contains("v");
  }

  @Test
  void saysWhenNobodySubscribes() {
    var answer = api.call("POST", "/publish", "{\"topic\":\"void/x\",\"payload\":\"p\"}");
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.object().getInteger("reason_code")).isEqualTo(16);
    assertThat(answer.object().getString("message")).isEqualTo("no_matching_subscribers");
  }

  @Test
  void publishesAllOfABulkOrNone() {
    WirePeer peer = api.broker().connect("bulk-reader").open();
    peer.subscribe("bulk/#", 0);
    JsonArray wrong =
        new JsonArray()
            .add(new JsonObject().put("topic", "bulk/1").put("payload", "no"))
            .add(new JsonObject().put("topic", "bulk/#").put("payload", "no"));
    var refused = api.call("POST", "/publish/bulk", wrong);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).startsWith("message 1: topic");
    JsonArray right =
        new JsonArray()
            .add(new JsonObject().put("topic", "bulk/1").put("payload", "a"))
            .add(new JsonObject().put("topic", "bulk/2").put("payload", "b"));
    assertThat(api.call("POST", "/publish/bulk", right).list()).hasSize(2);
    assertThat(peer.readPublish().text()).isEqualTo("a");
    assertThat(peer.readPublish().text()).isEqualTo("b");
  }

  @Test
  void refusesTopicsOfTheBroker() {
    for (String topic : List.of("$SYS/x", "$queue/x", "$share/g/x", "a/#", "")) {
      JsonObject message = new JsonObject().put("topic", topic).put("payload", "x");
      assertThat(api.call("POST", "/publish", message).status()).as(topic).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "properties.response_topic | 'properties':{'response_topic':'a/#'}",
        "properties.response_topic | 'properties':{'response_topic':'+/b'}",
        "properties.response_topic | 'properties':{'response_topic':''}",
        "properties.response_topic | 'properties':{'response_topic':'a\\u0000'}",
        "properties.response_topic | 'properties':{'response_topic':'a\\ud800'}",
        "properties.content_type | 'properties':{'content_type':'\\udc00'}",
        "properties.user_properties | 'properties':{'user_properties':{'k':'\\ud800x'}}",
        "surrogate | 'properties':{'user_properties':{'\\ud800':'v'}}",
        "clientid | 'clientid':'\\ud800'",
        "clientid | 'clientid':'a\\u0000'",
        "payload | 'payload':'\\ud800'",
        "topic | 'topic':'t/\\ud800'",
      })
  void refusesWhatMqttCannotCarryAndNamesIt(String name, String wrong) {
    String field = wrong.replace('\'', '"');
    String rest =
        (field.startsWith("\"topic\"") ? "" : ",\"topic\":\"carry/x\"")
            + (field.startsWith("\"payload\"") ? "" : ",\"payload\":\"p\"");
    String message = "{" + field + rest + "}";
    String queue = "{\"name\":\"carry\",\"topic_filter\":\"carried/#\",\"is_lastvalue\":false}";
    api.call("POST", "/queues", queue);

    for (var answer :
        List.of(
            api.call("POST", "/publish", message),
            api.call("POST", "/publish/bulk", "[" + message + "]"),
            api.call("POST", "/queue/carry/messages", message))) {
      assertThat(answer.status()).as(answer.text()).isEqualTo(400);
      assertThat(answer.text()).contains(name);
    }
    api.call("DELETE", "/queues/carry");
  }

  @Test
  void listsReadsAndDeletesRetainedMessages() {
    for (String topic : List.of("kept/a", "kept/a/b", "kept/a\u0001", "kept/b", "kept/c", "kept")) {
      api.call(
          "POST",
          "/publish",
          new JsonObject().put("topic", topic).put("payload", topic).put("retain", true));
    }
    List<String> topics = new ArrayList<>();
    String cursor = "";
    do {
      var page = api.get("/mqtt/retainer/messages?topic=kept/%23&limit=2&cursor=" + cursor);
      page.data().forEach(each -> topics.add(((JsonObject) each).getString("topic")));
      cursor = page.meta().getString("cursor");
    } while (cursor != null);
    assertThat(topics)
        .containsExactly("kept", "kept/a", "kept/a/b", "kept/a\u0001", "kept/b", "kept/c");
    assertThat(api.get("/mqtt/retainer/messages?topic=kept/%23&limit=2&page=3").data()).hasSize(2);
    var one = api.get("/mqtt/retainer/message/kept%2Fa%2Fb?payload=plain").object();
    assertThat(one.getString("payload")).isEqualTo("kept/a/b");
    assertThat(api.call("DELETE", "/mqtt/retainer/message/kept%2Fb").status()).isEqualTo(204);
    assertThat(api.get("/mqtt/retainer/message/kept%2Fb").status()).isEqualTo(404);
    assertThat(api.call("DELETE", "/mqtt/retainer/message/kept%2Fb").status()).isEqualTo(404);
    assertThat(api.get("/mqtt/retainer/messages?topic=a/%23/b").status()).isEqualTo(400);
  }

  @Test
  void tellsAboutTheBroker() {
    WirePeer counted = api.broker().connect("counted").open();
    assertThat(api.as("", "GET", "/status").text()).contains("Node mq-1 is started");
    assertThat(api.get("/status?format=json").object().getString("app_status"))
        .isEqualTo("running");
    assertThat(api.get("/nodes").list()).hasSize(1);
    assertThat(api.get("/nodes/mq-1").object().getLong("live_connections")).isPositive();
    assertThat(api.get("/nodes/other").status()).isEqualTo(404);
    assertThat(api.get("/stats").list().getJsonObject(0).getString("node")).isEqualTo("mq-1");
    assertThat(api.get("/stats?aggregate=true").object().getLong("live_connections.count"))
        .isPositive();
    assertThat(api.get("/metrics?aggregate=true").object().getLong("packets.received"))
        .isPositive();
    assertThat(api.get("/prometheus/stats").text())
        .contains("\nmqueduct_connections ")
        .contains("\nmqueduct_store_commits_total ")
        .contains("\nmqueduct_heap_guard_level 0\n")
        .contains("\nmqueduct_direct_memory_guard_level 0\n")
        .contains("\nmqueduct_store_syncs_total ")
        .containsPattern("\nmqueduct_direct_memory_bytes [1-9]");
    JsonObject tcp = null;
    for (Object each : api.get("/listeners").list()) {
      if (((JsonObject) each).getString("id").equals("tcp:default")) {
        tcp = (JsonObject) each;
      }
    }
    assertThat(tcp).isNotNull();
    assertThat(tcp.getInteger("port")).isEqualTo(api.broker().port("tcp"));
    int open = tcp.getInteger("current_connections");
    assertThat(open).isPositive();
    counted.disconnect();
    Awaitility.await()
        .until(
            () ->
                api.get("/listeners").list().stream()
                    .map(JsonObject.class::cast)
                    .filter(each -> each.getString("id").equals("tcp:default"))
                    .anyMatch(each -> each.getInteger("current_connections") < open));
  }

  @Test
  void showsTheConfigurationWithoutSecrets() {
    var configs = api.get("/configs");
    assertThat(configs.object().getJsonObject("node").getString("name")).isEqualTo("mq-1");
    assertThat(configs.text()).doesNotContain("s3cret");
  }

  @Test
  void neverFailsOfItselfWhateverJsonItGets() {
    Random random = new Random(42);
    String seed =
        "{\"topic\":\"fuzz/x\",\"payload\":\"abc\",\"qos\":1,\"retain\":false,"
            + "\"properties\":{\"user_properties\":{\"a\":\"b\"},\"message_expiry_interval\":1}}";
    String[] bits = {
      "{",
      "}",
      "[",
      "]",
      "\"",
      ":",
      ",",
      "null",
      "1e999",
      "-1",
      "\\u0000",
      "\\ud800",
      "{}",
      "[]",
      "true",
      "99999999999999999999",
      "0.5",
      "\u0000",
      "\uFFFF",
      "\"topic\":",
      "\"qos\":"
    };
    String[] paths = {
      "/publish", "/publish/bulk", "/login", "/clients/x/subscribe", "/clients/x/unsubscribe"
    };
    for (int i = 0; i < 400; i++) {
      StringBuilder text = new StringBuilder(seed);
      for (int j = random.nextInt(4); j >= 0; j--) {
        int at = random.nextInt(text.length());
        text.replace(
            at, Math.min(text.length(), at + random.nextInt(6)), bits[random.nextInt(bits.length)]);
      }
      var answer = api.call("POST", paths[i % paths.length], text.toString());
      assertThat(answer.status()).as(text.toString()).isLessThan(500);
    }
    String deep = "[".repeat(100_000);
    assertThat(api.call("POST", "/publish/bulk", deep).status()).isEqualTo(400);
    String nested = "{\"topic\":\"t\",\"payload\":" + "[".repeat(900) + "]".repeat(900) + "}";
    assertThat(api.call("POST", "/publish", nested).status()).isEqualTo(400);
  }

  @Test
  void aSlowHttpClientDoesNotDisturbMqtt() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = new Socket("127.0.0.1", api.broker().apiPort());
        slow.add(socket);
        String half = "POST /api/v5/publish HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{";
        String greedy = "GET /api-docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20);
        socket
            .getOutputStream()
            .write((i % 2 == 0 ? half : greedy).getBytes(StandardCharsets.US_ASCII));
      }
      try (WirePeer peer = api.broker().connect("undisturbed").open()) {
        peer.subscribe("swift", 0);
        long worst = 0;
        for (int i = 0; i < 200; i++) {
          long begin = System.nanoTime();
          peer.send(Publish.to("swift").payload("x"));
          peer.readPublish();
          worst = Math.max(worst, System.nanoTime() - begin);
        }
        assertThat(worst).isLessThan(8_000_000_000L);
      }
      assertThat(api.get("/nodes").status()).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }
}

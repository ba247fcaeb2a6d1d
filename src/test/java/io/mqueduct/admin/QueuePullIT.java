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

import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consuming over HTTP, alone and beside MQTT consumers. */
class QueuePullIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();

  private static void queue(String name, String more) {
    String json =
        "{\"name\":\"" + name + "\",\"topic_filter\":\"" + name + "/#\",\"is_lastvalue\":false";
    ApiClient.Answer made = api.call("POST", "/queues", json + more + "}");
    assertThat(made.status()).as(made.text()).isEqualTo(200);
  }

  private static void store(String queue, String... payloads) {
    for (String each : payloads) {
      JsonObject body = new JsonObject().put("payload", each).put("clientid", "p" + each);
      assertThat(api.call("POST", "/queue/" + queue + "/messages", body).status()).isEqualTo(200);
    }
  }

  private static List<JsonObject> pull(String queue, String body) {
    JsonObject full = new JsonObject(body).put("payload", "plain");
    ApiClient.Answer answer = api.call("POST", "/queue/" + queue + "/pull", full);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.object().getJsonArray("messages").stream().map(JsonObject.class::cast).toList();
  }

  private static List<String> payloads(List<JsonObject> messages) {
    return messages.stream().map(each -> each.getString("payload")).toList();
  }

  private static JsonObject ack(String queue, String outcome, List<JsonObject> messages) {
    JsonArray acks = new JsonArray();
    for (JsonObject each : messages) {
      acks.add(
          new JsonObject()
              .put("id", each.getString("ack_id"))
              .put("outcome", outcome)
              .put("reason", "because"));
    }
    return api.call("POST", "/queue/" + queue + "/ack", new JsonObject().put("acks", acks))
        .object();
  }

  private static JsonObject stats(String queue) {
    return api.get("/queue/" + queue + "/stats").object();
  }

  @Test
  void takesMessagesInOrderAndSettlesThem() {
    queue("take", "");
    store("take", "a", "b", "c");
    List<JsonObject> got = pull("take", "{\"max\":2}");
    assertThat(payloads(got)).containsExactly("a", "b");
    assertThat(got.get(0).getInteger("deliveries")).isEqualTo(1);
    assertThat(stats("take").getInteger("unacknowledged")).isEqualTo(2);
    JsonObject consumer =
        api.get("/queue/take/consumers").object().getJsonArray("data").getJsonObject(0);
    assertThat(consumer.getString("clientid")).isEqualTo("http");
    assertThat(consumer.getString("kind")).isEqualTo("http");
    assertThat(consumer.getInteger("unacknowledged")).isEqualTo(2);
    assertThat(ack("take", "done", got))
        .isEqualTo(new JsonObject().put("settled", 2).put("unknown", new JsonArray()));
    assertThat(ack("take", "done", got).getJsonArray("unknown")).hasSize(2);
    assertThat(payloads(pull("take", "{\"max\":5}"))).containsExactly("c");
    assertThat(pull("take", "{}")).isEmpty();
    assertThat(stats("take").getLong("depth")).isEqualTo(1);
  }

  @Test
  void aCallWithoutABodyTakesOne() {
    queue("bare", "");
    store("bare", "a", "b");
    ApiClient.Answer answer = api.call("POST", "/queue/bare/pull");
    assertThat(answer.object().getJsonArray("messages")).hasSize(1);
  }

  @Test
  void whatIsRejectedComesAgainAndWhatIsHopelessGoesToTheDeadLetters() {
    queue("graves", "");
    queue("grade", ",\"redispatch_interval\":\"10ms\",\"dead_letter\":{\"queue\":\"graves\"}");
    store("grade", "a");
    ack("grade", "reject", pull("grade", "{}"));
    List<JsonObject> again = pull("grade", "{\"wait\":\"5s\"}");
    assertThat(again.get(0).getInteger("deliveries")).isEqualTo(2);
    assertThat(again.get(0).getJsonObject("properties").getJsonArray("user_properties"))
        .contains(new JsonArray().add("mq-delivery-count").add("2"));
    ack("grade", "retry_other", again);
    List<JsonObject> third = pull("grade", "{\"wait\":\"5s\"}");
    assertThat(third.get(0).getInteger("deliveries")).isEqualTo(3);
    ack("grade", "dead_letter", third);
    List<JsonObject> dead = pull("graves", "{\"wait\":\"5s\"}");
    assertThat(payloads(dead)).containsExactly("a");
    assertThat(dead.get(0).getJsonObject("properties").getJsonArray("user_properties"))
        .contains(
            new JsonArray().add("mq-dead-letter-queue").add("grade"),
            new JsonArray().add("mq-dead-letter-reason").add("rejected"),
            new JsonArray().add("mq-dead-letter-detail").add("because"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void waitsForTheFirstMessage(int shards) {
    String name = "wait-" + shards;
    queue(name, ",\"shards\":" + shards);
    long begin = System.nanoTime();
    CompletableFuture<List<JsonObject>> waiting =
        CompletableFuture.supplyAsync(() -> pull(name, "{\"max\":10,\"wait\":\"30s\"}"));
    Awaitility.await()
        .until(
            () ->
                !api.get("/queue/" + name + "/consumers").object().getJsonArray("data").isEmpty());
    store(name, "late");
    assertThat(payloads(waiting.join())).containsExactly("late");
    assertThat(System.nanoTime() - begin).isLessThan(20_000_000_000L);
    assertThat(pull(name, "{\"wait\":\"50ms\"}")).isEmpty();
  }

  @Test
  void waitsLongerThanOtherQuestionsMayTake() {
    queue("patient", "");
    assertThat(pull("patient", "{\"wait\":\"11s\"}")).isEmpty();
  }

  @Test
  void takesFromAllShardsAndNoMoreThanItAskedFor() {
    queue("spread", ",\"shards\":4");
    String[] all = new String[20];
    for (int i = 0; i < all.length; i++) {
      all[i] = "s" + i;
    }
    store("spread", all);
    List<String> got = new ArrayList<>();
    while (got.size() < 20) {
      List<JsonObject> some = pull("spread", "{\"max\":7,\"wait\":\"5s\"}");
      assertThat(some).isNotEmpty().hasSizeLessThanOrEqualTo(7);
      got.addAll(payloads(some));
      assertThat(ack("spread", "done", some).getInteger("settled")).isEqualTo(some.size());
    }
    assertThat(got).containsExactlyInAnyOrder(all);
  }

  @Test
  void aLeaseThatIsOverGoesToAnotherConsumer() {
    queue("over", "");
    store("over", "x");
    List<JsonObject> first = pull("over", "{\"lease\":\"1s\",\"consumer\":\"slow\"}");
    assertThat(first).hasSize(1);
    WirePeer worker = api.broker().connect("over-worker").open();
    worker.subscribe("$queue/over", 1);
    assertThat(worker.readPublish().text()).isEqualTo("x");
    JsonObject late =
        api.call(
                "POST",
                "/queue/over/ack",
                new JsonObject()
                    .put("consumer", "slow")
                    .put(
                        "acks",
                        new JsonArray()
                            .add(
                                new JsonObject()
                                    .put("id", first.get(0).getString("ack_id"))
                                    .put("outcome", "reject"))))
            .object();
    assertThat(late.getJsonArray("unknown")).hasSize(1);
    worker.close();
  }

  @Test
  void whoPullsAndWhoSubscribesShareOneQueue() {
    queue("group", ",\"consumer_max_inflight\":2");
    WirePeer worker = api.broker().connect("group-worker").open();
    worker.subscribe("$queue/group", 1);
    Awaitility.await().until(() -> stats("group").getInteger("consumers") == 1);
    store("group", "1", "2", "3", "4", "5");
    assertThat(List.of(worker.readPublish().text(), worker.readPublish().text()))
        .containsExactly("1", "2");
    // The limit is per consumer, and a name is one consumer.
    assertThat(payloads(pull("group", "{\"max\":5}"))).containsExactly("3", "4");
    assertThat(pull("group", "{\"max\":5}")).isEmpty();
    assertThat(payloads(pull("group", "{\"max\":5,\"consumer\":\"second\"}"))).containsExactly("5");
    JsonObject stats = stats("group");
    assertThat(stats.getInteger("unacknowledged")).isEqualTo(5);
    assertThat(stats.getInteger("consumers")).isEqualTo(3);
    worker.close();
    Awaitility.await().until(() -> stats("group").getInteger("unacknowledged") == 3);
    assertThat(payloads(pull("group", "{\"max\":5,\"consumer\":\"third\"}")))
        .containsExactly("1", "2");
  }

  @Test
  void aCallerThatGoesAwayTakesNothing() throws IOException {
    queue("gone", "");
    String body = "{\"wait\":\"50s\",\"consumer\":\"gone\"}";
    String request =
        "POST /api/v5/queue/gone/pull HTTP/1.1\r\nHost: x\r\nAuthorization: "
            + ApiClient.basic(ApiClient.ADMIN)
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (Socket socket = new Socket("127.0.0.1", api.broker().apiPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      Awaitility.await().until(() -> stats("gone").getInteger("consumers") == 1);
    }
    Awaitility.await().until(() -> stats("gone").getInteger("consumers") == 0);
    store("gone", "kept");
    List<JsonObject> got = pull("gone", "{\"consumer\":\"other\"}");
    assertThat(payloads(got)).containsExactly("kept");
    assertThat(got.get(0).getInteger("deliveries")).isEqualTo(1);
  }

  @Test
  void deletingAQueueEndsTheWaiting() {
    queue("ended", "");
    CompletableFuture<List<JsonObject>> waiting =
        CompletableFuture.supplyAsync(() -> pull("ended", "{\"wait\":\"50s\"}"));
    Awaitility.await().until(() -> stats("ended").getInteger("consumers") == 1);
    api.call("DELETE", "/queue/ended");
    assertThat(waiting.join()).isEmpty();
    assertThat(api.call("POST", "/queue/ended/pull", "{}").status()).isEqualTo(404);
  }

  @Test
  void namesWhatIsWrongWithACall() {
    queue("calls", "");
    for (String body :
        List.of(
            "{\"max\":0}",
            "{\"max\":1001}",
            "{\"max\":\"all\"}",
            "{\"lease\":\"1ms\"}",
            "{\"lease\":\"2d\"}",
            "{\"lease\":\"soon\"}",
            "{\"lease\":true}",
            "{\"wait\":\"51s\"}",
            "{\"wait\":-1}",
            "{\"consumer\":\"\"}",
            "{\"payload\":\"odd\"}")) {
      ApiClient.Answer refused = api.call("POST", "/queue/calls/pull", body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      String field = new JsonObject(body).fieldNames().iterator().next();
      assertThat(refused.message()).as(body).startsWith(field);
    }
    for (String lease : List.of("999", "86400001", "\"2d\"")) {
      assertThat(api.call("POST", "/queue/calls/pull", "{\"lease\":" + lease + "}").message())
          .startsWith("lease: must be from 1000 to 86400000, not ");
    }
    assertThat(api.call("POST", "/queue/calls/pull", "{\"colour\":1}").message())
        .contains("colour");
    for (String body :
        List.of(
            "{\"acks\":[]}",
            "{\"acks\":[{}]}",
            "{\"acks\":[{\"id\":5}]}",
            "{\"acks\":[{\"id\":\"x\",\"outcome\":\"fine\"}]}",
            "{\"acks\":5}",
            "{}")) {
      ApiClient.Answer refused = api.call("POST", "/queue/calls/ack", body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      assertThat(refused.message()).as(body).containsAnyOf("acks", "id", "outcome");
    }
    JsonObject unknown =
        api.call("POST", "/queue/calls/ack", "{\"acks\":[{\"id\":\"x\"},{\"id\":\"9-1-1\"}]}")
            .object();
    assertThat(unknown.getJsonArray("unknown")).containsExactly("x", "9-1-1");
    assertThat(api.call("POST", "/queue/nobody/ack", "{\"acks\":[{\"id\":\"x\"}]}").status())
        .isEqualTo(404);
  }
}

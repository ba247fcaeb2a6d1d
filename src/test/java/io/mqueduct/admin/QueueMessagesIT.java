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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The messages of a queue over HTTP: looking, storing, purging, deleting. */
class QueueMessagesIT {
  @RegisterExtension
  static final ServedApi api = ServedApi.with("api.max_body", "8MB", "mqtt.max_packet_size", "8MB");

  private static void queue(String name, String more) {
    String json =
        "{\"name\":\"" + name + "\",\"topic_filter\":\"" + name + "/#\",\"is_lastvalue\":false";
    ApiClient.Answer made = api.call("POST", "/queues", json + more + "}");
    assertThat(made.status()).as(made.text()).isEqualTo(200);
  }

  private static void publish(String topic, String payload) {
    JsonObject body = new JsonObject().put("topic", topic).put("payload", payload).put("qos", 1);
    ApiClient.Answer done = api.call("POST", "/publish", body);
    assertThat(done.status()).as(done.text()).isEqualTo(200);
  }

  /** Every message, page by page. */
  private static List<JsonObject> browse(String queue, String query) {
    List<JsonObject> all = new ArrayList<>();
    String cursor = "";
    do {
      ApiClient.Answer page =
          api.get("/queue/" + queue + "/messages?" + query + "&cursor=" + cursor);
      assertThat(page.status()).as(page.text()).isEqualTo(200);
      page.data().forEach(each -> all.add((JsonObject) each));
      cursor = page.meta().getString("cursor");
    } while (cursor != null);
    return all;
  }

  private static List<String> payloads(List<JsonObject> messages) {
    return messages.stream().map(each -> each.getString("payload")).toList();
  }

  private static long depth(String queue) {
    return api.get("/queue/" + queue + "/stats").object().getLong("depth");
  }

  @Test
  void showsEachMessageOnceHoweverSmallThePagesAndConsumesNone() {
    queue("look", "");
    for (int i = 0; i < 7; i++) {
      publish("look/" + i, "m" + i);
    }
    List<JsonObject> seen = browse("look", "payload=plain&limit=3");
    assertThat(payloads(seen)).containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6");
    assertThat(seen).allMatch(each -> each.getString("state").equals("waiting"));
    assertThat(depth("look")).isEqualTo(7);
    assertThat(payloads(browse("look", "payload=plain&topic=look/3"))).containsExactly("m3");
    assertThat(browse("look", "payload=none&limit=2").get(0).containsKey("payload")).isFalse();
    JsonObject cut = browse("look", "payload=base64&max_payload_bytes=1").get(0);
    assertThat(cut.getString("payload")).isEqualTo("bQ==");
    assertThat(cut.getBoolean("payload_truncated")).isTrue();
    assertThat(cut.getInteger("payload_size")).isEqualTo(2);
  }

  @Test
  void showsALargeMessageAmongSmallOnesOnce() {
    queue("sizes", "");
    List<Integer> sizes = List.of(10, 10, 5_000_000, 10, 10);
    sizes.forEach(size -> publish("sizes/x", "x".repeat(size)));
    List<JsonObject> seen = browse("sizes", "payload=none&limit=100");
    assertThat(seen.stream().map(each -> each.getInteger("payload_size")).toList())
        .isEqualTo(sizes);
    assertThat(seen.stream().map(each -> each.getString("id"))).doesNotHaveDuplicates();
    assertThat(depth("sizes")).isEqualTo(5);
  }

  @Test
  void goesThroughAllShardsAndDelays() {
    queue("wide", ",\"shards\":3");
    Set<String> sent = new HashSet<>();
    for (int i = 0; i < 12; i++) {
      JsonObject body =
          new JsonObject()
              .put("topic", "wide/x")
              .put("payload", "w" + i)
              .put("clientid", "publisher-" + i)
              .put("qos", 1);
      if (i % 4 == 3) {
        JsonObject delay = new JsonObject().put("mq-delay", i % 8 == 3 ? "600000" : "300000");
        body.put("properties", new JsonObject().put("user_properties", delay));
      }
      assertThat(api.call("POST", "/publish", body).status()).isEqualTo(200);
      sent.add("w" + i);
    }
    List<JsonObject> seen = browse("wide", "payload=plain&limit=5");
    assertThat(payloads(seen)).hasSize(12).containsExactlyInAnyOrderElementsOf(sent);
    assertThat(seen.stream().filter(each -> each.getString("state").equals("delayed"))).hasSize(3);
    assertThat(seen.stream().map(each -> each.getString("id").split("-")[0]).distinct())
        .hasSizeGreaterThan(1);
    assertThat(api.get("/queue/wide/stats").object().getLong("delayed")).isEqualTo(3);
  }

  @Test
  void marksWhatAConsumerHas() {
    queue("held", "");
    publish("held/x", "one");
    publish("held/x", "two");
    WirePeer worker = api.broker().connect("held-worker").receiveMaximum(1).open();
    worker.subscribe("$queue/held", 1);
    worker.readPublish();
    List<JsonObject> seen = browse("held", "payload=plain");
    assertThat(payloads(seen)).containsExactly("one", "two");
    assertThat(seen.get(0).getString("state")).isEqualTo("delivered");
    assertThat(seen.get(0).getString("consumer")).isEqualTo("held-worker");
    assertThat(seen.get(0).getInteger("deliveries")).isEqualTo(1);
    assertThat(seen.get(1).getString("state")).isEqualTo("waiting");
    assertThat(api.call("DELETE", "/queue/held/messages").object().getInteger("purged"))
        .isEqualTo(1);
    assertThat(payloads(browse("held", "payload=plain"))).containsExactly("one");
    worker.close();
  }

  @Test
  void deletesOneMessageWhereverItIs() {
    queue("single", "");
    for (int i = 0; i < 3; i++) {
      publish("single/x", "s" + i);
    }
    WirePeer worker = api.broker().connect("single-worker").receiveMaximum(1).open();
    worker.subscribe("$queue/single", 1);
    worker.readPublish();
    List<JsonObject> seen = browse("single", "");
    String delivered = seen.get(0).getString("id");
    String waiting = seen.get(1).getString("id");
    assertThat(api.call("DELETE", "/queue/single/messages/" + waiting).status()).isEqualTo(204);
    assertThat(api.call("DELETE", "/queue/single/messages/" + waiting).status()).isEqualTo(404);
    assertThat(api.call("DELETE", "/queue/single/messages/" + delivered).status()).isEqualTo(204);
    worker.close(); // what it had does not come back
    assertThat(payloads(browse("single", "payload=plain"))).containsExactly("s2");
    assertThat(depth("single")).isEqualTo(1);
    assertThat(api.call("DELETE", "/queue/single/messages/9-1").status()).isEqualTo(404);
    ApiClient.Answer wrong = api.call("DELETE", "/queue/single/messages/first");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.message()).startsWith("id");
  }

  @Test
  void deletesMessagesThatAreInTheStoreAlone() {
    queue("deep", "");
    WirePeer maker = api.broker().connect("deep-maker").open();
    for (int i = 0; i < 3000; i++) {
      maker.publish("deep/x", 0, "d" + i);
    }
    Awaitility.await().until(() -> depth("deep") == 3000);
    List<JsonObject> seen = browse("deep", "payload=none&limit=1000");
    assertThat(seen).hasSize(3000);
    for (int i : new int[] {2999, 2500, 2100, 0}) {
      String id = seen.get(i).getString("id");
      assertThat(api.call("DELETE", "/queue/deep/messages/" + id).status()).isEqualTo(204);
      assertThat(api.call("DELETE", "/queue/deep/messages/" + id).status()).isEqualTo(404);
    }
    assertThat(depth("deep")).isEqualTo(2996);
    assertThat(browse("deep", "payload=none&limit=1000")).hasSize(2996);
    JsonObject body = new JsonObject().put("max", 1000);
    Set<String> got = new HashSet<>();
    while (got.size() < 2996) {
      ApiClient.Answer some = api.call("POST", "/queue/deep/pull", body.put("wait", "5s"));
      JsonArray messages = some.object().getJsonArray("messages");
      assertThat(messages).isNotEmpty();
      JsonArray acks = new JsonArray();
      messages.forEach(
          each -> {
            got.add(((JsonObject) each).getString("id"));
            acks.add(new JsonObject().put("id", ((JsonObject) each).getString("ack_id")));
          });
      api.call("POST", "/queue/deep/ack", new JsonObject().put("acks", acks));
    }
    assertThat(depth("deep")).isZero();
    assertThat(browse("deep", "")).isEmpty();
    maker.close();
  }

  @Test
  void purgesWhatNobodyHas() {
    queue("purge", ",\"shards\":2");
    for (int i = 0; i < 10; i++) {
      api.call(
          "POST",
          "/publish",
          new JsonObject()
              .put("topic", "purge/x")
              .put("payload", "p")
              .put("clientid", "c" + i)
              .put("qos", 1));
    }
    assertThat(api.call("DELETE", "/queue/purge/messages").object().getInteger("purged"))
        .isEqualTo(10);
    assertThat(depth("purge")).isZero();
    assertThat(browse("purge", "")).isEmpty();
    JsonObject stats = api.get("/queue/purge/stats").object();
    assertThat(stats.getJsonObject("dropped").getInteger("purged")).isEqualTo(10);
  }

  @Test
  void storesAMessageInOneQueueAlone() {
    queue("direct", "");
    queue("other", "");
    ApiClient.Answer stored =
        api.as(
            "send:s3cret",
            "POST",
            "/queue/direct/messages",
            """
            {"topic":"other/x","payload":"aGk=","payload_encoding":"base64","qos":1,
             "properties":{"content_type":"text/plain","response_topic":"r",
               "correlation_data":"c","payload_format_indicator":1,
               "user_properties":{"a":"1"}}}""");
    assertThat(stored.status()).as(stored.text()).isEqualTo(200);
    api.call("POST", "/queue/direct/messages", "{\"payload\":\"two\"}");
    List<JsonObject> seen = browse("direct", "payload=plain");
    assertThat(payloads(seen)).containsExactly("hi", "two");
    assertThat(seen.get(0).getString("topic")).isEqualTo("other/x");
    assertThat(seen.get(1).getString("topic")).isEqualTo("queue/direct");
    assertThat(seen.get(0).getJsonObject("properties"))
        .isEqualTo(
            new JsonObject(
                """
                {"payload_format_indicator":1,"content_type":"text/plain","response_topic":"r",
                 "correlation_data":"Yw==","user_properties":[["a","1"]]}"""));
    assertThat(depth("other")).isZero();
    assertThat(api.call("POST", "/queue/nobody/messages", "{\"payload\":\"\"}").status())
        .isEqualTo(404);
  }

  @Test
  void knowsARepetitionByItsIdentifier() {
    queue("dedup", "");
    String body =
        """
        {"payload":"once","properties":{"user_properties":{"mq-dedup-id":"id-1"}}}""";
    assertThat(api.call("POST", "/queue/dedup/messages", body).object().containsKey("duplicate"))
        .isFalse();
    assertThat(api.call("POST", "/queue/dedup/messages", body).object().getBoolean("duplicate"))
        .isTrue();
    assertThat(depth("dedup")).isEqualTo(1);
  }

  @Test
  void saysThatAQueueIsFull() {
    queue("full", ",\"overflow\":\"reject_publish\",\"limits\":{\"max_shard_message_count\":1}");
    publish("full/x", "first");
    ApiClient.Answer direct = api.call("POST", "/queue/full/messages", "{\"payload\":\"second\"}");
    assertThat(direct.status()).isEqualTo(507);
    assertThat(direct.code()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(direct.message()).contains("full");
    for (int qos = 0; qos < 3; qos++) {
      ApiClient.Answer published =
          api.call(
              "POST",
              "/publish",
              new JsonObject().put("topic", "full/x").put("payload", "p").put("qos", qos));
      assertThat(published.status()).isEqualTo(507);
    }
    ApiClient.Answer bulk =
        api.call(
            "POST",
            "/publish/bulk",
            """
            [{"topic":"elsewhere","payload":"a"},{"topic":"full/x","payload":"b","qos":1}]""");
    assertThat(bulk.status()).isEqualTo(507);
    assertThat(bulk.message()).contains("1 of 2").contains("message 1");
    assertThat(depth("full")).isEqualTo(1);
    JsonObject stats = api.get("/queue/full/stats").object();
    assertThat(stats.getJsonObject("totals").getInteger("refused")).isEqualTo(5);
    assertThat(stats.getJsonObject("dropped")).as("all were told").isEmpty();
    assertThat(api.get("/prometheus/stats").text())
        .contains("\nmqueduct_queue_refused_total{queue=\"full\"} 5\n");
  }

  @Test
  void publishingIsAnsweredWhenTheQueueHasTheMessage() {
    queue("answered", "");
    for (int qos = 0; qos < 3; qos++) {
      JsonObject body =
          new JsonObject().put("topic", "answered/x").put("payload", "a").put("qos", qos);
      ApiClient.Answer done = api.call("POST", "/publish", body);
      assertThat(done.status()).isEqualTo(200); // the queue has it
      assertThat(depth("answered")).isEqualTo(qos + 1);
    }
    JsonArray bulk = new JsonArray();
    for (int i = 0; i < 50; i++) {
      bulk.add(new JsonObject().put("topic", "answered/x").put("payload", "b" + i).put("qos", 1));
    }
    assertThat(api.call("POST", "/publish/bulk", bulk).status()).isEqualTo(200);
    List<String> all = payloads(browse("answered", "payload=plain"));
    assertThat(all).hasSize(53);
    for (int i = 0; i < 50; i++) {
      assertThat(all.get(3 + i)).isEqualTo("b" + i);
    }
  }

  @Test
  void showsKeysAndFindsByThem() {
    api.call(
        "POST",
        "/queues",
        "{\"name\":\"keys\",\"topic_filter\":\"keys/+\",\"key_expression\":\"message.topic\"}");
    publish("keys/a", "1");
    publish("keys/b", "2");
    publish("keys/a", "3");
    List<JsonObject> seen = browse("keys", "payload=plain");
    assertThat(payloads(seen)).containsExactly("2", "3");
    assertThat(seen.get(1).getString("key")).isEqualTo("keys/a");
    assertThat(payloads(browse("keys", "payload=plain&key=keys/b"))).containsExactly("2");
    assertThat(browse("keys", "key=none")).isEmpty();
    api.call(
        "POST",
        "/queues",
        "{\"name\":\"nokey\",\"topic_filter\":\"nokey\","
            + "\"key_expression\":\"message.headers.properties.User-Property.k\"}");
    ApiClient.Answer useless = api.call("POST", "/queue/nokey/messages", "{\"payload\":\"x\"}");
    assertThat(useless.status()).isEqualTo(400);
    assertThat(useless.message()).contains("key_expression");
  }

  @Test
  void namesWhatIsWrongWithACall() {
    queue("calls", "");
    for (String query :
        List.of("limit=0", "limit=x", "payload=odd", "max_payload_bytes=0", "cursor=abc")) {
      ApiClient.Answer refused = api.get("/queue/calls/messages?" + query);
      assertThat(refused.status()).as(query).isEqualTo(400);
      assertThat(refused.message()).contains(query.substring(0, query.indexOf('=')));
    }
    assertThat(api.get("/queue/calls/messages?topic=a%2F%23%2Fb").message()).startsWith("topic");
    for (String body :
        List.of(
            "{\"payload\":5}",
            "{\"payload\":\"x\",\"qos\":3}",
            "{\"payload\":\"x\",\"topic\":\"a/+\"}",
            "{\"payload\":\"%%\",\"payload_encoding\":\"base64\"}",
            "{\"payload\":\"x\",\"topic\":\"$SYS/x\"}",
            "{}")) {
      ApiClient.Answer refused = api.call("POST", "/queue/calls/messages", body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      assertThat(refused.message()).containsAnyOf("payload", "qos", "topic");
    }
    assertThat(api.get("/queue/nobody/messages").status()).isEqualTo(404);
    assertThat(api.call("DELETE", "/queue/nobody/messages").status()).isEqualTo(404);
    assertThat(api.call("PUT", "/queue/calls/messages", "{}").status()).isEqualTo(405);
  }
}

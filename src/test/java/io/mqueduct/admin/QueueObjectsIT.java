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

import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queue objects over HTTP: making, showing, changing, deleting them. */
class QueueObjectsIT {
  @RegisterExtension static final ServedApi api = ServedApi.with("mq.max_queue_count", "60");

  private static JsonObject create(String json) {
    ApiClient.Answer made = api.call("POST", "/queues", json);
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    return made.object();
  }

  private static void delete(String name) {
    assertThat(api.call("DELETE", "/queue/" + name).status()).isEqualTo(204);
  }

  @Test
  void makesAQueueWithTheDefaultsAndShowsIt() {
    JsonObject made = create("{\"name\":\"plain\",\"topic_filter\":\"plain/#\"}");
    JsonObject expected =
        new JsonObject(
            """
            {"name":"plain","topic_filter":"plain/#","is_lastvalue":true,
             "key_expression":"message.from","data_retention_period":604800000,
             "dispatch_strategy":"random",
             "limits":{"max_shard_message_count":"infinity","max_shard_message_bytes":"infinity"},
             "overflow":"drop_oldest","ack_timeout":300000,"max_deliveries":"infinity",
             "dead_letter":"none","delivery_delay":0,"redispatch_interval":100,
             "consumer_max_inflight":"none","shards":1,
             "dedup_window":{"count":10000,"time":300000},
             "delivery_facts":["mq-delivery-count"]}""");
    assertThat(made).isEqualTo(expected);
    assertThat(api.get("/queue/plain").object()).isEqualTo(expected);
    delete("plain");
    assertThat(api.get("/queue/plain").code()).isEqualTo("NOT_FOUND");
    assertThat(api.call("DELETE", "/queue/plain").status()).isEqualTo(404);
  }

  @Test
  void saysThatAQueueExistsOrThatThereAreTooMany() {
    create("{\"name\":\"once\",\"topic_filter\":\"once\"}");
    ApiClient.Answer again =
        api.call("POST", "/queues", "{\"name\":\"once\",\"topic_filter\":\"x\"}");
    assertThat(again.status()).isEqualTo(400);
    assertThat(again.code()).isEqualTo("ALREADY_EXISTS");
    ApiClient.Answer limited = api.call("PUT", "/queues/config", "{\"max_queue_count\":1}");
    assertThat(limited.object().getInteger("max_queue_count")).isEqualTo(1);
    ApiClient.Answer full =
        api.call("POST", "/queues", "{\"name\":\"twice\",\"topic_filter\":\"x\"}");
    assertThat(full.status()).isEqualTo(400);
    assertThat(full.code()).isEqualTo("MAX_QUEUE_COUNT_REACHED");
    api.call("PUT", "/queues/config", "{\"max_queue_count\":60}");
    delete("once");
  }

  @Test
  void putReplacesAndPatchMerges() {
    create(
        """
        {"name":"change","topic_filter":"change/#","is_lastvalue":false,
         "ack_timeout":"1m","max_deliveries":3,"limits":{"max_shard_message_count":10}}""");
    JsonObject patched =
        api.call("PATCH", "/queue/change", "{\"ack_timeout\":\"30s\",\"max_deliveries\":null}")
            .object();
    assertThat(patched.getLong("ack_timeout")).isEqualTo(30_000);
    assertThat(patched.getString("max_deliveries")).isEqualTo("infinity");
    assertThat(patched.getJsonObject("limits").getInteger("max_shard_message_count")).isEqualTo(10);
    JsonObject replaced =
        api.call("PUT", "/queue/change", "{\"dispatch_strategy\":\"round_robin\"}").object();
    assertThat(replaced.getBoolean("is_lastvalue")).isFalse();
    assertThat(replaced.getLong("ack_timeout")).isEqualTo(300_000);
    assertThat(replaced.getJsonObject("limits").getString("max_shard_message_count"))
        .isEqualTo("infinity");
    assertThat(api.get("/queue/change").object()).isEqualTo(replaced);
    for (String fixed :
        List.of(
            "{\"is_lastvalue\":true}",
            "{\"name\":\"other\"}",
            "{\"topic_filter\":\"other\"}",
            "{\"shards\":2}")) {
      ApiClient.Answer refused = api.call("PUT", "/queue/change", fixed);
      assertThat(refused.status()).as(fixed).isEqualTo(400);
      assertThat(refused.message()).contains("cannot be changed");
    }
    assertThat(api.call("PUT", "/queue/nobody", "{}").status()).isEqualTo(404);
    assertThat(api.call("PATCH", "/queue/nobody", "{}").status()).isEqualTo(404);
    delete("change");
  }

  @Test
  void listsEachQueueOnceInTheOrderOfNames() {
    for (int i = 0; i < 12; i++) {
      create("{\"name\":\"page-" + (char) ('a' + i) + "\",\"topic_filter\":\"page\"}");
    }
    List<String> names = new ArrayList<>();
    String cursor = "";
    do {
      ApiClient.Answer page = api.get("/queues?limit=5&cursor=" + cursor);
      page.data().forEach(each -> names.add(((JsonObject) each).getString("name")));
      assertThat(page.data().size()).isLessThanOrEqualTo(5);
      assertThat(page.meta().getBoolean("hasnext"))
          .isEqualTo(page.meta().getString("cursor") != null);
      cursor = page.meta().getString("cursor");
    } while (cursor != null);
    assertThat(names).isSorted().doesNotHaveDuplicates();
    assertThat(names.stream().filter(each -> each.startsWith("page-"))).hasSize(12);
    for (int i = 0; i < 12; i++) {
      delete("page-" + (char) ('a' + i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "name, '\"a b\"'",
    "name, '\"-a\"'",
    "name, '\"ä\"'",
    "name, 5",
    "name, '\"\"'",
    "topic_filter, '\"a/#/b\"'",
    "topic_filter, '\"a+\"'",
    "topic_filter, '\"\"'",
    "topic_filter, '\"$share/g/t\"'",
    "topic_filter, '\"$queue/x\"'",
    "topic_filter, 7",
    "is_lastvalue, '\"yes\"'",
    "key_expression, '\"concat(message.from\"'",
    "key_expression, '\"nosuch(message.from)\"'",
    "key_expression, true",
    "data_retention_period, '\"7 parsecs\"'",
    "data_retention_period, 0",
    "data_retention_period, '[]'",
    "dispatch_strategy, '\"sticky\"'",
    "limits, 5",
    "limits, '{\"max_shard_message_count\":0}'",
    "limits, '{\"max_shard_message_bytes\":\"lots\"}'",
    "limits, '{\"max\":1}'",
    "overflow, '\"block\"'",
    "ack_timeout, 1",
    "ack_timeout, '{}'",
    "max_deliveries, 0",
    "max_deliveries, 1.5",
    "dead_letter, '\"elsewhere\"'",
    "dead_letter, '{\"queue\":\"a\",\"topic\":\"b\"}'",
    "dead_letter, '{\"topic\":\"a/+\"}'",
    "delivery_delay, '\"infinity\"'",
    "redispatch_interval, 0",
    "consumer_max_inflight, 65536",
    "shards, 65",
    "shards, '\"two\"'",
    "dedup_window, '{\"count\":-1}'",
    "delivery_facts, '[\"mq-nothing\"]'",
    "ping_interval, '\"often\"'",
    "colour, '\"red\"'",
  })
  void namesTheFieldThatIsWrong(String field, String value) {
    String json =
        "{"
            + (field.equals("name") ? "" : "\"name\":\"wrong\",")
            + (field.equals("topic_filter") ? "" : "\"topic_filter\":\"wrong\",")
            + "\""
            + field
            + "\":"
            + value
            + "}";
    ApiClient.Answer refused = api.call("POST", "/queues", json);
    assertThat(refused.status()).as(json).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("BAD_REQUEST");
    assertThat(refused.message()).startsWith(field);
  }

  @Test
  void tellsTheColumnOfAWrongKeyExpression() {
    ApiClient.Answer refused =
        api.call(
            "POST",
            "/queues",
            "{\"name\":\"k\",\"topic_filter\":\"k\",\"key_expression\":\"lower(message.from))\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).contains("key_expression").contains("column");
  }

  @Test
  void refusesWhatIsNoQueueObjectAtAll() {
    for (String body : List.of("[]", "\"x\"", "7", "null", "{", "", "{\"name\":}")) {
      ApiClient.Answer refused = api.call("POST", "/queues", body);
      assertThat(refused.status()).as(body).isEqualTo(400);
    }
    assertThat(api.call("POST", "/queues", "{\"name\":\"x\"}").message()).contains("topic_filter");
    assertThat(api.call("POST", "/queues", "{\"topic_filter\":\"x\"}").message()).contains("name");
    assertThat(api.get("/queues?limit=0").message()).contains("limit");
    assertThat(api.get("/queues?limit=10001").message()).contains("limit");
    assertThat(api.get("/queues?cursor=abc").message()).contains("cursor");
    assertThat(api.get("/queues?cursor=!").message()).contains("cursor");
    assertThat(api.call("DELETE", "/queues").status()).isEqualTo(405);
    assertThat(api.get("/queue/x/nothing").status()).isEqualTo(404);
  }

  @Test
  void onlyTheAdministratorChangesQueues() {
    String body = "{\"name\":\"mine\",\"topic_filter\":\"mine\"}";
    for (String role : List.of("look:s3cret", "send:s3cret")) {
      assertThat(api.as(role, "POST", "/queues", body).status()).isEqualTo(403);
      assertThat(api.as(role, "DELETE", "/queue/mine").status()).isEqualTo(403);
      assertThat(api.as(role, "POST", "/queue/mine/pull", "{}").status()).isEqualTo(403);
    }
    assertThat(api.as("look:s3cret", "GET", "/queues").status()).isEqualTo(200);
    assertThat(api.as("send:s3cret", "GET", "/queues").status()).isEqualTo(403);
    assertThat(api.as("", "GET", "/queues").status()).isEqualTo(401);
  }

  @Test
  void reachesAQueueThatWasMadeByItsFilter() {
    WirePeer worker = api.broker().connect("filter-worker").open();
    assertThat(worker.subscribe(Subscribe.to("$q/a/b", 1)).codes()).containsExactly(1);
    Awaitility.await().until(() -> api.get("/queue/%2Fa%2Fb").status() == 200);
    assertThat(api.get("/queue/%2Fa%2Fb").object().getString("topic_filter")).isEqualTo("a/b");
    assertThat(api.get("/queue/%2Fa%2Fb/stats").object().getInteger("consumers")).isEqualTo(1);
    assertThat(api.get("/message_queues/queues/a%2Fb").object().getString("name"))
        .isEqualTo("/a/b");
    assertThat(api.call("DELETE", "/message_queues/queues/a%2Fb").status()).isEqualTo(204);
    worker.close();
  }

  @Test
  void showsWhoConsumesAndWhoWaits() {
    create("{\"name\":\"who\",\"topic_filter\":\"who/#\",\"is_lastvalue\":false}");
    WirePeer worker = api.broker().connect("who-worker").open();
    worker.subscribe("$queue/who", 1);
    WirePeer waiting = api.broker().connect("who-waits").open();
    waiting.subscribe("$queue/who/other/filter", 1);
    Awaitility.await().until(() -> consumers("who").size() == 2);
    JsonObject attached = consumers("who").get(1);
    assertThat(attached.getString("clientid")).isEqualTo("who-worker");
    assertThat(attached.getString("kind")).isEqualTo("mqtt");
    assertThat(attached.getString("state")).isEqualTo("attached");
    assertThat(attached.getInteger("credit")).isPositive();
    assertThat(consumers("who").get(0).getString("state")).isEqualTo("waiting");
    api.call("POST", "/publish", "{\"topic\":\"who/x\",\"payload\":\"1\",\"qos\":1}");
    worker.readPublish();
    assertThat(consumers("who").get(1).getInteger("unacknowledged")).isEqualTo(1);
    assertThat(api.get("/queue/who/stats").object().getInteger("unacknowledged")).isEqualTo(1);
    delete("who");
    assertThat(api.get("/queue/who/consumers").status()).isEqualTo(404);
    worker.close();
    waiting.close();
  }

  private static List<JsonObject> consumers(String queue) {
    return api.get("/queue/" + queue + "/consumers").object().getJsonArray("data").stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  @Test
  void changesWhatHoldsForAllQueuesWhileItRuns() {
    JsonObject config = api.get("/queues/config").object();
    assertThat(config.getBoolean("enable")).isTrue();
    assertThat(config.getJsonObject("auto_create").getValue("regular")).isEqualTo(false);
    assertThat(config.getLong("gc_interval")).isEqualTo(3_600_000);
    JsonObject changed =
        api.call(
                "PUT",
                "/queues/config",
                """
                {"regular_queue_retention_period":"1h",
                 "auto_create":{"lastvalue":false,"regular":{"ack_timeout":"9s"}}}""")
            .object();
    assertThat(changed.getLong("regular_queue_retention_period")).isEqualTo(3_600_000);
    assertThat(changed.getJsonObject("auto_create").getValue("lastvalue")).isEqualTo(false);
    WirePeer worker = api.broker().connect("auto-worker").open();
    worker.subscribe("$queue/auto-made/auto/made", 1);
    Awaitility.await().until(() -> api.get("/queue/auto-made").status() == 200);
    JsonObject made = api.get("/queue/auto-made").object();
    assertThat(made.getBoolean("is_lastvalue")).isFalse();
    assertThat(made.getLong("ack_timeout")).isEqualTo(9000);
    JsonObject hour = create("{\"name\":\"hour\",\"topic_filter\":\"h\",\"is_lastvalue\":false}");
    assertThat(hour.getLong("data_retention_period")).isEqualTo(3_600_000);
    for (String wrong :
        List.of(
            "{\"max_queue_count\":0}",
            "{\"max_queue_count\":\"many\"}",
            "{\"enable\":false}",
            "{\"nothing\":1}",
            "{\"x\":1}",
            "{\"qos\":1}",
            "{\"gc_interval\":[1]}",
            "{\"auto_create\":{\"lastvalue\":{\"key_expression\":\"(((\"}}}",
            "{\"auto_create\":{\"lastvalue\":{\"dead_letter_topic\":\"x/#\"}}}",
            "{\"auto_create\":{\"lastvalue\":true,\"regular\":true}}")) {
      ApiClient.Answer refused = api.call("PUT", "/queues/config", wrong);
      assertThat(refused.status()).as(wrong).isEqualTo(400);
      assertThat(refused.message()).doesNotContain("mq.", "--set", "API:", "rules");
      assertThat(refused.message()).contains(wrong.substring(2, wrong.indexOf('"', 2)));
    }
    assertThat(
            api.call(
                    "PUT",
                    "/message_queues/config",
                    """
                    {"enable":true,"regular_queue_retention_period":"7d",
                     "auto_create":{"regular":false,"lastvalue":true}}""")
                .status())
        .isEqualTo(200);
    delete("auto-made");
    delete("hour");
    worker.close();
  }

  @Test
  void countsQueuesInTheFiguresOfTheBroker() {
    create("{\"name\":\"figure.1\",\"topic_filter\":\"figure/#\",\"is_lastvalue\":false}");
    create("{\"name\":\"figure.2\",\"topic_filter\":\"figure/#\",\"is_lastvalue\":false}");
    api.call("POST", "/publish", "{\"topic\":\"figure/x\",\"payload\":\"1\"}");
    String text = api.get("/prometheus/stats").text();
    assertThat(text)
        .contains("\nmqueduct_queue_depth{queue=\"figure.1\"} 1\n")
        .contains("\nmqueduct_queue_stored_total{queue=\"figure.2\"} 1\n")
        .contains("\nmqueduct_queues ");
    int queues = api.get("/stats?aggregate=true").object().getInteger("queues.count");
    assertThat(queues).isEqualTo(api.get("/queues?limit=1000").data().size());
    delete("figure.1");
    delete("figure.2");
    try (StartedBroker few = StartedBroker.with(ApiClient.settings("metrics.max_queues", "1"));
        ApiClient caller = new ApiClient(few)) {
      for (String name : List.of("a", "b", "c")) {
        JsonObject body = new JsonObject().put("name", name).put("topic_filter", "t");
        caller.call("POST", "/queues", body.put("is_lastvalue", false));
      }
      caller.call("POST", "/publish", "{\"topic\":\"t\",\"payload\":\"1\"}");
      assertThat(caller.get("/prometheus/stats").text())
          .contains("mqueduct_queue_depth{queue=\"a\"} 1\n")
          .contains("mqueduct_queue_depth{queue=\"*\"} 2\n")
          .doesNotContain("queue=\"b\"");
    }
  }

  @Test
  void saysThatThereAreNoQueuesIfTheyAreOff() {
    try (StartedBroker off = StartedBroker.with(ApiClient.settings("mq.enable", "false"));
        ApiClient caller = new ApiClient(off)) {
      for (String path : List.of("/queues", "/queue/x", "/queue/x/stats", "/queue/x/messages")) {
        ApiClient.Answer answer = caller.get(path);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("SERVICE_UNAVAILABLE");
        assertThat(answer.message()).contains("mq.enable");
      }
      assertThat(caller.get("/queues/config").object().getBoolean("enable")).isFalse();
    }
  }
}

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
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dead letters go back to the queues that they come from. */
class QueueRedriveIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();

  private static void queue(String name, String more) {
    String json =
        "{\"name\":\"" + name + "\",\"topic_filter\":\"" + name + "/#\",\"is_lastvalue\":false";
    ApiClient.Answer made = api.call("POST", "/queues", json + more + "}");
    assertThat(made.status()).as(made.text()).isEqualTo(200);
  }

  private static JsonObject stats(String queue) {
    return api.get("/queue/" + queue + "/stats").object();
  }

  /** Stores messages, and has each refused for good. */
  private static void kill(String queue, String dead, int count) {
    long before = stats(dead).getLong("depth");
    for (int i = 0; i < count; i++) {
      JsonObject body = new JsonObject().put("topic", queue + "/" + i).put("payload", "k" + i);
      assertThat(api.call("POST", "/publish", body).status()).isEqualTo(200);
    }
    JsonArray acks = new JsonArray();
    api.call("POST", "/queue/" + queue + "/pull", new JsonObject().put("max", count))
        .object()
        .getJsonArray("messages")
        .forEach(
            each ->
                acks.add(
                    new JsonObject()
                        .put("id", ((JsonObject) each).getString("ack_id"))
                        .put("outcome", "dead_letter")
                        .put("reason", "no such thing")));
    assertThat(acks).hasSize(count);
    api.call("POST", "/queue/" + queue + "/ack", new JsonObject().put("acks", acks));
    Awaitility.await().until(() -> stats(dead).getLong("depth") == before + count);
  }

  private static JsonObject redrive(String queue, String body) {
    ApiClient.Answer answer = api.call("POST", "/queue/" + queue + "/redrive", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.object();
  }

  @Test
  void bringsThemBackInOrderAsTheyWere() {
    queue("dead", "");
    queue("work", ",\"dead_letter\":{\"queue\":\"dead\"}");
    kill("work", "dead", 5);
    JsonObject done = redrive("dead", "{}");
    assertThat(done)
        .isEqualTo(new JsonObject("{\"redriven\":5,\"skipped\":0,\"failed\":0,\"hasnext\":false}"));
    assertThat(stats("dead").getLong("depth")).isZero();
    assertThat(stats("dead").getJsonObject("totals").getInteger("redriven")).isEqualTo(5);
    JsonArray back =
        api.call("POST", "/queue/work/pull", "{\"max\":9,\"payload\":\"plain\"}")
            .object()
            .getJsonArray("messages");
    assertThat(back).hasSize(5);
    for (int i = 0; i < 5; i++) {
      JsonObject each = back.getJsonObject(i);
      assertThat(each.getString("topic")).isEqualTo("work/" + i);
      assertThat(each.getString("payload")).isEqualTo("k" + i);
      assertThat(each.getInteger("deliveries")).isEqualTo(1);
      JsonArray said = each.getJsonObject("properties").getJsonArray("user_properties");
      assertThat(said).as("nothing is left of what was said of the dead letter").hasSize(1);
      assertThat(said.getJsonArray(0).getString(0)).isEqualTo("mq-dedup-id");
    }
  }

  @Test
  void isDurableWhenItIsAnswered() {
    Map<String, String> settings = ApiClient.settings("durability.commit_interval", "300ms");
    try (RunningBroker other = RunningBroker.startProcess(settings);
        ApiClient there = new ApiClient(other.port("api"))) {
      String body =
          "{\"name\":\"%s\",\"topic_filter\":\"%s/#\",\"is_lastvalue\":false,\"dead_letter\":%s}";
      there.call("POST", "/queues", body.formatted("kdead", "kdead", "null"));
      there.call("POST", "/queues", body.formatted("kwork", "kwork", "{\"queue\":\"kdead\"}"));
      for (int i = 0; i < 3; i++) {
        there.call("POST", "/queue/kwork/messages", "{\"payload\":\"m" + i + "\"}");
      }
      JsonArray acks = new JsonArray();
      there
          .call("POST", "/queue/kwork/pull", "{\"max\":3}")
          .object()
          .getJsonArray("messages")
          .forEach(
              each ->
                  acks.add(
                      new JsonObject()
                          .put("id", ((JsonObject) each).getString("ack_id"))
                          .put("outcome", "dead_letter")));
      there.call("POST", "/queue/kwork/ack", new JsonObject().put("acks", acks));
      Awaitility.await()
          .until(() -> there.get("/queue/kdead/stats").object().getLong("depth") == 3);

      ApiClient.Answer answer = there.call("POST", "/queue/kdead/redrive", "{}");
      other.kill();

      assertThat(answer.object().getInteger("redriven")).isEqualTo(3);
      other.start();
      assertThat(there.get("/queue/kdead/stats").object().getLong("depth")).isZero();
      assertThat(there.get("/queue/kwork/stats").object().getLong("depth")).isEqualTo(3);
    }
  }

  @Test
  void goesOnInPortionsAndLeavesWhatIsNoDeadLetter() {
    queue("pdead", "");
    queue("pwork", ",\"dead_letter\":{\"queue\":\"pdead\"}");
    api.call("POST", "/queue/pdead/messages", "{\"payload\":\"ordinary\"}");
    kill("pwork", "pdead", 6);
    JsonObject first = redrive("pdead", "{\"limit\":3}");
    assertThat(first.getInteger("redriven")).isEqualTo(2);
    assertThat(first.getInteger("skipped")).isEqualTo(1);
    assertThat(first.getBoolean("hasnext")).isTrue();
    JsonObject second =
        redrive("pdead", new JsonObject().put("cursor", first.getString("cursor")).encode());
    assertThat(second.getInteger("redriven")).isEqualTo(4);
    assertThat(second.getBoolean("hasnext")).isFalse();
    assertThat(stats("pdead").getLong("depth")).isEqualTo(1);
    assertThat(stats("pwork").getLong("depth")).isEqualTo(6);
  }

  @Test
  void leavesWhatAConsumerHasAndWhatItsQueueRefuses() {
    queue("rdead", "");
    queue("rwork", ",\"dead_letter\":{\"queue\":\"rdead\"}");
    kill("rwork", "rdead", 4);
    WirePeer undertaker = api.broker().connect("undertaker").receiveMaximum(1).open();
    undertaker.subscribe("$queue/rdead", 1);
    undertaker.readPublish();
    api.call(
        "PATCH",
        "/queue/rwork",
        "{\"overflow\":\"reject_publish\",\"limits\":{\"max_shard_message_count\":1}}");
    JsonObject done = redrive("rdead", "{}");
    assertThat(done.getInteger("redriven")).isEqualTo(1);
    assertThat(done.getInteger("skipped")).isEqualTo(1);
    assertThat(done.getInteger("failed")).isEqualTo(2);
    assertThat(done.getString("message")).contains("rwork").contains("limit");
    assertThat(stats("rdead").getLong("depth")).isEqualTo(3);
    api.call("DELETE", "/queue/rwork");
    undertaker.close();
    Awaitility.await().until(() -> stats("rdead").getInteger("unacknowledged") == 0);
    assertThat(redrive("rdead", "{}").getInteger("skipped")).isEqualTo(3);
  }

  @Test
  void bringsBackWhatDiedToATopic() {
    queue("tdead", "");
    queue("twork", ",\"dead_letter\":{\"topic\":\"tdead/all\"}");
    kill("twork", "tdead", 2);
    assertThat(redrive("tdead", "{}").getInteger("redriven")).isEqualTo(2);
    JsonArray back =
        api.call("POST", "/queue/twork/pull", "{\"max\":9}").object().getJsonArray("messages");
    assertThat(back.getJsonObject(1).getString("topic")).isEqualTo("twork/1");
  }

  @Test
  void namesWhatIsWrong() {
    queue("wrong", "");
    for (String body :
        new String[] {"{\"limit\":0}", "{\"limit\":\"all\"}", "{\"cursor\":\"x\"}", "{\"a\":1}"}) {
      ApiClient.Answer refused = api.call("POST", "/queue/wrong/redrive", body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      assertThat(refused.message()).contains(new JsonObject(body).fieldNames().iterator().next());
    }
    assertThat(api.call("POST", "/queue/wrong/redrive").status()).isEqualTo(200);
    assertThat(api.call("POST", "/queue/nobody/redrive", "{}").status()).isEqualTo(404);
  }
}

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
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients, their sessions and subscriptions over HTTP. */
class ClientsIT {
  @RegisterExtension static final ServedApi api = ServedApi.with("mqtt.max_inflight", "2");

  /** A forgotten socket would be closed by the garbage collector. */
  private static final List<WirePeer> PEERS = new ArrayList<>();

  private static WirePeer connect(String id) {
    WirePeer peer = api.broker().connect(id);
    PEERS.add(peer);
    return peer;
  }

  private static WirePeer away(String id) {
    return connect(id).expiry(600).open();
  }

  @Test
  void showsAClientThatIsConnectedAndThenAway() {
    WirePeer peer = away("show-me");
    JsonObject shown = api.get("/clients/show-me").object();
    assertThat(shown.getBoolean("connected")).isTrue();
    assertThat(shown.getInteger("proto_ver")).isEqualTo(5);
    assertThat(shown.getString("ip_address")).isEqualTo("127.0.0.1");
    assertThat(shown.getString("listener")).isEqualTo("tcp:default");
    assertThat(shown.getLong("expiry_interval")).isEqualTo(600);
    peer.disconnect();
    Awaitility.await().until(() -> !api.get("/clients/show-me").object().getBoolean("connected"));
    assertThat(api.get("/clients/show-me").object().getString("disconnected_at")).isNotEmpty();
  }

  @Test
  void doesNotKnowAClientThatNeverWasThere() {
    for (String below : List.of("", "/subscriptions", "/mqueue_messages", "/inflight_messages")) {
      var answer = api.get("/clients/nobody" + below);
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.code()).isEqualTo("CLIENTID_NOT_FOUND");
    }
    assertThat(api.call("DELETE", "/clients/nobody").status()).isEqualTo(404);
    assertThat(api.call("DELETE", "/clients/nobody/mqueue_messages").status()).isEqualTo(404);
    assertThat(api.call("POST", "/clients/nobody/subscribe", "{\"topic\":\"a\"}").status())
        .isEqualTo(404);
  }

  @Test
  void findsAClientWhoseIdNeedsEscapes() {
    for (String id : List.of("a/b", "a b", "a+b", "100%", "ä?#&", "a%2Fb")) {
      connect(id).open();
      String path = "/clients/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
      assertThat(api.get(path).object().getString("clientid")).as(path).isEqualTo(id);
    }
    assertThat(api.get("/clients/a+b").object().getString("clientid")).isEqualTo("a+b");
  }

  @Test
  void listsEveryClientOnceHoweverSmallThePages() {
    for (int i = 0; i < 25; i++) {
      connect("paged-" + i).open();
    }
    List<String> byPage = new ArrayList<>();
    for (int page = 1; page <= 13; page++) {
      ids(api.get("/clients?like_clientid=paged-&limit=2&page=" + page).data(), byPage);
    }
    assertThat(byPage).hasSize(25).doesNotHaveDuplicates();
    List<String> byCursor = new ArrayList<>();
    String cursor = "";
    do {
      var page = api.get("/clients?like_clientid=paged-&limit=7&cursor=" + cursor);
      ids(page.data(), byCursor);
      cursor = page.meta().getString("cursor");
    } while (cursor != null);
    assertThat(byCursor).hasSize(25).doesNotHaveDuplicates();
    assertThat(api.get("/clients?limit=1").meta().getLong("count")).isGreaterThanOrEqualTo(25);
  }

  private static void ids(JsonArray data, List<String> into) {
    data.forEach(each -> into.add(((JsonObject) each).getString("clientid")));
  }

  @Test
  void filtersClients() {
    connect("filter-5").open();
    WirePeer gone = away("filter-gone");
    gone.disconnect();
    Awaitility.await()
        .until(
            () ->
                api.get("/clients?conn_state=disconnected&clientid=filter-gone").data().size()
                    == 1);
    assertThat(api.get("/clients?conn_state=connected&like_clientid=filter-").data()).hasSize(1);
    assertThat(api.get("/clients?proto_ver=4&like_clientid=filter-").data()).isEmpty();
    assertThat(api.get("/clients?ip_address=127.0.0.1&clientid=filter-5").data()).hasSize(1);
    assertThat(api.get("/clients?username=x&clientid=filter-5").data()).isEmpty();
  }

  @Test
  void kicksAClient() {
    WirePeer peer = connect("kick-me").open();
    assertThat(api.call("DELETE", "/clients/kick-me").status()).isEqualTo(204);
    peer.expectDisconnect(0x98);
    Awaitility.await().until(() -> api.call("DELETE", "/clients/kick-me").status() == 404);
  }

  @Test
  void endsTheSessionOfAClientThatIsAway() {
    WirePeer peer = away("kick-away");
    peer.subscribe("kick/away", 1);
    assertThat(api.call("DELETE", "/clients/kick-away").status()).isEqualTo(204);
    peer.expectDisconnect(0x98);
    Awaitility.await().until(() -> !api.get("/clients/kick-away").object().getBoolean("connected"));
    assertThat(api.get("/clients/kick-away/subscriptions").list()).hasSize(1);

    assertThat(api.call("DELETE", "/clients/kick-away").status()).isEqualTo(204);

    assertThat(api.get("/clients/kick-away").status()).isEqualTo(404);
    assertThat(api.call("DELETE", "/clients/kick-away").status()).isEqualTo(404);
    assertThat(connect("kick-away").expiry(600).cleanStart(false).connack().sessionPresent())
        .isFalse();
    assertThat(api.get("/clients/kick-away/subscriptions").list()).isEmpty();
  }

  @Test
  void subscribesAndUnsubscribesAClient() {
    WirePeer peer = connect("puppet").open();
    var made = api.call("POST", "/clients/puppet/subscribe", "{\"topic\":\"strings/#\",\"qos\":1}");
    assertThat(made.object().getInteger("qos")).isEqualTo(1);
    assertThat(api.get("/clients/puppet/subscriptions").list()).hasSize(1);
    assertThat(
            api.call("POST", "/publish", "{\"topic\":\"strings/a\",\"payload\":\"pull\"}").status())
        .isEqualTo(200);
    assertThat(peer.readPublish().text()).isEqualTo("pull");
    String topic = "{\"topic\":\"strings/#\"}";
    assertThat(api.call("POST", "/clients/puppet/unsubscribe", topic).status()).isEqualTo(204);
    assertThat(api.call("POST", "/clients/puppet/unsubscribe", topic).status()).isEqualTo(404);
    assertThat(api.get("/clients/puppet/subscriptions").list()).isEmpty();
    assertThat(api.call("POST", "/clients/puppet/subscribe", "{\"topic\":\"a/#/b\"}").status())
        .isEqualTo(400);
  }

  @Test
  void listsEachWaitingMessageOnceHoweverLargeSomeAre() {
    WirePeer peer = away("large-owner");
    peer.subscribe("large/#", 1);
    peer.disconnect();
    Awaitility.await()
        .until(() -> !api.get("/clients/large-owner").object().getBoolean("connected"));
    int large = 900_000;
    int[] sizes = {10, 10, large, large, large, large, large, 10, 10};
    try (WirePeer publisher = connect("large-publisher").open()) {
      for (int i = 0; i < sizes.length; i++) {
        publisher.publish(Publish.to("large/" + i).qos(1, 0).payload(new byte[sizes[i]]));
      }
    }
    List<String> topics = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      var page =
          api.get("/clients/large-owner/mqueue_messages?payload=none&limit=1000&cursor=" + cursor);
      page.data().forEach(each -> topics.add(((JsonObject) each).getString("topic")));
      cursor = page.meta().getString("cursor");
      pages++;
    } while (cursor != null);
    assertThat(topics)
        .isEqualTo(IntStream.range(0, sizes.length).mapToObj(i -> "large/" + i).toList());
    assertThat(pages).as("a page has about 4 MB at most").isEqualTo(2);
    assertThat(api.get("/clients/large-owner").object().getInteger("mqueue_len"))
        .isEqualTo(sizes.length);
  }

  @Test
  void pagesThroughWaitingMessagesEachOnceAndPurgesThem() {
    WirePeer peer = away("queue-owner");
    peer.subscribe("waiting/#", 1);
    peer.disconnect();
    for (int i = 0; i < 7; i++) {
      api.call(
          "POST",
          "/publish",
          new JsonObject().put("topic", "waiting/x").put("payload", "m" + i).put("qos", 1));
    }
    Awaitility.await()
        .until(() -> api.get("/clients/queue-owner").object().getInteger("mqueue_len") == 7);
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      var page =
          api.get("/clients/queue-owner/mqueue_messages?payload=plain&limit=3&cursor=" + cursor);
      page.data().forEach(each -> seen.add(((JsonObject) each).getString("payload")));
      cursor = page.meta().getString("cursor");
    } while (cursor != null);
    assertThat(seen).containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6");
    var cut =
        api.get("/clients/queue-owner/mqueue_messages?payload=base64&limit=1&max_payload_bytes=1");
    assertThat(cut.data().getJsonObject(0).getString("payload")).isEqualTo("bQ==");
    assertThat(cut.data().getJsonObject(0).getBoolean("payload_truncated")).isTrue();
    var none = api.get("/clients/queue-owner/mqueue_messages?payload=none&limit=1");
    assertThat(none.data().getJsonObject(0).containsKey("payload")).isFalse();
    assertThat(
            api.call("DELETE", "/clients/queue-owner/mqueue_messages")
                .object()
                .getInteger("purged"))
        .isEqualTo(7);
    assertThat(api.get("/clients/queue-owner").object().getInteger("mqueue_len")).isZero();
  }

  @Test
  void showsWhatAClientHasNotAcknowledged() {
    WirePeer peer = connect("slow-acks").open();
    peer.subscribe("flight/#", 1);
    for (int i = 0; i < 3; i++) {
      api.call("POST", "/publish", "{\"topic\":\"flight/x\",\"payload\":\"f\",\"qos\":1}");
    }
    Awaitility.await()
        .until(() -> api.get("/clients/slow-acks/inflight_messages").data().size() == 2);
    var page = api.get("/clients/slow-acks/inflight_messages?limit=1");
    assertThat(page.data().getJsonObject(0).getInteger("packet_id")).isPositive();
    assertThat(page.meta().getString("cursor")).isNotNull();
    assertThat(api.get("/clients/slow-acks/mqueue_messages").data()).hasSize(1);
  }

  @Test
  void listsEverySubscriptionAndEveryFilterOnce() {
    for (int i = 0; i < 10; i++) {
      WirePeer peer = connect("subscriber-" + i).open();
      peer.subscribe("each/" + i, 0);
      peer.subscribe("all/#", 1);
      peer.subscribe("$share/g/shared/x", 1);
    }
    List<String> subscriptions = all("/subscriptions?limit=4", "clientid", "topic");
    subscriptions.removeIf(each -> !each.startsWith("subscriber-"));
    assertThat(subscriptions).hasSize(30).doesNotHaveDuplicates();
    List<String> topics = all("/topics?limit=3", "topic");
    assertThat(topics).contains("each/0", "each/9", "all/#", "shared/x");
    assertThat(topics).doesNotHaveDuplicates();
    assertThat(all("/subscriptions?limit=4&match_topic=all/x", "clientid")).hasSize(10);
    assertThat(all("/subscriptions?share_group=g", "topic"))
        .hasSize(10)
        .containsOnly("$share/g/shared/x");
    assertThat(all("/subscriptions?clientid=subscriber-3", "topic")).hasSize(3);
    assertThat(all("/subscriptions?qos=0&match_topic=each/3", "topic")).hasSize(1);
  }

  private static List<String> all(String path, String... fields) {
    List<String> rows = new ArrayList<>();
    String cursor = "";
    var cursors = new HashSet<String>();
    do {
      var page = api.get(path + "&cursor=" + cursor);
      for (Object each : page.data()) {
        StringBuilder row = new StringBuilder();
        for (String field : fields) {
          row.append(((JsonObject) each).getString(field)).append(' ');
        }
        rows.add(row.toString().strip());
      }
      cursor = page.meta().getString("cursor");
    } while (cursor != null && cursors.add(cursor));
    return rows;
  }

  @Test
  void refusesACursorOfAnotherList() {
    assertThat(api.get("/clients?cursor=xyz").status()).isEqualTo(400);
    assertThat(api.get("/subscriptions?cursor=!!").message()).startsWith("cursor");
  }
}

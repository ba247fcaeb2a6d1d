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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that are long, or whose rows are. */
class LongListsIT {
  private static final String LONG = "x".repeat(60_000);

  @RegisterExtension static final ServedApi api = ServedApi.with();

  private static void take(JsonArray data, String field, List<String> into) {
    data.forEach(each -> into.add(((JsonObject) each).getString(field)));
  }

  /** Follows a list to its end; returns how many pages it had. */
  private static int follow(String path, String field, String cursor, List<String> into) {
    String at = cursor;
    int pages = 0;
    while (at != null) {
      var page = api.get(path + "&cursor=" + at);
      take(page.data(), field, into);
      at = page.meta().getString("cursor");
      assertThat(page.meta().getBoolean("hasnext")).isEqualTo(at != null);
      pages++;
    }
    return pages;
  }

  private static WirePeer subscriber(String id, String prefix, int count) {
    WirePeer peer = api.broker().connect(id).open();
    for (int i = 0; i < count; i++) {
      peer.subscribe(prefix + i, 0);
    }
    return peer;
  }

  @Test
  void showSubscriptionsOfAClientInPages() {
    try (WirePeer peer = subscriber("pages", "pages/", 25)) {
      peer.subscribe("$share/g/pages/1", 1);
      List<String> topics = new ArrayList<>();
      assertThat(follow("/clients/pages/subscriptions?limit=7", "topic", "", topics)).isEqualTo(4);
      assertThat(topics).hasSize(26).doesNotHaveDuplicates().contains("$share/g/pages/1");
      assertThat(api.get("/clients/pages/subscriptions?limit=7").data()).hasSize(7);
      assertThat(api.get("/clients/pages/subscriptions").list()).hasSize(26);
      for (String cursor : List.of("x", "MTox", "LTE6YQ", "OTk5OTk5OTk5OmE", "OjoKOg")) {
        var answer = api.get("/clients/pages/subscriptions?cursor=" + cursor);
        assertThat(answer.status()).as(cursor).isIn(200, 400);
      }
      assertThat(api.get("/clients/pages/subscriptions?cursor=x").message())
          .isEqualTo("cursor: not one of this list");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/clients/moving/subscriptions?", "/subscriptions?clientid=moving&"})
  void showOnceWhatIsThereTheWholeTime(String list) {
    try (WirePeer peer = subscriber("moving", "moving/", 300)) {
      var first = api.get(list + "limit=100");
      List<String> seen = new ArrayList<>();
      take(first.data(), "topic", seen);
      peer.unsubscribe(seen.subList(0, 90).toArray(String[]::new));
      for (int i = 0; i < 90; i++) {
        peer.subscribe("late/" + i, 0);
      }

      follow(list + "limit=100", "topic", first.meta().getString("cursor"), seen);

      assertThat(seen).doesNotHaveDuplicates();
      assertThat(seen.stream().filter(each -> each.startsWith("moving/"))).hasSize(300);
    }
  }

  @Test
  void showNoMoreSubscriptionsOfAClientThanAnAnswerHasRoomFor() {
    try (WirePeer peer = subscriber("large", LONG, 80)) {
      var bare = api.get("/clients/large/subscriptions");
      assertThat(bare.status()).isEqualTo(400);
      assertThat(bare.message()).startsWith("limit: is missing; the client has 80 subscriptions");
      var page = api.get("/clients/large/subscriptions?limit=1000");
      assertThat(page.data().size()).isBetween(60, 79);
      List<String> topics = new ArrayList<>();
      follow("/clients/large/subscriptions?limit=1000", "topic", "", topics);
      assertThat(topics).hasSize(80).doesNotHaveDuplicates();
      assertThat(peer.ping()).isNotNull();
    }
  }

  @Test
  void showNoMoreClientsThanAnAnswerHasRoomFor() {
    List<WirePeer> peers = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      peers.add(api.broker().connect("wide-" + i + LONG).open());
    }
    var page = api.get("/clients?like_clientid=wide-&limit=1000");
    assertThat(page.data().size()).isBetween(60, 79);
    List<String> ids = new ArrayList<>();
    follow("/clients?like_clientid=wide-&limit=1000", "clientid", "", ids);
    assertThat(ids).hasSize(80).doesNotHaveDuplicates();
    peers.forEach(WirePeer::close);
  }

  @Test
  void showConsumersOfAQueueInPagesThatAnAnswerHasRoomFor() {
    api.call("POST", "/queues", "{\"name\":\"busy\",\"topic_filter\":\"busy\"}");
    List<WirePeer> peers = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      peers.add(api.broker().connect(i + "-eager-" + LONG).open().subscribe("$queue/busy", 1));
    }
    assertThat(api.get("/queue/busy/consumers?limit=9").data()).hasSize(9);
    assertThat(api.get("/queue/busy/consumers?limit=1000").data().size()).isBetween(60, 79);
    for (int limit : new int[] {9, 1000}) {
      List<String> ids = new ArrayList<>();
      follow("/queue/busy/consumers?limit=" + limit, "clientid", "", ids);
      assertThat(ids).hasSize(80).doesNotHaveDuplicates().isSorted();
    }
    peers.forEach(WirePeer::close);
    api.call("DELETE", "/queue/busy");
  }

  @Test
  void showNoMoreQueuesThanAnAnswerHasRoomFor() {
    for (int i = 0; i < 80; i++) {
      String body = "{\"name\":\"wide-" + i + "\",\"topic_filter\":\"wide/" + LONG + "\"}";
      assertThat(api.call("POST", "/queues", body).status()).isEqualTo(200);
    }
    assertThat(api.get("/queues?limit=1000").data().size()).isBetween(60, 79);
    List<String> names = new ArrayList<>();
    follow("/queues?limit=1000", "name", "", names);
    assertThat(names).hasSize(80).doesNotHaveDuplicates();
    names.forEach(each -> api.call("DELETE", "/queue/" + each));
  }

  @Test
  void showNoMoreMessagesThanAnAnswerHasRoomForThoughWhoSentThemIsWhatIsLong() {
    api.call(
        "POST",
        "/queues",
        "{\"name\":\"told\",\"topic_filter\":\"told/#\",\"is_lastvalue\":false}");
    api.broker().connect("absent").expiry(600).open().subscribe("told/#", 1).disconnect();
    try (WirePeer teller = api.broker().connect("teller-" + LONG).userName(LONG).open()) {
      for (int i = 0; i < 80; i++) {
        teller.publish(Publish.to("told/" + i).qos(1, 0).retained().payload("x"));
      }
    }
    for (String list :
        List.of(
            "/clients/absent/mqueue_messages?",
            "/queue/told/messages?",
            "/mqtt/retainer/messages?topic=told/%23&")) {
      assertThat(api.get(list + "limit=1000").data().size()).as(list).isBetween(30, 79);
      List<String> topics = new ArrayList<>();
      follow(list + "limit=1000", "topic", "", topics);
      assertThat(topics).as(list).hasSize(80).doesNotHaveDuplicates();
    }
    var pulled = api.call("POST", "/queue/told/pull", "{\"max\":1000}").object();
    assertThat(pulled.getJsonArray("messages").size()).isBetween(30, 79);
    api.call("DELETE", "/clients/absent");
    api.call("DELETE", "/queue/told");
  }
}

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
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Client ids and topics that mean something else in an address, or look like something else. */
class OddNamesIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();

  static Stream<String> names() {
    return Stream.of(
        ".",
        "..",
        "...",
        "/",
        "//",
        "./",
        "../..",
        "a/../b",
        "%",
        "%2F",
        "%2E%2E",
        "100%",
        "a b",
        " ",
        "a b&c=d",
        "?",
        ";",
        "a;b,c",
        "'",
        "\"q\"",
        "\\",
        "\n",
        "123",
        "-0",
        "1e3",
        "true",
        "null",
        "{}",
        "[1]",
        "kickout",
        "ä",
        "日本",
        "😀",
        "x".repeat(5000),
        "ä".repeat(2500));
  }

  private static String escape(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String client(String below, String id) {
    return "/client" + below + "?clientid=" + escape(id);
  }

  @ParameterizedTest
  @MethodSource("names")
  void nameAClientInTheQuery(String id) {
    doAllWith(id);
  }

  @Test
  void nameAClientInTheQueryThoughAPlusMeansASpaceThere() {
    doAllWith("a+b");
    assertThat(api.get("/client?clientid=a+b").status()).isEqualTo(404);
  }

  private static void doAllWith(String id) {
    try (WirePeer peer = api.broker().connect(id).expiry(600).open()) {
      assertThat(api.get(client("", id)).object().getString("clientid")).isEqualTo(id);
      var subscribed =
          api.call("POST", client("/subscribe", id), "{\"topic\":\"odd\",\"qos\":1}").object();
      assertThat(subscribed.getString("clientid")).isEqualTo(id);
      assertThat(api.get(client("/subscriptions", id)).list()).hasSize(1);
      assertThat(api.get(client("/subscriptions", id) + "&limit=1").data()).hasSize(1);
      assertThat(api.call("POST", "/publish", "{\"topic\":\"odd\",\"payload\":\"x\"}").status())
          .isEqualTo(200);
      assertThat(peer.take().text()).isEqualTo("x");
      assertThat(api.get(client("/inflight_messages", id)).data()).isEmpty();
      assertThat(api.get(client("/mqueue_messages", id)).data()).isEmpty();
      assertThat(api.call("DELETE", client("/mqueue_messages", id)).object().getInteger("purged"))
          .isZero();
      assertThat(api.call("POST", client("/unsubscribe", id), "{\"topic\":\"odd\"}").status())
          .isEqualTo(204);
      assertThat(api.call("DELETE", client("", id)).status()).isEqualTo(204);
      peer.expectDisconnect(0x98);
      assertThat(api.call("DELETE", client("", id)).status()).isEqualTo(204);
    }
    assertThat(api.get(client("", id)).code()).isEqualTo("CLIENTID_NOT_FOUND");
    assertThat(api.call("DELETE", client("", id)).status()).isEqualTo(404);
  }

  @Test
  void areOnlyMissingIfTheyAreEmpty() {
    var answer = api.get("/client");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.message()).isEqualTo("clientid: is missing in the query");
    assertThat(api.get("/client?clientid=").status()).isEqualTo(400);
    assertThat(api.call("DELETE", "/client").status()).isEqualTo(400);
  }

  @Test
  void areKickedManyAtOnceHoweverLongTheyAre() {
    String longest = "ä".repeat(30_000);
    try (WirePeer one = api.broker().connect(longest).open();
        WirePeer other = api.broker().connect("..").open()) {
      JsonArray ids = new JsonArray().add(longest).add("nobody").add("..");
      assertThat(api.call("POST", "/clients/kickout/bulk", ids).status()).isEqualTo(204);
      one.expectDisconnect(0x98);
      other.expectDisconnect(0x98);
    }
    assertThat(api.call("POST", "/clients/kickout/bulk", "[]").status()).isEqualTo(400);
    assertThat(api.call("POST", "/clients/kickout/bulk", "[1]").status()).isEqualTo(400);
    assertThat(api.as("look:s3cret", "POST", "/clients/kickout/bulk", "[\"a\"]").status())
        .isEqualTo(403);
  }

  @ParameterizedTest
  @MethodSource("names")
  void nameARetainedMessageInTheQuery(String topic) {
    String message = "/mqtt/retainer/message?topic=" + escape(topic);
    try (WirePeer peer = api.broker().connect("keeper")) {
      peer.publish(Publish.to(topic).qos(1, 1).retained().payload("kept"));
    }
    assertThat(api.get(message + "&payload=plain").object().getString("payload")).isEqualTo("kept");
    assertThat(api.call("DELETE", message).status()).isEqualTo(204);
    assertThat(api.get(message).status()).isEqualTo(404);
  }
}

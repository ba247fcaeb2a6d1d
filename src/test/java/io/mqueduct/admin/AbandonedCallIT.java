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

import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that take something for a caller who hung up as soon as the request was sent. */
class AbandonedCallIT {
  private static final int TAILS = 64;

  @RegisterExtension static final ServedApi api = ServedApi.with();

  private static void queue(String name, int shards) {
    JsonObject made =
        new JsonObject()
            .put("name", name)
            .put("topic_filter", name + "/#")
            .put("is_lastvalue", false)
            .put("shards", shards);
    assertThat(api.call("POST", "/queues", made).status()).isEqualTo(200);
  }

  private static void sendAndHangUp(String line, String body) throws IOException {
    String request =
        line
            + " HTTP/1.1\r\nHost: x\r\nAuthorization: "
            + ApiClient.basic(ApiClient.ADMIN)
            + "\r\n"
            + (body.isEmpty() ? "" : "Content-Type: application/json\r\n")
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.broker().apiPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void abandonedPullsTakeNothing(int shards) throws IOException {
    String name = "left-" + shards;
    queue(name, shards);
    for (int i = 0; i < 50; i++) {
      String body = "{\"wait\":\"50s\",\"consumer\":\"gone" + i + "\"}";
      sendAndHangUp("POST /api/v5/queue/" + name + "/pull", body);
    }
    for (int i = 0; i < 50; i++) {
      JsonObject message = new JsonObject().put("payload", "m" + i).put("clientid", "p" + i);
      assertThat(api.call("POST", "/queue/" + name + "/messages", message).status()).isEqualTo(200);
    }
    WirePeer worker = api.broker().connect(name + "-worker").open();
    worker.subscribe("$queue/" + name, 1);
    Set<String> got = new HashSet<>();
    while (got.size() < 50) {
      Publish next = worker.readPublish();
      worker.ack(PacketType.PUBACK, next.id(), 0);
      got.add(next.text());
    }
    Awaitility.await()
        .untilAsserted(
            () -> {
              JsonArray consumers = api.get("/queue/" + name + "/consumers").data();
              assertThat(consumers).hasSize(1);
              assertThat(consumers.getJsonObject(0).getString("clientid"))
                  .isEqualTo(name + "-worker");
            });
    worker.close();
  }

  @Test
  void abandonedTailsLeaveTheirPlaces() throws IOException {
    queue("watched", 2);
    for (int i = 0; i < 300; i++) {
      sendAndHangUp("GET /api/v5/queue/watched/tail", "");
    }
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest follow =
        HttpRequest.newBuilder(api.uri("/api/v5/queue/watched/tail"))
            .header("Authorization", ApiClient.basic(ApiClient.ADMIN))
            .build();
    List<InputStream> tails = new ArrayList<>();
    Awaitility.await()
        .untilAsserted(
            () -> {
              while (tails.size() < TAILS) {
                var answer = http.send(follow, HttpResponse.BodyHandlers.ofInputStream());
                assertThat(answer.statusCode()).isEqualTo(200);
                tails.add(answer.body());
              }
            });
    // Nor was any of them given back twice.
    assertThat(api.get("/queue/watched/tail").status()).isEqualTo(503);
    for (InputStream each : tails) {
      each.close();
    }
  }
}

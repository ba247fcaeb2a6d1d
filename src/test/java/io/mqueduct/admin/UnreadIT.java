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
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * HTTP callers who ask for much and read nothing: a broker with a heap of 512 MB does not mind
 * them.
 */
class UnreadIT {
  private static final Pattern DIRECT =
      Pattern.compile("^mqueduct_direct_memory_bytes ([0-9.eE+]+)$", Pattern.MULTILINE);

  /** A share of the 512 MB that such a broker has for network buffers. */
  private static final double MOST_BYTES = 128e6;

  private final List<Socket> deaf = new ArrayList<>();
  private RunningBroker broker;

  @BeforeEach
  void start() {
    broker = RunningBroker.startProcess(ApiClient.settings());
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket each : deaf) {
      each.close();
    }
    broker.close();
  }

  private void askAndReadNothing(String path) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress("127.0.0.1", broker.port("api")));
    String head =
        "GET /api/v5"
            + path
            + " HTTP/1.1\r\nHost: x\r\nAuthorization: "
            + ApiClient.basic("look:s3cret")
            + "\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    deaf.add(socket);
  }

  private String get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + broker.port("api") + path))
            .timeout(Duration.ofSeconds(20))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return answer.body();
  }

  private void assertUnimpressed() throws Exception {
    get("/livez");
    Matcher direct = DIRECT.matcher(get("/api/v5/prometheus/stats"));
    assertThat(direct.find()).isTrue();
    assertThat(Double.parseDouble(direct.group(1))).isLessThan(MOST_BYTES);
    WirePeer peer = broker.connect("late");
    peer.publish("jobs/x", 1, "still taken");
    assertThat(broker.log()).doesNotContain("memory is");
  }

  private void createQueue() {
    try (ApiClient api = new ApiClient(broker.port("api"))) {
      JsonObject queue = new JsonObject().put("name", "jobs").put("topic_filter", "jobs/#");
      queue.put("is_lastvalue", false);
      assertThat(api.call("POST", "/queues", queue).status()).isEqualTo(200);
      // What was right lately is not hashed again: else only some of very many callers get in.
      assertThat(api.as("look:s3cret", "GET", "/queues").status()).isEqualTo(200);
    }
  }

  private void fill(int messages, int bytes) {
    WirePeer maker = broker.connect("maker");
    for (int i = 0; i < messages; i++) {
      maker.send(Publish.to("jobs/x").payload("x".repeat(bytes)));
    }
    maker.ping();
  }

  @Test
  void areCutOffWhenTheyFollowAQueue() throws Exception {
    createQueue();
    for (int i = 0; i < 64; i++) {
      askAndReadNothing("/queue/jobs/tail?payload=plain");
    }
    for (Socket each : deaf) {
      assertThat(new String(each.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 200");
    }
    fill(960, 10_000);
    assertUnimpressed();
  }

  @Test
  void waitForTheirTurnWhenTheyAskForPages() throws Exception {
    createQueue();
    fill(400, 50_000);
    for (int i = 0; i < 110; i++) {
      askAndReadNothing("/queue/jobs/messages?limit=10000&payload=plain");
    }
    get("/livez");
    assertUnimpressed();
  }

  @Test
  void leaveRoomForOthersAsSoonAsTheyAreGone() throws Exception {
    createQueue();
    fill(400, 50_000);
    for (int i = 0; i < 60; i++) {
      askAndReadNothing("/queue/jobs/messages?limit=10000&payload=plain");
    }
    get("/livez");
    for (Socket each : deaf) {
      each.close();
    }
    try (ApiClient api = new ApiClient(broker.port("api"))) {
      for (int i = 0; i < 60; i++) {
        var page = api.get("/queue/jobs/messages?limit=10&payload=none");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.data()).hasSize(10);
      }
    }
  }

  @Test
  void getLargeDocumentsInTurn() throws Exception {
    for (int i = 0; i < 200; i++) {
      askAndReadNothing("/../../api-docs/swagger-ui-bundle.js");
    }
    get("/livez");
    assertUnimpressed();
  }
}

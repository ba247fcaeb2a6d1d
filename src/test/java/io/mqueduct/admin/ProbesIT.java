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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** {@code /livez} and {@code /readyz} over real HTTP. */
class ProbesIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @Test
  void answersThemWhileAllConnectionsAreTaken() throws Exception {
    byte[] call = "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    answersThemBeside(
        socket -> {
          socket.getOutputStream().write(call);
          assertThat(socket.getInputStream().read()).isEqualTo('H');
        });
  }

  @Test
  void answersThemWhileConnectionsThatSayNothingTakeAll() throws Exception {
    answersThemBeside(socket -> {});
  }

  private static void answersThemBeside(Use other) throws Exception {
    try (StartedBroker broker = StartedBroker.with(Map.of())) {
      List<Socket> taken = new ArrayList<>();
      try {
        for (int i = 0; i < Connections.MAX; i++) {
          Socket socket = new Socket("127.0.0.1", broker.apiPort());
          taken.add(socket);
          other.use(socket);
        }
        await().until(() -> get(broker.apiPort(), "/api/v5/queues").statusCode() == 503);
        assertThat(get(broker.apiPort(), "/livez").statusCode()).isEqualTo(200);
        assertThat(get(broker.apiPort(), "/readyz").statusCode()).isEqualTo(200);
        try (Socket silent = new Socket("127.0.0.1", broker.apiPort())) {
          assertThat(silent.getInputStream().read()).as("cut off").isEqualTo(-1);
        }
      } finally {
        for (Socket each : taken) {
          each.close();
        }
      }
      await().until(() -> get(broker.apiPort(), "/api/v5/queues").statusCode() == 401);
    }
  }

  /** What somebody does with a connection. */
  private interface Use {
    void use(Socket socket) throws IOException;
  }

  @Test
  void answersInHttp1ToWhoOffersToTurnToHttp2() throws Exception {
    try (StartedBroker broker = StartedBroker.with(Map.of());
        Socket socket = new Socket("127.0.0.1", broker.apiPort())) {
      String call =
          "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
              + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n";
      socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readNBytes(13), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 200 ");
    }
  }

  @Test
  void answersBothProbesWithoutAuthentication() throws Exception {
    try (StartedBroker broker = StartedBroker.with(Map.of())) {
      assertThat(get(broker.apiPort(), "/livez").statusCode()).isEqualTo(200);
      HttpResponse<String> ready = get(broker.apiPort(), "/readyz");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).contains("ready");
    }
  }

  @Test
  void answersTheProbeOfTheContainerImage() throws Exception {
    try (StartedBroker broker = StartedBroker.with(Map.of());
        Socket socket = new Socket("127.0.0.1", broker.apiPort())) {
      socket
          .getOutputStream()
          .write("GET /livez HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.0 200 ");
    }
  }

  @Test
  void isNotReadyWhileItStopsAndStillAlive() throws Exception {
    StartedBroker broker = StartedBroker.with(Map.of("node.drain_delay", "2s"));
    var peers = new ArrayList<WirePeer>();
    for (int i = 0; i < 20; i++) { // they go one by one
      peers.add(broker.connect("client" + i).open());
    }
    int port = broker.apiPort();
    Thread stop = new Thread(broker::close);
    stop.start();
    var seen = new CopyOnWriteArrayList<String>();
    await()
        .until(
            () -> {
              HttpResponse<String> ready = get(port, "/readyz");
              seen.add(ready.body());
              return ready.statusCode() == 503;
            });
    assertThat(seen.get(seen.size() - 1)).contains("stopping");
    assertThat(get(port, "/livez").statusCode()).isEqualTo(200);
    stop.join();
    assertThat(peers).hasSize(20);
  }

  @Test
  void saysInOneLineThatTheAddressIsTaken() {
    try (StartedBroker broker = StartedBroker.with(Map.of())) {
      String taken = "127.0.0.1:" + broker.apiPort();
      assertThatThrownBy(() -> StartedBroker.with(Map.of("api.bind", taken)))
          .rootCause()
          .hasMessageStartingWith("api.bind " + taken + ": ");
    }
  }

  @Test
  void opensNoPortWhenTheApiIsOff() {
    try (StartedBroker broker = StartedBroker.with(Map.of("api.enable", "false"))) {
      assertThatThrownBy(broker::apiPort).isInstanceOf(IllegalStateException.class);
    }
  }

  private static HttpResponse<String> get(int port, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}

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
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A broker that is stopped while calls over HTTP wait for something. */
class StopWithCallsIT {
  private static final int PULLS = 16;

  private static Socket request(int port, String line, String body) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    String head =
        "%s HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\nContent-Type: application/json\r\n"
            + "Content-Length: %d\r\n\r\n%s";
    String text = head.formatted(line, ApiClient.basic(ApiClient.ADMIN), body.length(), body);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  @Test
  void endsWithoutAStackTraceWhatStillWaits() throws IOException {
    List<Socket> waiting = new ArrayList<>();
    try (RunningBroker broker =
            RunningBroker.startProcess(ApiClient.settings("log.level", "info"));
        ApiClient api = new ApiClient(broker.port("api"))) {
      String queue =
          "{\"name\":\"q\",\"topic_filter\":\"q/#\",\"is_lastvalue\":false,\"shards\":3}";
      assertThat(api.call("POST", "/queues", queue).status()).isEqualTo(200);
      for (int i = 0; i < PULLS; i++) {
        String body = "{\"wait\":\"50s\",\"consumer\":\"c" + i + "\"}";
        waiting.add(request(broker.port("api"), "POST /api/v5/queue/q/pull", body));
        waiting.add(request(broker.port("api"), "GET /api/v5/queue/q/tail", ""));
      }
      Awaitility.await()
          .untilAsserted(() -> assertThat(api.get("/queue/q/consumers").data()).hasSize(PULLS));

      broker.stop();

      assertThat(broker.log()).contains(" stopped").doesNotContain("Exception", "ERROR");
    } finally {
      for (Socket each : waiting) {
        each.close();
      }
    }
  }
}

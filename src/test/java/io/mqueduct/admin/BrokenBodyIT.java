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

import io.mqueduct.testkit.LogLines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that break off, or that are not framed as HTTP says. */
class BrokenBodyIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();

  @BeforeAll
  static void prepare() {
    Awaitility.await().until(() -> api.get("/clients").status() == 200);
  }

  private static Socket send(String path, String framing, String body) throws IOException {
    String request =
        "POST /api/v5"
            + path
            + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: "
            + ApiClient.basic(ApiClient.ADMIN)
            + "\r\n"
            + framing
            + "\r\n\r\n"
            + body;
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.broker().apiPort());
    socket.setSoTimeout(10_000);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\n",
        "-5\r\nhello\r\n",
        "fffffffffffffffffffff\r\n",
        "\r\n",
        "2\r\n{}0\r\n\r\n",
        "2\r\n{}\r\n0\r\nbad trailer\u0001: x\r\n\r\n"
      })
  void badChunksAreTheCallersMistake(String body) throws IOException {
    try (LogLines log = LogLines.of("ROOT");
        Socket socket = send("/publish", "Transfer-Encoding: chunked", body)) {
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answer).startsWith("HTTP/1.1 400 ");
      assertThat(log.all()).noneMatch(line -> line.contains("failed") || line.startsWith("ERROR"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/publish", "/login", "/queue/none/pull"})
  void whoHangsUpInTheMiddleIsNoNews(String path) throws Exception {
    try (LogLines log = LogLines.of("ROOT")) {
      for (int i = 0; i < 20; i++) {
        try (Socket socket = send(path, "Content-Length: 50", "{\"a")) {
          socket.setSoLinger(i % 2 == 0, 0); // every other one with a reset
          if (i > 9) {
            api.get("/clients"); // by now the broker reads the body
          }
        }
      }
      for (int i = 0; i < 20; i++) {
        assertThat(api.get("/clients").status()).isEqualTo(200);
      }
      assertThat(log.all()).isEmpty();
    }
  }

  @Test
  void aBodyInGoodChunksIsRead() throws IOException {
    String json = "{\"topic\":\"t\",\"payload\":\"p\"}";
    String chunk = Integer.toHexString(json.length()) + "\r\n" + json + "\r\n0\r\n\r\n";
    try (Socket socket = send("/publish", "Transfer-Encoding: chunked", chunk)) {
      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
          .isEqualTo("HTTP/1.1 202");
    }
  }
}

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

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BlockingWorkers;
import io.mqueduct.testkit.SelfSigned;
import io.mqueduct.testkit.StartedBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Base64;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API over HTTPS. */
class HttpsIT {
  private static final long ENOUGH_NANOS = 5_000_000;
  private static final SelfSigned SERVER = SelfSigned.named("broker");

  @TempDir private static Path directory;
  private static StartedBroker broker;

  @BeforeAll
  static void start() {
    broker =
        StartedBroker.with(
            ApiClient.settings(
                "api.tls.certfile", SERVER.certificateTo(directory.resolve("cert.pem")).toString(),
                "api.tls.keyfile", SERVER.keyTo(directory.resolve("key.pem")).toString()));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  /** Else all calls wait for the handshakes of those who connect. */
  @Test
  void aHandshakeIsNotTheWorkOfAnEventLoop() throws IOException {
    assertThat(call()).as("what a start does on workers is done").isEqualTo("HTTP/1.1 200 OK");
    long before = BlockingWorkers.cpuNanos();

    for (int i = 0; i < 20; i++) {
      open().close();
    }

    assertThat(BlockingWorkers.cpuNanos() - before).isGreaterThan(ENOUGH_NANOS);
  }

  /** The first line of the answer to a call. */
  private static String call() throws IOException {
    String key = Base64.getEncoder().encodeToString(ApiClient.ADMIN.getBytes(US_ASCII));
    String request =
        "GET /api/v5/nodes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\n\r\n";
    try (SSLSocket socket = open()) {
      socket.getOutputStream().write(request.formatted(key).getBytes(US_ASCII));
      var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      return answer.readLine();
    }
  }

  private static SSLSocket open() throws IOException {
    SSLSocket socket =
        (SSLSocket)
            SelfSigned.trusting(SERVER)
                .getSocketFactory()
                .createSocket("127.0.0.1", broker.apiPort());
    socket.setSoTimeout(60_000);
    socket.startHandshake();
    return socket;
  }
}

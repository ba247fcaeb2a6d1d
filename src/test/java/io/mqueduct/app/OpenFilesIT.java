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
package io.mqueduct.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.ProductClassPath;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.WirePeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that may not open as many files as clients would like to connect. */
class OpenFilesIT {
  private static final int FILES = 1500;
  private static final Pattern PORTS =
      Pattern.compile("tcp:default on 127\\.0\\.0\\.1:(\\d+).*api on 127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path directory;
  private final List<Socket> sockets = new ArrayList<>();
  private @Nullable Process process;
  private int port;
  private int api;

  @AfterEach
  void end() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void clientsCannotTakeTheFilesThatTheStoreAndTheApiNeed() throws Exception {
    start();
    WirePeer before = new WirePeer(() -> TcpWire.plain(port), "before").open();
    for (int i = 0; i < FILES + 500; i++) {
      try {
        sockets.add(new Socket("127.0.0.1", port));
      } catch (IOException refused) {
        assertThat(refused).hasMessageContaining("onnect");
      }
    }

    HttpRequest live =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api + "/livez"))
            .timeout(Duration.ofSeconds(10))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(live, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    before.send(
        Publish.to("t").qos(1, 1).retained().payload("stored".getBytes(StandardCharsets.UTF_8)));
    assertThat(before.expectAck(PacketType.PUBACK, 1).code()).isIn(0, 0x10);
  }

  private void start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        String.join(
            " ",
            "ulimit -n " + FILES + "; exec",
            java,
            "-XX:TieredStopAtLevel=1",
            "-cp",
            "'" + ProductClassPath.get() + "'",
            "io.mqueduct.app.Main serve --data",
            "'" + directory.resolve("data") + "'",
            "--set listeners.tcp.default.bind=127.0.0.1:0",
            "--set listeners.ws.default.enable=false --set api.bind=127.0.0.1:0",
            "--set limits.connect_timeout=1m");
    Process started =
        new ProcessBuilder("bash", "-c", command)
            .redirectError(directory.resolve("log").toFile())
            .start();
    process = started;
    BufferedReader out =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    String line = String.valueOf(out.readLine());
    Matcher matcher = PORTS.matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    port = Integer.parseInt(matcher.group(1));
    api = Integer.parseInt(matcher.group(2));
  }
}

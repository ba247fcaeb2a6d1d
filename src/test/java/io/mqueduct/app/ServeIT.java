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

import io.mqueduct.testkit.ProductClassPath;
import io.mqueduct.testkit.SelfSigned;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve} as a process of its own. */
class ServeIT {
  private static final Pattern READY =
      Pattern.compile("mqueduct .* ready in (\\d+) ms: tcp:default on 127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path dir;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endProcesses() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void saysWhenItIsReadyServesAndStopsInOrderOnSigterm() throws Exception {
    Process process = serve("--set", "node.drain_delay=0");
    int port = readyPort(process);

    try (Socket socket = new Socket("127.0.0.1", port)) {
      assertThat(socket.isConnected()).isTrue();
    }
    process.destroy();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(log(process)).contains("stopped").doesNotContain("ERROR");
  }

  @Test
  void aPortInUseIsOneLineThatNamesListenerAddressAndKey() throws Exception {
    Process first = serve();
    int port = readyPort(first);

    Process second = serve("--set", "listeners.tcp.default.bind=127.0.0.1:" + port);

    assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(1);
    assertThat(log(second).lines().filter(line -> line.startsWith("mqueduct serve: ")))
        .singleElement()
        .asString()
        .contains("tcp:default", "127.0.0.1:" + port, "listeners.tcp.default.bind");
  }

  @Test
  void aChangedFileIsTakenUpWithoutARestart() throws Exception {
    Path file = Files.writeString(dir.resolve("c.yaml"), "log: {level: info}\n");
    Process process = serve("-c", file.toString());
    readyPort(process);

    Files.writeString(file, "log: {level: info}\nmqtt: {max_inflight: 7}\n");

    awaitLog(process, "configuration changed: mqtt.max_inflight");
    Files.writeString(file, "log: {level: info}\nmqtt: {max_inflight: never}\n");
    awaitLog(process, "configuration not reloaded, the old one stays: " + file + ":2: mqtt.max");
  }

  @Test
  void aClientThatIsGoneAfterAWrongHandshakeIsNoStackTrace() throws Exception {
    SelfSigned server = SelfSigned.named("broker");
    String listener = "listeners.ssl.default.";
    Process process =
        serve(
            "--set",
            "node.drain_delay=0",
            "--set",
            listener + "bind=127.0.0.1:0",
            "--set",
            listener + "ssl.certfile=" + server.certificateTo(dir.resolve("cert.pem")),
            "--set",
            listener + "ssl.keyfile=" + server.keyTo(dir.resolve("key.pem")));
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    int port = Integer.parseInt(line.replaceFirst(".*ssl:default on 127\\.0\\.0\\.1:", ""));
    byte[] hello = clientHello();

    for (int i = 0; i < 30; i++) {
      try (Socket socket = new Socket("127.0.0.1", port)) {
        socket.getOutputStream().write(hello);
        assertThat(socket.getInputStream().read()).isNotNegative();
        socket.getOutputStream().write(hello);
      }
    }
    process.destroy();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(log(process)).contains("Unexpected handshake message").doesNotContain("\tat ");
  }

  private static byte[] clientHello() throws Exception {
    SSLEngine client = SSLContext.getDefault().createSSLEngine();
    client.setUseClientMode(true);
    client.setEnabledProtocols(new String[] {"TLSv1.2"});
    ByteBuffer hello = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
    client.wrap(ByteBuffer.allocate(0), hello);
    return Arrays.copyOf(hello.array(), hello.position());
  }

  private Process serve(String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", ProductClassPath.get()));
    command.addAll(List.of("io.mqueduct.app.Main", "serve"));
    command.addAll(List.of("--data", dir.resolve("data" + processes.size()).toString()));
    command.addAll(List.of("--set", "listeners.tcp.default.bind=127.0.0.1:0"));
    command.addAll(List.of("--set", "listeners.ws.default.enable=false"));
    command.addAll(List.of("--set", "api.enable=false"));
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command).redirectError(logFile(processes.size()).toFile()).start();
    processes.add(process);
    return process;
  }

  private Path logFile(int number) {
    return dir.resolve("log" + number);
  }

  private String log(Process process) throws IOException {
    return Files.readString(logFile(processes.indexOf(process)));
  }

  private void awaitLog(Process process, String text) {
    org.awaitility.Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(log(process)).contains(text));
  }

  private int readyPort(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertThat(line).as("log: %s", log(process)).isNotNull();
    Matcher ready = READY.matcher(line);
    assertThat(ready.matches()).as(line).isTrue();
    return Integer.parseInt(ready.group(2));
  }
}

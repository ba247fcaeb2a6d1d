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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.testkit.ProductClassPath;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.WirePeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a broker process ends when it is asked to (SIGTERM). */
class DrainIT {
  private static final Pattern PORT = Pattern.compile("tcp:default on 127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path directory;
  private @Nullable Process process;
  private int port;

  @AfterEach
  void end() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void clientsAreToldEvenlyOverTheDrainDelayNewOnesAreRefusedAndTheProcessEndsWithZero()
      throws Exception {
    Process running = start("3s");
    List<WirePeer> clients = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clients.add(connect("c" + i).open());
    }
    WirePeer older = connect("older").v311().open();

    long asked = System.nanoTime();
    running.destroy();
    Awaitility.await()
        .untilAsserted(() -> assertThat(connect("late").connack().code()).isEqualTo(0x88));
    clients.forEach(client -> client.expectDisconnect(0x8B));
    older.expectHangup();
    assertThat(millisSince(asked)).isBetween(2250L, 15_000L);
    assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(running.exitValue()).isZero();
    assertThatThrownBy(() -> TcpWire.plain(port)).isInstanceOf(ConnectException.class);
  }

  @Test
  void withoutClientsNothingIsWaitedFor() throws Exception {
    Process running = start("1m");
    connect("c").open().disconnect();

    running.destroy();

    assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(running.exitValue()).isZero();
  }

  @Test
  void aClientThatDoesNotReadDoesNotHoldTheEndUp() throws Exception {
    Process running = start("200ms");
    WirePeer sleeper = connect("sleeper");
    sleeper.subscribe("t", 0);
    WirePeer publisher = connect("publisher").open();
    byte[] payload = new byte[100_000];
    for (int i = 0; i < 100; i++) {
      publisher.send(Publish.to("t").payload(payload));
    }
    publisher.ping();

    running.destroy();

    assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(running.exitValue()).isZero();
  }

  @Test
  void connectionsThatComeWhileThePortsCloseLeaveNoStackTraceInTheLog() throws Exception {
    Process running = start("300ms");
    connect("c").open();
    running.destroy();
    while (running.isAlive()) {
      try (Socket socket = new Socket("127.0.0.1", port)) {
        assertThat(socket.getPort()).isEqualTo(port);
      } catch (IOException closed) {
        Thread.yield();
      }
    }
    assertThat(running.waitFor()).isZero();
    assertThat(Files.readString(directory.resolve("log")))
        .contains("stopped")
        .doesNotContain("\tat ");
  }

  private WirePeer connect(String clientId) {
    return new WirePeer(() -> TcpWire.plain(port), clientId);
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private Process start(String drainDelay) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", ProductClassPath.get()));
    command.addAll(List.of("io.mqueduct.app.Main", "serve"));
    command.addAll(List.of("--data", directory.resolve("data").toString()));
    command.addAll(List.of("--set", "listeners.tcp.default.bind=127.0.0.1:0"));
    command.addAll(List.of("--set", "listeners.ws.default.enable=false"));
    command.addAll(List.of("--set", "api.enable=false"));
    command.addAll(List.of("--set", "node.drain_delay=" + drainDelay));
    Process started =
        new ProcessBuilder(command).redirectError(directory.resolve("log").toFile()).start();
    process = started;
    BufferedReader out =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    String line = String.valueOf(out.readLine());
    Matcher matcher = PORT.matcher(line);
    assertThat(matcher.find()).as(line).isTrue();
    port = Integer.parseInt(matcher.group(1));
    return started;
  }
}

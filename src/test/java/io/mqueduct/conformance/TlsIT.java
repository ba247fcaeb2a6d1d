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
package io.mqueduct.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.testkit.BlockingWorkers;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.SelfSigned;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WsWire;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** MQTT over TLS, with and without WebSocket, and with client certificates (sections 4.2 and 5). */
class TlsIT {
  private static final long ENOUGH_NANOS = 5_000_000;

  @TempDir private static Path directory;
  private static SelfSigned server;
  private static SelfSigned client;
  private static RunningBroker broker;

  @BeforeAll
  static void start() {
    server = SelfSigned.named("broker");
    client = SelfSigned.named("device-7");
    String certificate = server.certificateTo(directory.resolve("cert.pem")).toString();
    String key = server.keyTo(directory.resolve("key.pem")).toString();
    String clients = client.certificateTo(directory.resolve("clients.pem")).toString();
    Map<String, String> settings = new HashMap<>();
    for (String listener : new String[] {"ssl.default", "ssl.strict", "wss.default"}) {
      settings.put("listeners." + listener + ".bind", "127.0.0.1:0");
      settings.put("listeners." + listener + ".ssl.certfile", certificate);
      settings.put("listeners." + listener + ".ssl.keyfile", key);
    }
    settings.put("listeners.ssl.strict.ssl.cacertfile", clients);
    settings.put("listeners.ssl.strict.ssl.verify", "required");
    broker = RunningBroker.start(settings);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void servesMqttOverTls(Version version) {
    WirePeer peer = broker.connectTls("c", SelfSigned.trusting(server)).version(version);
    peer.subscribe("tls/" + version, 2);

    peer.publish("tls/" + version, 2, "x".repeat(300_000));

    assertThat(peer.take().text()).hasSize(300_000);
    peer.disconnect();
  }

  @Test
  void servesMqttOverTlsAndWebSocket() {
    int port = broker.port("wss");
    SSLContext context = SelfSigned.trusting(server);
    WirePeer peer = broker.peer(() -> WsWire.openTls(port, context), "c").subscribe("wss", 1);

    peer.publish(Publish.to("wss").qos(1, 0).payload(new byte[200_000]));

    assertThat(peer.take().payload()).hasSize(200_000);
    peer.disconnect();
  }

  @Test
  void servesAClientWithTheRightCertificate() {
    int port = broker.port("ssl", "strict");
    SSLContext context = client.shownTo(server);

    broker.peer(() -> TcpWire.tls(port, context), "c").open().ping();
  }

  @Test
  void refusesAClientWithoutCertificateOrWithAnother() {
    int port = broker.port("ssl", "strict");
    SSLContext without = SelfSigned.trusting(server);
    SSLContext another = SelfSigned.named("device-7").shownTo(server);

    for (SSLContext context : new SSLContext[] {without, another}) {
      WirePeer peer = broker.peer(() -> TcpWire.tls(port, context), "c");
      assertThatThrownBy(peer::open)
          .isInstanceOfAny(AssertionError.class, UncheckedIOException.class);
    }
  }

  /** Else those that are connected wait for the handshakes of all who connect. */
  @Test
  void aHandshakeIsNotTheWorkOfAnEventLoop() {
    SSLContext context = SelfSigned.trusting(server);
    broker.connectTls("first", context).disconnect();
    long before = BlockingWorkers.cpuNanos();

    for (int i = 0; i < 20; i++) {
      broker.connectTls("c" + i, context).disconnect();
    }

    assertThat(BlockingWorkers.cpuNanos() - before).isGreaterThan(ENOUGH_NANOS);
  }
}

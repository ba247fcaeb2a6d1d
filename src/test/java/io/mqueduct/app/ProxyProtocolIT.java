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

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.TestAuthority;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listeners behind a load balancer that tells the client's address (PROXY protocol 1 and 2). */
class ProxyProtocolIT {
  private static final byte[] V1 =
      "PROXY TCP4 192.0.2.7 198.51.100.1 5060 1883\r\n".getBytes(US_ASCII);
  private static final byte[] V2 =
      Bytes.bytes()
          .raw("0d0a0d0a000d0a515549540a 21 11 000c".replace(" ", ""))
          .raw("c0000207c6336401")
          .u16(5060)
          .u16(1883)
          .toArray();
  private static final String RULE =
      """
      authorization: {rules: [{addresses: [192.0.2.0/24], topics: [near]}]}
      """;

  @TempDir Path directory;
  private @Nullable FollowingBroker broker;

  @AfterEach
  void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void theAddressOfAnyOfTheTwoHeadersIsThatOfRulesAndLog() {
    FollowingBroker running = start("listeners: {tcp: {default: {proxy_protocol: on}}}\n" + RULE);

    for (byte[] header : new byte[][] {V1, V2}) {
      try (LogLines log = LogLines.of("io.mqueduct.protocol")) {
        WirePeer peer = behind(running, header);
        assertThat(peer.publishForCode(Publish.to("near").qos(1, 0))).isLessThan(0x80);
        assertThat(peer.publishForCode(Publish.to("far").qos(1, 0))).isEqualTo(0x87);
        peer.disconnect();

        Awaitility.await()
            .untilAsserted(
                () ->
                    assertThat(log.all())
                        .anyMatch(line -> line.contains("peer=192.0.2.7:5060 disconnected")));
      }
    }
  }

  @Test
  void theHeaderComesBeforeTheTlsHandshake() throws IOException {
    TestAuthority authority = new TestAuthority("ours");
    Path file = directory.resolve("server.p12");
    Files.write(file, authority.issue("CN=server").pkcs12());
    FollowingBroker running =
        start(
            "listeners: {ssl: {default: {proxy_protocol: on, ssl: {pkcs12: "
                + file
                + ", pkcs12_password: secret}}}}\n"
                + RULE);
    int port = running.port("ssl:default");

    WirePeer peer =
        running.peer(
            () -> {
              Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
              plain.getOutputStream().write(V2);
              SSLSocket socket =
                  (SSLSocket)
                      authority
                          .clientContext(null)
                          .getSocketFactory()
                          .createSocket(plain, "localhost", port, true);
              socket.startHandshake();
              return TcpWire.of(socket);
            },
            "a");

    assertThat(peer.publishForCode(Publish.to("near").qos(1, 0))).isLessThan(0x80);
  }

  @Test
  void aConnectionWithoutTheHeaderIsClosed() {
    FollowingBroker running = start("listeners: {tcp: {default: {proxy_protocol: on}}}\n" + RULE);

    assertThat(running.connect("a").sendConnect().drain()).isEmpty();
  }

  @Test
  void aConnectionThatNeverSendsItsHeaderIsClosedAfterTheConnectTimeout() throws IOException {
    FollowingBroker running =
        start(
            "listeners: {tcp: {default: {proxy_protocol: on}}}\n"
                + "limits: {connect_timeout: 500ms}\n");

    TcpWire silent = TcpWire.plain(running.port("tcp:default"));

    silent.timeout(Duration.ofSeconds(30));
    assertThat(silent.in().read()).isEqualTo(-1);
    silent.cut();
  }

  @Test
  void aHeaderThatNobodyExpectsIsNamedInTheLog() {
    FollowingBroker running = start(RULE);

    for (byte[] header : new byte[][] {V1, V2}) {
      try (LogLines log = LogLines.of("io.mqueduct.protocol")) {
        assertThat(running.connect("a").sendRaw(header).drain()).isEmpty();

        Awaitility.await()
            .untilAsserted(
                () ->
                    assertThat(log.all())
                        .anyMatch(
                            line ->
                                line.contains("peer=127.0.0.1:")
                                    && line.contains("it looks like a PROXY protocol header")));
      }
    }
  }

  private static WirePeer behind(FollowingBroker running, byte[] header) {
    WirePeer peer = running.connect("behind");
    peer.sendRaw(header);
    return peer.sendConnect();
  }

  private FollowingBroker start(String yaml) {
    FollowingBroker started = FollowingBroker.start(directory, yaml);
    broker = started;
    return started;
  }
}

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

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.TestAuthority;
import io.mqueduct.testkit.TestAuthority.Identity;
import io.mqueduct.testkit.WirePeer;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS listeners: certificates that change, client certificates, revocations. */
class TlsIT {
  private static final TestAuthority AUTHORITY = new TestAuthority("ours");
  private static final TestAuthority STRANGER = new TestAuthority("theirs");
  private static final Identity FIRST = AUTHORITY.issue("CN=first");
  private static final Identity SECOND = AUTHORITY.issue("CN=second");
  private static final SSLContext WITHOUT = AUTHORITY.clientContext(null);

  @TempDir Path directory;
  private @Nullable FollowingBroker broker;

  @AfterEach
  void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void aReplacedCertificateIsShownToNewClientsOfEveryLoopAndConnectionsStay() throws Exception {
    Path file = file("server.p12", FIRST.pkcs12());
    FollowingBroker running =
        start("listeners: {ssl: {default: {ssl: {pkcs12: %s, pkcs12_password: secret}}}}", file);
    WirePeer one = running.connectTls("one", WITHOUT).open();
    WirePeer two = running.connectTls("two", WITHOUT).open();
    assertThat(shownTo(one)).isEqualTo("CN=first");

    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      running.rewrite(file, SECOND.pkcs12());
      assertThat(log.all()).containsExactly("INFO listener=ssl:default certificate reloaded");
    }

    for (int i = 0; i < 4; i++) {
      assertThat(shownTo(running.connectTls("new" + i, WITHOUT).open())).isEqualTo("CN=second");
    }
    one.ping();
    two.ping();
  }

  @Test
  void betweenTheReplacementOfCertificateAndKeyTheOldPairStays() throws Exception {
    Path certificate = file("server.pem", FIRST.certificatePem());
    Path key = file("key.pem", FIRST.keyPem());
    FollowingBroker running =
        start("listeners: {ssl: {default: {ssl: {certfile: %s, keyfile: %s}}}}", certificate, key);

    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      running.rewrite(certificate, SECOND.certificatePem());
      assertThat(log.all())
          .containsExactly(
              "WARN listener=ssl:default certificate not reloaded, the old one stays: the key is"
                  + " not that of the certificate");
    }
    assertThat(shownTo(running.connectTls("a", WITHOUT).open())).isEqualTo("CN=first");

    running.rewrite(key, SECOND.keyPem());
    assertThat(shownTo(running.connectTls("b", WITHOUT).open())).isEqualTo("CN=second");

    running.rewrite(key, "no key".getBytes(UTF_8));
    assertThat(shownTo(running.connectTls("c", WITHOUT).open())).isEqualTo("CN=second");
  }

  @Test
  void aCertificateThatDoesNotFitItsKeyStopsTheStartWithOneLine() {
    Path certificate = file("server.pem", FIRST.certificatePem());
    Path key = file("key.pem", SECOND.keyPem());

    assertThatThrownBy(
            () ->
                start(
                    "listeners: {ssl: {default: {ssl: {certfile: %s, keyfile: %s}}}}",
                    certificate, key))
        .hasMessage(
            "listener ssl:default: the key is not that of the certificate; see"
                + " listeners.ssl.default.ssl");
  }

  @Test
  void whereACertificateIsRequiredNobodyConnectsWithoutAValidOne() {
    FollowingBroker running = startMutual("required", "");

    running.connectTls("a", AUTHORITY.clientContext(AUTHORITY.issue("CN=pump"))).open();
    assertRefused(running, WITHOUT);
    assertRefused(running, trusting(STRANGER.issue("CN=pump")));
  }

  @Test
  void whereACertificateIsOptionalOneThatIsShownMustBeValid() {
    FollowingBroker running = startMutual("optional", "");

    running.connectTls("a", AUTHORITY.clientContext(AUTHORITY.issue("CN=pump"))).open();
    running.connectTls("b", WITHOUT).open();
  }

  @Test
  void theNameInTheCertificateIsTheUserNameOfRules() {
    FollowingBroker running =
        startMutual(
            "optional",
            """
            authentication: {providers: [{type: x509}]}
            authorization:
              rules:
                - {topics: ['own/${username}'], users: [pump]}
                - {topics: ['cert/${cert_cn}']}
            """);

    WirePeer pump = running.connectTls("a", AUTHORITY.clientContext(AUTHORITY.issue("CN=pump")));
    assertThat(code(pump, "own/pump")).isLessThan(0x80);
    assertThat(code(pump, "cert/pump")).isLessThan(0x80);
    assertThat(code(pump, "own/other")).isEqualTo(0x87);
    running.connectTls("b", WITHOUT).refused(0x87);
    // what CONNECT says is not proven
    running.connectTls("c", WITHOUT).userName("pump").refused(0x86);
  }

  @Test
  void aRevokedCertificateIsRefusedAsSoonAsTheListSaysSo() {
    Identity lost = AUTHORITY.issue("CN=lost");
    Identity stolen = AUTHORITY.issue("CN=stolen");
    Path list = file("crl.pem", AUTHORITY.revocations(lost));
    FollowingBroker running = startMutual("required", "", ", crlfile: " + list);
    assertRefused(running, AUTHORITY.clientContext(lost));
    running.connectTls("a", AUTHORITY.clientContext(stolen)).open().disconnect();

    running.rewrite(list, AUTHORITY.revocations(lost, stolen));

    assertRefused(running, AUTHORITY.clientContext(lost));
    assertRefused(running, AUTHORITY.clientContext(stolen));
    running.connectTls("b", AUTHORITY.clientContext(AUTHORITY.issue("CN=good"))).open();
  }

  @Test
  void aHandshakeThatFailsIsOneLineWithoutAStackTrace() {
    FollowingBroker running = startMutual("required", "");
    try (LogLines log = LogLines.of("io.mqueduct.protocol")) {
      assertRefused(running, WITHOUT);

      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(log.all())
                      .anyMatch(
                          line ->
                              line.startsWith("INFO listener=ssl:default connection failed: ")));
    }
  }

  @Test
  void aClientThatNeverFinishesItsHandshakeIsCutOffAfterTheConnectTimeout() throws Exception {
    Path file = file("server.p12", FIRST.pkcs12());
    FollowingBroker running =
        start(
            "limits: {connect_timeout: 300ms}\n"
                + "listeners: {ssl: {default: {ssl: {pkcs12: %s, pkcs12_password: secret}}}}",
            file);

    TcpWire silent = TcpWire.plain(running.port("ssl:default"));

    silent.timeout(java.time.Duration.ofSeconds(30));
    assertThat(silent.in().read()).isEqualTo(-1);
    silent.cut();
  }

  @Test
  void soIsOneThatComesAfterTheCertificateWasReplaced() throws Exception {
    Path file = file("server.p12", FIRST.pkcs12());
    FollowingBroker running =
        start(
            "limits: {connect_timeout: 300ms}\n"
                + "listeners: {ssl: {default: {ssl: {pkcs12: %s, pkcs12_password: secret}}}}",
            file);
    running.rewrite(file, SECOND.pkcs12());

    TcpWire silent = TcpWire.plain(running.port("ssl:default"));

    silent.timeout(java.time.Duration.ofSeconds(30));
    assertThat(silent.in().read()).isEqualTo(-1);
    silent.cut();
  }

  @Test
  void socketsInTheirHandshakeCountAsConnections() throws Exception {
    Path file = file("server.p12", FIRST.pkcs12());
    FollowingBroker running =
        start(
            "limits: {connect_timeout: 1m}\n"
                + "listeners: {ssl: {default: {max_connections: 2,"
                + " ssl: {pkcs12: %s, pkcs12_password: secret}}}}",
            file);
    List<TcpWire> silent = new ArrayList<>();
    for (int i = 0; i < 2 + 1 + 8; i++) { // half as many again, and a few
      silent.add(TcpWire.plain(running.port("ssl:default")));
    }

    TcpWire tooMany = TcpWire.plain(running.port("ssl:default"));

    tooMany.timeout(java.time.Duration.ofSeconds(30));
    assertThat(tooMany.in().read()).isEqualTo(-1);
    for (TcpWire each : silent) {
      each.cut();
    }
    Awaitility.await().untilAsserted(() -> running.connectTls("a", WITHOUT).open().disconnect());
  }

  private FollowingBroker start(String yaml, Object... files) {
    FollowingBroker started = FollowingBroker.start(directory, yaml.formatted(files));
    broker = started;
    return started;
  }

  private FollowingBroker startMutual(String verify, String more) {
    return startMutual(verify, more, "");
  }

  private FollowingBroker startMutual(String verify, String more, String ssl) {
    Path server = file("server.p12", FIRST.pkcs12());
    Path authority = file("ca.pem", AUTHORITY.pem());
    String listener =
        "listeners: {ssl: {default: {ssl: {pkcs12: %s, pkcs12_password: secret, cacertfile: %s,"
            + " verify: %s%s}}}}\n";
    FollowingBroker started =
        FollowingBroker.start(directory, listener.formatted(server, authority, verify, ssl) + more);
    broker = started;
    return started;
  }

  private Path file(String name, byte[] bytes) {
    Path file = directory.resolve(name);
    FollowingBroker.replace(file, bytes);
    return file;
  }

  /** Shows an identity that another authority has signed. */
  private static SSLContext trusting(Identity foreign) {
    return AUTHORITY.clientContext(foreign);
  }

  /** In TLS 1.3 the client is done before the server has looked at its certificate. */
  private static void assertRefused(FollowingBroker running, SSLContext context) {
    assertThatThrownBy(() -> running.connectTls("refused", context).open())
        .isInstanceOfAny(UncheckedIOException.class, AssertionError.class);
  }

  private static String shownTo(WirePeer peer) throws SSLPeerUnverifiedException {
    SSLSocket socket = (SSLSocket) ((TcpWire) peer.wire()).socket();
    return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
        .getSubjectX500Principal()
        .getName();
  }

  private static int code(WirePeer peer, String topic) {
    return peer.publishForCode(Publish.to(topic).qos(1, 0));
  }
}

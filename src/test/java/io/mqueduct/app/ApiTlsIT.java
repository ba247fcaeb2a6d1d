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

import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.TestAuthority;
import io.mqueduct.testkit.TestAuthority.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate of the API, when it is replaced. */
class ApiTlsIT {
  private static final TestAuthority AUTHORITY = new TestAuthority("ours");
  private static final Identity FIRST = AUTHORITY.issue("CN=first");
  private static final Identity SECOND = AUTHORITY.issue("CN=second");

  @TempDir Path directory;
  private Path certificate;
  private Path key;
  private FollowingBroker broker;

  @BeforeEach
  void start() {
    certificate = directory.resolve("server.pem");
    key = directory.resolve("key.pem");
    FollowingBroker.replace(certificate, FIRST.certificatePem());
    FollowingBroker.replace(key, FIRST.keyPem());
    broker = FollowingBroker.start(directory, yaml());
  }

  private String yaml() {
    return "api: {tls: {certfile: %s, keyfile: %s}}".formatted(certificate, key);
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void aReplacedCertificateIsShownToNewCallersWithHttp2AsBefore() {
    assertThat(shown()).isEqualTo("CN=first h2");

    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      broker.rewrite(certificate, SECOND.certificatePem());
      assertThat(log.all())
          .containsExactly(
              "WARN api certificate not reloaded, the old one stays: the key is not that of the"
                  + " certificate");
    }
    assertThat(shown()).isEqualTo("CN=first h2");

    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      broker.rewrite(key, SECOND.keyPem());
      assertThat(log.all()).containsExactly("INFO api certificate reloaded");
    }
    assertThat(shown()).isEqualTo("CN=second h2");
  }

  @Test
  void aCertificateThatDoesNotFitItsKeyStopsTheStartWithOneLine() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    FollowingBroker.replace(key, SECOND.keyPem());

    assertThatThrownBy(() -> FollowingBroker.start(other, yaml()))
        .hasMessage("api.tls: the key is not that of the certificate");

    FollowingBroker.replace(key, FIRST.keyPem()); // and leaves nothing that a next one trips over
    FollowingBroker.start(other, yaml()).close();
  }

  /** Whose certificate a new connection is shown, and the protocol that was agreed. */
  private String shown() {
    try (SSLSocket socket =
        (SSLSocket)
            AUTHORITY
                .clientContext(null)
                .getSocketFactory()
                .createSocket("127.0.0.1", broker.broker().apiPort())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(60_000);
      socket.startHandshake();
      X509Certificate server = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return server.getSubjectX500Principal().getName() + " " + socket.getApplicationProtocol();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

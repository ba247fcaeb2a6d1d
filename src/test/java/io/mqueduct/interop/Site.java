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
package io.mqueduct.interop;

import io.mqueduct.testkit.SelfSigned;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The broker of all interoperability tests, with its four listeners. Any thread. */
final class Site implements AutoCloseable {
  private final Path directory;
  private final SelfSigned certificate = SelfSigned.named("localhost");
  private final StartedBroker broker;

  private Site() throws IOException {
    directory = Files.createTempDirectory("mqueduct-tls");
    String cert = certificate.certificateTo(authority()).toString();
    String key = certificate.keyTo(directory.resolve("key.pem")).toString();
    broker =
        StartedBroker.with(
            Map.of(
                "listeners.ssl.default.bind", "127.0.0.1:0",
                "listeners.ssl.default.ssl.certfile", cert,
                "listeners.ssl.default.ssl.keyfile", key,
                "listeners.wss.default.bind", "127.0.0.1:0",
                "listeners.wss.default.ssl.certfile", cert,
                "listeners.wss.default.ssl.keyfile", key));
  }

  /** The one of this run; stopped when the last test is over. */
  static Site of(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(Site.class))
        .getOrComputeIfAbsent(Site.class, key -> started(), Site.class);
  }

  private static Site started() {
    try {
      return new Site();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port(String listener) {
    return broker.port(listener);
  }

  /** A client of our own. */
  WirePeer connect(String clientId) {
    return broker.connect(clientId);
  }

  /** Whom clients have to trust, PEM. */
  Path authority() {
    return directory.resolve("certificate.pem");
  }

  TrustManagerFactory trust() {
    try (InputStream pem = Files.newInputStream(authority())) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "broker", CertificateFactory.getInstance("X.509").generateCertificate(pem));
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  SSLContext tls() {
    return SelfSigned.trusting(certificate);
  }

  @Override
  public void close() {
    broker.close();
    for (String each : new String[] {"certificate.pem", "key.pem", ""}) {
      directory.resolve(each).toFile().delete();
    }
  }
}

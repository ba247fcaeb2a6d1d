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

import io.mqueduct.testkit.StartedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The broker of all interoperability tests, with its four listeners. Any thread. */
final class Site implements AutoCloseable {
  private final TestCertificates certificates;
  private final StartedBroker broker;

  private Site(TestCertificates certificates, StartedBroker broker) {
    this.certificates = certificates;
    this.broker = broker;
  }

  /** The one of this run; stopped when the last test is over. */
  static Site of(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(Site.class))
        .getOrComputeIfAbsent(Site.class, key -> start(), Site.class);
  }

  private static Site start() {
    try {
      TestCertificates certificates =
          TestCertificates.in(Files.createTempDirectory("mqueduct-tls"));
      String cert = certificates.certFile().toString();
      String key = certificates.keyFile().toString();
      return new Site(
          certificates,
          StartedBroker.with(
              Map.of(
                  "listeners.ssl.default.bind", "127.0.0.1:0",
                  "listeners.ssl.default.ssl.certfile", cert,
                  "listeners.ssl.default.ssl.keyfile", key,
                  "listeners.wss.default.bind", "127.0.0.1:0",
                  "listeners.wss.default.ssl.certfile", cert,
                  "listeners.wss.default.ssl.keyfile", key)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port(String listener) {
    return broker.port(listener);
  }

  /** The authority that signed the broker's certificate, PEM. */
  Path authority() {
    return certificates.authorityFile();
  }

  TrustManagerFactory trust() {
    return certificates.trust();
  }

  SSLContext tls() {
    return certificates.clientContext();
  }

  @Override
  public void close() {
    broker.close();
    certificates.close();
  }
}

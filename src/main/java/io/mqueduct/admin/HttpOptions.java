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

import io.mqueduct.config.ApiSettings;
import io.mqueduct.config.TlsSettings;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.LinkedHashSet;
import java.util.concurrent.TimeUnit;

/** Turns the section {@code api} into the options of the HTTP server. Stateless. */
final class HttpOptions {
  /** A client that neither sends nor reads anything for so long is cut off. */
  private static final int IDLE_SECONDS = 60;

  /** A client that reads nothing of what was sent to it for so long is cut off. */
  private static final int UNREAD_MILLIS = 15_000;

  private static final int MAX_HEADER_BYTES = 16 * 1024;

  /** The address too, since it may have to name a topic or a client id, with escapes. */
  private static final int MAX_ADDRESS_BYTES = 16 * 1024;

  private HttpOptions() {}

  static HttpServerOptions of(ApiSettings api) {
    HttpServerOptions options = new HttpServerOptions();
    options.setIdleTimeout(IDLE_SECONDS);
    options.setIdleTimeoutUnit(TimeUnit.SECONDS);
    options.setMaxHeaderSize(MAX_HEADER_BYTES);
    options.setMaxInitialLineLength(MAX_ADDRESS_BYTES);
    options.setCompressionSupported(true);
    options.setTcpNoDelay(true);
    options.setTcpUserTimeout(UNREAD_MILLIS);
    // Without TLS nobody needs HTTP/2, and looking for it hides a connection until its first byte,
    // in which it is neither counted nor limited.
    options.setHttp2ClearTextEnabled(false);
    if (api.tls().hasCertificate()) {
      tls(options, api.tls());
    }
    return options;
  }

  /** Certificate, authorities and revocations, read anew from their files. */
  static ServerSSLOptions reloaded(ApiSettings api) {
    ServerSSLOptions options = of(api).getSslOptions();
    return options.setApplicationLayerProtocols(
        HttpServerOptions.DEFAULT_ALPN_VERSIONS.stream().map(HttpVersion::alpnName).toList());
  }

  private static void tls(HttpServerOptions options, TlsSettings tls) {
    options.setSsl(true);
    options.setSslEngineOptions(new JdkSSLEngineOptions().setUseWorkerThread(true));
    options.setUseAlpn(true);
    options.setKeyCertOptions(certificate(tls));
    if (!tls.caCertFile().isEmpty()) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(tls.caCertFile()));
    }
    if (!tls.crlFile().isEmpty()) {
      options.addCrlPath(tls.crlFile());
    }
    options.setClientAuth(
        switch (tls.clientAuth()) {
          case NONE -> ClientAuth.NONE;
          case OPTIONAL -> ClientAuth.REQUEST;
          case REQUIRED -> ClientAuth.REQUIRED;
        });
    options.setEnabledSecureTransportProtocols(new LinkedHashSet<>(tls.versions()));
    tls.ciphers().forEach(options::addEnabledCipherSuite);
  }

  private static KeyCertOptions certificate(TlsSettings tls) {
    if (!tls.pkcs12File().isEmpty()) {
      return new PfxOptions().setPath(tls.pkcs12File()).setPassword(tls.pkcs12Password());
    }
    return new PemKeyCertOptions().addCertPath(tls.certFile()).addKeyPath(tls.keyFile());
  }
}

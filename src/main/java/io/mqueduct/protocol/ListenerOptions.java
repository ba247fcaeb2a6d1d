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
package io.mqueduct.protocol;

import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.MqttSettings;
import io.mqueduct.config.TlsSettings;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.mqtt.MqttServerOptions;
import java.util.LinkedHashSet;
import java.util.concurrent.TimeUnit;

/** Turns the configuration of a listener into vertx-mqtt's options. Stateless. */
final class ListenerOptions {
  private static final int BACKLOG = 4096;

  private ListenerOptions() {}

  /**
   * Everything but where to listen.
   *
   * @param handshakeMillis how long TLS, and before it the PROXY header, may take
   */
  static MqttServerOptions of(ListenerSettings listener, MqttSettings mqtt, int handshakeMillis) {
    MqttServerOptions options = new MqttServerOptions();
    options.setAutoClientId(false);
    options.setTimeoutOnConnect(0); // limits.connect_timeout covers more than the CONNECT packet
    options.setMaxMessageSize(Math.max(mqtt.maxPacketSize(), 8 * 1024));
    options.setMaxClientIdLength(65_535);
    options.setTcpNoDelay(true);
    options.setTcpKeepAlive(true);
    options.setReuseAddress(true);
    options.setAcceptBacklog(BACKLOG);
    options.setUseProxyProtocol(listener.proxyProtocol());
    options.setProxyProtocolTimeout(handshakeMillis);
    options.setProxyProtocolTimeoutUnit(TimeUnit.MILLISECONDS);
    if (listener.transport().isWebSocket()) {
      options.setUseWebSocket(true);
      options.setWebSocketMaxFrameSize(AcceptedPipeline.frameLimit(mqtt.maxPacketSize()));
      // Compression costs far more memory and time than MQTT's small packets gain by it.
      options.setPerFrameWebSocketCompressionSupported(false);
      options.setPerMessageWebSocketCompressionSupported(false);
    }
    if (listener.transport().isTls()) {
      TlsSettings tls = listener.ssl();
      options.setSsl(true);
      // A handshake takes milliseconds, and a loop would do those of all who connect one by one.
      options.setSslEngineOptions(new JdkSSLEngineOptions().setUseWorkerThread(true));
      options.setSslHandshakeTimeout(handshakeMillis);
      options.setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
      options.setKeyCertOptions(certificate(tls));
      if (!tls.caCertFile().isEmpty()) {
        options.setTrustOptions(new PemTrustOptions().addCertPath(tls.caCertFile()));
      }
      if (!tls.crlFile().isEmpty()) {
        options.addCrlPath(tls.crlFile());
      }
      options.setClientAuth(clientAuth(tls));
      options.setEnabledSecureTransportProtocols(new LinkedHashSet<>(tls.versions()));
      tls.ciphers().forEach(options::addEnabledCipherSuite);
    }
    return options;
  }

  /** Certificate, authorities and revocations, read anew from their files. */
  static ServerSSLOptions reloaded(ListenerSettings listener) {
    TlsSettings tls = listener.ssl();
    ServerSSLOptions options = new ServerSSLOptions();
    options.setKeyCertOptions(certificate(tls));
    if (!tls.caCertFile().isEmpty()) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(tls.caCertFile()));
    }
    if (!tls.crlFile().isEmpty()) {
      options.addCrlPath(tls.crlFile());
    }
    options.setClientAuth(clientAuth(tls));
    options.setEnabledSecureTransportProtocols(new LinkedHashSet<>(tls.versions()));
    tls.ciphers().forEach(options::addEnabledCipherSuite);
    return options;
  }

  /** Where certificate and key are. */
  static KeyCertOptions certificate(TlsSettings tls) {
    if (!tls.pkcs12File().isEmpty()) {
      return new PfxOptions().setPath(tls.pkcs12File()).setPassword(tls.pkcs12Password());
    }
    return new PemKeyCertOptions().addCertPath(tls.certFile()).addKeyPath(tls.keyFile());
  }

  private static ClientAuth clientAuth(TlsSettings tls) {
    return switch (tls.clientAuth()) {
      case NONE -> ClientAuth.NONE;
      case OPTIONAL -> ClientAuth.REQUEST;
      case REQUIRED -> ClientAuth.REQUIRED;
    };
  }
}

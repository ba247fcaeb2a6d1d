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
package io.mqueduct.app.bench;

import io.mqueduct.app.BrokerOptions;
import io.mqueduct.bench.Target;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which broker is measured. */
final class TargetOptions extends BrokerOptions {
  @Option(
      names = "--ws",
      paramLabel = "PATH",
      arity = "0..1",
      fallbackValue = "/mqtt",
      description =
          "Connect over WebSocket; the usual port is 8083 then, with TLS 8084. Default path: /mqtt.")
  private @Nullable String webSocketPath;

  @Option(
      names = "--source",
      split = ",",
      paramLabel = "ADDRESS",
      description =
          "Local addresses that connections are made from in turn: one address has 28,000 ports"
              + " or so.")
  private List<String> sources = new ArrayList<>();

  Target target() {
    check(webSocketPath == null || webSocketPath.startsWith("/"), "--ws begins with /");
    return new Target(
        host(),
        webSocketPath == null ? port(1883, 8883) : port(8083, 8084),
        isVersion5(),
        userName(),
        userName() == null ? null : passwordOfEnvironment(),
        isTls() ? context() : null,
        !isInsecure(),
        webSocketPath,
        keepAliveSeconds(),
        sources.stream().map(address -> new InetSocketAddress(address, 0)).toList());
  }

  private SslContext context() {
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
    try {
      byte[] authorities = authorities();
      if (isInsecure()) {
        builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
      } else if (authorities != null) {
        builder.trustManager(new ByteArrayInputStream(authorities));
      }
      byte[] certificate = certificate();
      byte[] key = privateKey();
      if (certificate != null && key != null) {
        builder.keyManager(new ByteArrayInputStream(certificate), new ByteArrayInputStream(key));
      }
      return builder.build();
    } catch (IllegalArgumentException | SSLException e) {
      throw wrong("the certificates cannot be used: " + e.getMessage());
    }
  }

  void check(boolean fine, String line) {
    if (!fine) {
      throw wrong(line);
    }
  }
}

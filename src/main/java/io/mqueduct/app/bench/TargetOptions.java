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

import io.mqueduct.app.Port;
import io.mqueduct.bench.Target;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.File;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say which broker is measured. */
final class TargetOptions {
  private static final String PASSWORD_VARIABLE = "MQUEDUCT_PASSWORD";

  @Option(
      names = {"-h", "--host"},
      paramLabel = "HOST",
      description = "Broker to measure. Default: localhost.")
  private String host = "localhost";

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      converter = Port.class,
      description = "Port. Default: 1883, with TLS 8883, with --ws 8083, with both 8084.")
  private @Nullable Integer port;

  @Option(
      names = {"-V", "--mqtt-version"},
      paramLabel = "VERSION",
      description = "3.1.1 or 5. Default: 5.")
  private String version = "5";

  @Option(
      names = {"-u", "--username"},
      paramLabel = "NAME",
      description = "User name; the password is read from MQUEDUCT_PASSWORD.")
  private @Nullable String userName;

  @Option(
      names = {"-k", "--keepalive"},
      paramLabel = "SECONDS",
      description = "Keep alive; 0: none. Default: 60.")
  private int keepAliveSeconds = 60;

  @Option(names = "--tls", description = "Connect with TLS. Implied by the options below.")
  private boolean tls;

  @Option(
      names = "--cafile",
      paramLabel = "FILE",
      description = "PEM file with the authorities that are trusted. Default: those of Java.")
  private @Nullable File caFile;

  @Option(names = "--cert", paramLabel = "FILE", description = "PEM file with a certificate.")
  private @Nullable File certFile;

  @Option(names = "--key", paramLabel = "FILE", description = "PEM file with its private key.")
  private @Nullable File keyFile;

  @Option(
      names = "--insecure",
      description = "Trust any certificate and host name. For tests only.")
  private boolean insecure;

  @Option(
      names = "--ws",
      paramLabel = "PATH",
      arity = "0..1",
      fallbackValue = "/mqtt",
      description = "Connect over WebSocket. Default path: /mqtt.")
  private @Nullable String webSocketPath;

  @Option(
      names = "--source",
      split = ",",
      paramLabel = "ADDRESS",
      description =
          "Local addresses that connections are made from in turn: one address has 28,000 ports"
              + " or so.")
  private List<String> sources = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  Target target() {
    check(keepAliveSeconds >= 0 && keepAliveSeconds <= 65_535, "-k is from 0 to 65535");
    check((certFile == null) == (keyFile == null), "--cert and --key belong together");
    check(webSocketPath == null || webSocketPath.startsWith("/"), "--ws begins with /");
    return new Target(
        host,
        port(),
        isVersion5(),
        userName,
        userName == null ? null : System.getenv(PASSWORD_VARIABLE),
        isTls() ? context() : null,
        !insecure,
        webSocketPath,
        keepAliveSeconds,
        sources.stream().map(address -> new InetSocketAddress(address, 0)).toList());
  }

  private boolean isVersion5() {
    return switch (version) {
      case "5", "5.0", "mqttv5" -> true;
      case "3.1.1", "311", "4", "mqttv311" -> false;
      default -> throw wrong("-V " + version + " is not allowed; expected 3.1.1 or 5");
    };
  }

  private boolean isTls() {
    return tls || insecure || caFile != null || certFile != null;
  }

  private int port() {
    if (port != null) {
      return port;
    }
    if (webSocketPath != null) {
      return isTls() ? 8084 : 8083;
    }
    return isTls() ? 8883 : 1883;
  }

  private SslContext context() {
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
    try {
      if (insecure) {
        builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
      } else if (caFile != null) {
        builder.trustManager(caFile);
      }
      if (certFile != null) {
        builder.keyManager(certFile, keyFile);
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

  private ParameterException wrong(String line) {
    return new ParameterException(command.commandLine(), line);
  }
}

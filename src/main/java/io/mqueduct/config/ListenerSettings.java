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
package io.mqueduct.config;

import java.util.List;
import java.util.Locale;

/**
 * One listener: {@code listeners.KIND.NAME}. The names {@code default} of each kind always exist.
 *
 * @param transport the kind; from the key, not a setting of its own
 * @param name the listener's name; from the key, not a setting of its own
 */
public record ListenerSettings(
    Transport transport,
    String name,
    @Setting(
            key = "bind",
            required = true,
            doc =
                "Address and port: 1883 or :1883 (all addresses), host:port, [::1]:1883. Needed for"
                    + " every listener that is not named default.")
        BindAddress bind,
    @Setting(
            key = "enable",
            def = "auto",
            doc = "auto: tcp and ws are on; ssl and wss are on when they have a certificate.")
        Switch enable,
    @Setting(
            key = "max_connections",
            def = "infinity",
            min = 1,
            infinity = true,
            hot = true,
            doc = "Connections of this listener. One more is refused with 0x97 (3.1.1: 0x03).")
        int maxConnections,
    @Setting(
            key = "max_conn_rate",
            def = "infinity",
            hot = true,
            doc =
                "New connections of this listener, as 500/s or 1000/m. Beyond it: refused with 0x9F.")
        Rate maxConnRate,
    @Setting(
            key = "proxy_protocol",
            def = "false",
            doc =
                "Whether each connection begins with a PROXY protocol header (v1 or v2) of a load"
                    + " balancer. One without it is closed. Its address is that of log and rules.")
        boolean proxyProtocol,
    @Setting(
            key = "path",
            def = "/mqtt",
            only = "ws,wss",
            doc = "Path of the WebSocket request. A query string is allowed and ignored.")
        String path,
    @Setting(
            key = "allowed_origins",
            only = "ws,wss",
            hot = true,
            doc =
                "Origin headers that browsers may connect from. Empty: any. A request without "
                    + "Origin is allowed, since only browsers send it.")
        List<String> allowedOrigins,
    @Section(key = "ssl", only = "ssl,wss", doc = "Certificate and key of the listener.")
        TlsSettings ssl,
    @Setting(
            key = "mountpoint",
            doc =
                "Prefix put before every topic of this listener's clients, and taken off again for "
                    + "them. ${clientid} and ${username} are replaced.")
        String mountpoint,
    @Setting(
            key = "messages_rate",
            def = "infinity",
            hot = true,
            doc = "PUBLISH packets from each connection, as 100/s. Stricter than limits counts.")
        Rate messagesRate,
    @Setting(
            key = "bytes_rate",
            def = "infinity",
            hot = true,
            doc = "Bytes from each connection, as 1MB/s. Stricter than limits counts.")
        Rate bytesRate) {

  /** The four kinds of listener. */
  public enum Transport {
    /** MQTT over TCP. */
    TCP(1883, false, false),
    /** MQTT over TLS. */
    SSL(8883, true, false),
    /** MQTT over WebSocket. */
    WS(8083, false, true),
    /** MQTT over WebSocket over TLS. */
    WSS(8084, true, true);

    private final int defaultPort;
    private final boolean tls;
    private final boolean webSocket;

    Transport(int defaultPort, boolean tls, boolean webSocket) {
      this.defaultPort = defaultPort;
      this.tls = tls;
      this.webSocket = webSocket;
    }

    /** The port that the listener named {@code default} has. */
    public int defaultPort() {
      return defaultPort;
    }

    /** Whether it needs a certificate. */
    public boolean isTls() {
      return tls;
    }

    /** Whether MQTT is carried in WebSocket frames. */
    public boolean isWebSocket() {
      return webSocket;
    }
  }

  /** A switch that can also be left to the broker. */
  public enum Switch {
    /** The broker decides. */
    AUTO,
    /** On. */
    TRUE,
    /** Off. */
    FALSE
  }

  /** Whether the listener is to be opened. */
  public boolean isEnabled() {
    return switch (enable) {
      case TRUE -> true;
      case FALSE -> false;
      case AUTO -> !transport.isTls() || ssl.hasCertificate();
    };
  }

  /** What log, metrics and errors call it: {@code tcp:default}. */
  public String id() {
    return transport.name().toLowerCase(Locale.ROOT) + ":" + name;
  }

  /** Whether every client must show a certificate that a configured authority has signed. */
  public boolean requiresClientCertificate() {
    return transport.isTls() && ssl.clientAuth() == TlsSettings.ClientAuth.REQUIRED;
  }
}

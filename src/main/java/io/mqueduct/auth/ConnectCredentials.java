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
package io.mqueduct.auth;

import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client showed of itself when it connected: the part of CONNECT (MQTT 5.0, section 3.1)
 * that authentication may look at, and what the listener knows about the peer. Immutable by
 * agreement: nobody changes the password's bytes.
 */
public final class ConnectCredentials {
  private final String clientId;
  private final @Nullable String userName;
  private final byte @Nullable [] password;
  private final @Nullable InetSocketAddress peer;
  private final String listener;
  private final List<X509Certificate> certificates;
  private final int protocolVersion;

  /**
   * The credentials of one CONNECT.
   *
   * @param clientId the client identifier, given or assigned
   * @param userName the user name, or null when the flag was not set
   * @param password the password's bytes as they came, or null when the flag was not set
   * @param peer the client's address (after the PROXY protocol), or null when there is none
   * @param listener the listener's name, such as {@code tcp:default}
   * @param certificates the verified TLS client chain, the client's own first; empty without one
   * @param protocolVersion 3 (MQTT 3.1), 4 (3.1.1) or 5
   */
  public ConnectCredentials(
      String clientId,
      @Nullable String userName,
      byte @Nullable [] password,
      @Nullable InetSocketAddress peer,
      String listener,
      List<X509Certificate> certificates,
      int protocolVersion) {
    this.clientId = clientId;
    this.userName = userName;
    this.password = password;
    this.peer = peer;
    this.listener = listener;
    this.certificates = List.copyOf(certificates);
    this.protocolVersion = protocolVersion;
  }

  /** The client identifier, given or assigned. */
  public String clientId() {
    return clientId;
  }

  /** The claimed user name; null when CONNECT had none. */
  public @Nullable String userName() {
    return userName;
  }

  /** The password's bytes, not necessarily text; null when CONNECT had none. Not to be changed. */
  public byte @Nullable [] password() {
    return password;
  }

  /** Where the client connects from; null when unknown. */
  public @Nullable InetSocketAddress peer() {
    return peer;
  }

  /** The name of the listener that took the connection. */
  public String listener() {
    return listener;
  }

  /** The verified TLS client certificates, the client's own first; empty without mutual TLS. */
  public List<X509Certificate> certificates() {
    return certificates;
  }

  /** The protocol version: 3, 4 or 5. */
  public int protocolVersion() {
    return protocolVersion;
  }

  /** True when neither a user name nor a password was shown. */
  public boolean isAnonymous() {
    return userName == null && password == null;
  }

  /** For logs: never has the password. */
  @Override
  public String toString() {
    return "client=" + ForLog.quote(clientId) + " user=" + ForLog.quote(userName) + " peer=" + peer;
  }
}

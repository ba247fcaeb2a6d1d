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

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What access rules see of a client. Immutable.
 *
 * @param clientId the client identifier
 * @param userName the proven user name, or null
 * @param certCn the common name of its TLS certificate, or null
 * @param peer its address, or null
 * @param superuser true when rules do not apply
 * @param rules rules that came with its credentials, tried before the file's
 */
public record ClientIdentity(
    String clientId,
    @Nullable String userName,
    @Nullable String certCn,
    @Nullable InetAddress peer,
    boolean superuser,
    List<AccessRule> rules) {
  /** Copies the rules. */
  public ClientIdentity {
    rules = List.copyOf(rules);
  }

  /** The identity of a client that was let in as {@code principal}. */
  public static ClientIdentity of(ConnectCredentials credentials, Principal principal) {
    var certificates = credentials.certificates();
    var peer = credentials.peer();
    return new ClientIdentity(
        credentials.clientId(),
        principal.userName(),
        certificates.isEmpty() ? null : CertificateField.CN.of(certificates.get(0)),
        peer == null ? null : peer.getAddress(),
        principal.superuser(),
        principal.rules());
  }
}

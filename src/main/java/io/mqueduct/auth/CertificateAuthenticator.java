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

import io.vertx.core.Future;

/**
 * Takes a name in a client's TLS certificate as its user name. The listener has verified the chain;
 * a client without certificate, or whose certificate has no such name, is left to the next
 * provider. Immutable.
 */
public final class CertificateAuthenticator implements Authenticator {
  private final CertificateField field;

  /** A provider that takes the name from the field. */
  public CertificateAuthenticator(CertificateField field) {
    this.field = field;
  }

  @Override
  public String name() {
    return "x509";
  }

  @Override
  public Future<AuthResult> authenticate(ConnectCredentials credentials) {
    var certificates = credentials.certificates();
    var name = certificates.isEmpty() ? null : field.of(certificates.get(0));
    return Future.succeededFuture(
        name == null ? AuthResult.IGNORED : new AuthResult.Granted(Principal.user(name)));
  }
}

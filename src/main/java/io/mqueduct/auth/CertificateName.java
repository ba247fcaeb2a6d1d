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

import java.security.cert.X509Certificate;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.jspecify.annotations.Nullable;

/** The name in a certificate. */
final class CertificateName {
  private CertificateName() {}

  /** The most specific common name (CN) of the subject; null when there is none or it is empty. */
  static @Nullable String commonName(X509Certificate certificate) {
    try {
      var names = new LdapName(certificate.getSubjectX500Principal().getName()).getRdns();
      for (var i = names.size() - 1; i >= 0; i--) {
        // a value that is no text comes as bytes
        if (names.get(i).getType().equalsIgnoreCase("CN")
            && names.get(i).getValue() instanceof String name
            && !name.isEmpty()) {
          return name;
        }
      }
      return null;
    } catch (InvalidNameException e) {
      return null;
    }
  }
}

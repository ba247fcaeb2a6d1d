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

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.jspecify.annotations.Nullable;

/** The part of a certificate that names its owner. */
public enum CertificateField {
  /** The most specific common name of the subject. */
  CN,
  /** The whole subject in the form of RFC 2253. */
  DN,
  /** The first DNS name among the alternative names. */
  SAN_DNS,
  /** The first mail address among the alternative names. */
  SAN_EMAIL,
  /** The first URI among the alternative names. */
  SAN_URI;

  /** The name; null when the certificate has none, it is empty or is no text. */
  public @Nullable String of(X509Certificate certificate) {
    var name =
        switch (this) {
          case CN -> commonName(certificate);
          case DN -> certificate.getSubjectX500Principal().getName();
          // the numbers are those of GeneralName in RFC 5280, section 4.2.1.6
          case SAN_DNS -> alternativeName(certificate, 2);
          case SAN_EMAIL -> alternativeName(certificate, 1);
          case SAN_URI -> alternativeName(certificate, 6);
        };
    return name == null || name.isEmpty() ? null : name;
  }

  private static @Nullable String commonName(X509Certificate certificate) {
    try {
      var names = new LdapName(certificate.getSubjectX500Principal().getName()).getRdns();
      for (var i = names.size() - 1; i >= 0; i--) {
        // a value that is no text comes as bytes
        if (names.get(i).getType().equalsIgnoreCase("CN")
            && names.get(i).getValue() instanceof String name) {
          return name;
        }
      }
      return null;
    } catch (InvalidNameException e) {
      return null;
    }
  }

  private static @Nullable String alternativeName(X509Certificate certificate, int kind) {
    try {
      var names = certificate.getSubjectAlternativeNames();
      if (names == null) {
        return null;
      }
      for (List<?> one : names) {
        if (one.get(0) instanceof Integer its && its == kind && one.get(1) instanceof String name) {
          return name;
        }
      }
      return null;
    } catch (CertificateParsingException e) {
      return null;
    }
  }
}

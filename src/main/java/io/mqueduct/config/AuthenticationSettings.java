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

/** Who may connect: the section {@code authentication}. */
public record AuthenticationSettings(
    @Setting(
            key = "allow_anonymous",
            def = "false",
            hot = true,
            doc =
                "Whether clients without credentials may connect although a provider is set, and "
                    + "whether listeners may be bound beyond loopback without any provider.")
        boolean allowAnonymous,
    @Section(
            key = "providers",
            doc =
                "Asked in this order until one says yes or no, see docs/authentication.md. Each is a"
                    + " map with type: password_file, x509 or scram.")
        List<Provider> providers) {

  /** Whether there is nothing to check clients with. */
  public boolean isOpen() {
    return providers.isEmpty();
  }

  /** Whether a client without credentials may connect. */
  public boolean admitsAnonymous() {
    return allowAnonymous || isOpen();
  }

  /** One way to check who a client is; the key {@code type} says which. */
  public sealed interface Provider permits PasswordFile, X509, Scram {
    /** The key {@code type}. */
    String type();
  }

  /** {@code type: password_file}: names and hashes in a file that {@code passwd} writes. */
  public record PasswordFile(
      @Setting(
              key = "file",
              required = true,
              file = true,
              hot = true,
              doc = "The file; mosquitto's format is understood as well.")
          String file)
      implements Provider {
    @Override
    public String type() {
      return "password_file";
    }
  }

  /** {@code type: x509}: the client certificate of a listener that asks for one. */
  public record X509(
      @Setting(
              key = "username_from",
              def = "cn",
              hot = true,
              doc = "What becomes the user name: cn, dn, san_dns, san_email or san_uri.")
          NameField usernameFrom)
      implements Provider {
    @Override
    public String type() {
      return "x509";
    }

    /** Fields of a certificate. */
    public enum NameField {
      /** Common name of the subject. */
      CN,
      /** The whole subject. */
      DN,
      /** First DNS name of the alternative names. */
      SAN_DNS,
      /** First mail address of the alternative names. */
      SAN_EMAIL,
      /** First URI of the alternative names. */
      SAN_URI
    }
  }

  /** {@code type: scram}: SCRAM-SHA-256 as enhanced authentication of 5.0. */
  public record Scram(
      @Setting(
              key = "file",
              required = true,
              file = true,
              hot = true,
              doc = "File that passwd --scheme scram-sha-256 writes; may be that of password_file.")
          String file)
      implements Provider {
    @Override
    public String type() {
      return "scram";
    }
  }
}

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

/**
 * Certificate and key of a TLS server: PEM files or one PKCS#12 file, an empty string where nothing
 * is configured. The content of the files may change while the broker runs: new handshakes use it.
 */
public record TlsSettings(
    @Setting(
            key = "certfile",
            file = true,
            hot = true,
            doc = "PEM file with the server certificate and its chain.")
        String certFile,
    @Setting(
            key = "keyfile",
            file = true,
            hot = true,
            doc = "PEM file with the private key (PKCS#8 or PKCS#1, not encrypted).")
        String keyFile,
    @Setting(
            key = "pkcs12",
            file = true,
            hot = true,
            doc = "PKCS#12 file with certificate and key, instead of certfile and keyfile.")
        String pkcs12File,
    @Setting(
            key = "pkcs12_password",
            secret = true,
            hot = true,
            doc = "Password of the PKCS#12 file.")
        String pkcs12Password,
    @Setting(
            key = "cacertfile",
            file = true,
            hot = true,
            doc = "PEM file with the authorities that sign client certificates.")
        String caCertFile,
    @Setting(
            key = "crlfile",
            file = true,
            hot = true,
            doc = "PEM or DER file with revoked client certificates.")
        String crlFile,
    @Setting(
            key = "verify",
            def = "none",
            doc =
                "Client certificates: none (not asked for), optional (checked if one is sent), "
                    + "required (a connection without a valid one is refused).")
        ClientAuth clientAuth,
    @Setting(
            key = "versions",
            def = "TLSv1.2, TLSv1.3",
            doc = "TLS versions that are accepted: TLSv1.2, TLSv1.3.")
        List<String> versions,
    @Setting(
            key = "ciphers",
            doc = "Cipher suites by their Java names, in order. Empty: the default of the JDK.")
        List<String> ciphers) {

  /** Whether clients show a certificate (mutual TLS). */
  public enum ClientAuth {
    /** They are not asked. */
    NONE,
    /** They may. */
    OPTIONAL,
    /** They must. */
    REQUIRED
  }

  /** Whether there is a certificate with its key. */
  public boolean hasCertificate() {
    return !pkcs12File.isEmpty() || (!certFile.isEmpty() && !keyFile.isEmpty());
  }
}

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
package io.mqueduct.protocol;

import io.mqueduct.config.TlsSettings;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509KeyManager;

/**
 * Looks whether a certificate and a key belong together, which nothing else does before a client
 * comes: files that are replaced one after the other do not for a moment. Stateless; blocks.
 */
public final class CertificateCheck {
  private static final String[] KEY_TYPES = {"RSA", "EC", "Ed25519", "Ed448", "RSASSA-PSS"};

  private CertificateCheck() {}

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException with one line that says what is wrong with them
   */
  public static void read(Vertx vertx, TlsSettings tls) {
    try {
      KeyManagerFactory factory = ListenerOptions.certificate(tls).getKeyManagerFactory(vertx);
      for (KeyManager manager : factory.getKeyManagers()) {
        if (manager instanceof X509KeyManager keys && hasPair(keys)) {
          return;
        }
      }
    } catch (NoSuchAlgorithmException | KeyStoreException | UnrecoverableKeyException e) {
      throw new IllegalArgumentException("certificate or key cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (Exception e) { // what getKeyManagerFactory declares
      throw new IllegalArgumentException("certificate or key cannot be read: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException("there is no certificate with its key");
  }

  private static boolean hasPair(X509KeyManager keys) throws GeneralSecurityException {
    for (String type : KEY_TYPES) {
      String[] aliases = keys.getServerAliases(type, null);
      if (aliases != null && aliases.length > 0) {
        X509Certificate leaf = keys.getCertificateChain(aliases[0])[0];
        belongTogether(keys.getPrivateKey(aliases[0]), leaf.getPublicKey());
        return true;
      }
    }
    return false;
  }

  private static void belongTogether(PrivateKey key, PublicKey ofCertificate)
      throws GeneralSecurityException {
    String algorithm =
        switch (ofCertificate.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA", "Ed25519" -> "Ed25519";
          default -> "";
        };
    if (algorithm.isEmpty()) {
      return;
    }
    if (!signsFor(key, ofCertificate, algorithm)) {
      throw new IllegalArgumentException("the key is not that of the certificate");
    }
  }

  private static boolean signsFor(PrivateKey key, PublicKey ofCertificate, String algorithm) {
    try {
      byte[] text = "to be signed".getBytes(StandardCharsets.US_ASCII);
      Signature signer = Signature.getInstance(algorithm);
      signer.initSign(key);
      signer.update(text);
      byte[] signature = signer.sign();
      signer.initVerify(ofCertificate);
      signer.update(text);
      return signer.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // a key of another kind
    }
  }
}

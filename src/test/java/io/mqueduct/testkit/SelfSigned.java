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
package io.mqueduct.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** A certificate that signs itself, made for one test run. Immutable. */
public final class SelfSigned {
  private static final char[] PASSWORD = "test".toCharArray();

  private final KeyPair keys;
  private final X509Certificate certificate;

  private SelfSigned(KeyPair keys, X509Certificate certificate) {
    this.keys = keys;
    this.certificate = certificate;
  }

  /** A certificate for this machine with that common name, good for a day. */
  public static SelfSigned named(String commonName) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      KeyPair keys = generator.generateKeyPair();
      X500Name name = new X500Name("CN=" + commonName);
      Instant now = Instant.now();
      var builder =
          new JcaX509v3CertificateBuilder(
              name,
              new BigInteger(100, new SecureRandom()),
              Date.from(now.minus(1, ChronoUnit.HOURS)),
              Date.from(now.plus(1, ChronoUnit.DAYS)),
              name,
              keys.getPublic());
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(
              new GeneralName[] {
                new GeneralName(GeneralName.dNSName, "localhost"),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1")
              }));
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
      return new SelfSigned(
          keys, new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the certificate as PEM. */
  public Path certificateTo(Path file) {
    return pem(file, certificate);
  }

  /** Writes the private key as PEM. */
  public Path keyTo(Path file) {
    try {
      return pem(file, new JcaPKCS8Generator(keys.getPrivate(), null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path pem(Path file, Object what) {
    try (Writer out = Files.newBufferedWriter(file);
        JcaPEMWriter pem = new JcaPEMWriter(out)) {
      pem.writeObject(what);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** TLS for a client that trusts a server's certificate and shows none. */
  public static SSLContext trusting(SelfSigned server) {
    return context(server, null);
  }

  /** TLS for a client that trusts a server's certificate and shows this one. */
  public SSLContext shownTo(SelfSigned server) {
    return context(server, this);
  }

  private static SSLContext context(SelfSigned server, @Nullable SelfSigned own) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, PASSWORD);
      store.setCertificateEntry("server", server.certificate);
      if (own != null) {
        store.setKeyEntry(
            "own", own.keys.getPrivate(), PASSWORD, new X509Certificate[] {own.certificate});
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      KeyManagerFactory key = KeyManagerFactory.getInstance("PKIX");
      key.init(store, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(key.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

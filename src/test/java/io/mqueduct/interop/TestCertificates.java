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
package io.mqueduct.interop;

import java.io.IOException;
import java.io.StringWriter;
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
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority made for one run, and a server's certificate for this machine. Any thread. */
final class TestCertificates implements AutoCloseable {
  private final Path directory;
  private final X509Certificate authority;

  private TestCertificates(Path directory, X509Certificate authority) {
    this.directory = directory;
    this.authority = authority;
  }

  /** Makes them, and writes them as PEM files. */
  static TestCertificates in(Path directory) {
    try {
      KeyPair ca = keys();
      KeyPair server = keys();
      X500Name caName = new X500Name("CN=Test authority");
      X509Certificate authority =
          signed(
              ca,
              builder(caName, caName, ca)
                  .addExtension(Extension.basicConstraints, true, new BasicConstraints(true)));
      GeneralName[] names = {
        new GeneralName(GeneralName.dNSName, "localhost"),
        new GeneralName(GeneralName.iPAddress, "127.0.0.1")
      };
      X509Certificate certificate =
          signed(
              ca,
              builder(caName, new X500Name("CN=localhost"), server)
                  .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names)));
      TestCertificates made = new TestCertificates(directory, authority);
      write(made.authorityFile(), authority);
      write(made.certFile(), certificate);
      write(made.keyFile(), new JcaPKCS8Generator(server.getPrivate(), null));
      return made;
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, KeyPair keys) {
    Instant now = Instant.now();
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(64, new SecureRandom()).add(BigInteger.ONE),
        Date.from(now.minus(1, ChronoUnit.DAYS)),
        Date.from(now.plus(1, ChronoUnit.DAYS)),
        subject,
        keys.getPublic());
  }

  private static X509Certificate signed(KeyPair by, X509v3CertificateBuilder builder)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(by.getPrivate())));
  }

  private static void write(Path file, Object what) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(what);
    }
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write(text.toString());
    }
  }

  Path authorityFile() {
    return directory.resolve("ca.pem");
  }

  Path certFile() {
    return directory.resolve("server.pem");
  }

  Path keyFile() {
    return directory.resolve("server-key.pem");
  }

  /** Trusts the authority and nobody else. */
  TrustManagerFactory trust() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("authority", authority);
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For clients. */
  SSLContext clientContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust().getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    for (Path file : new Path[] {authorityFile(), certFile(), keyFile(), directory}) {
      file.toFile().delete();
    }
  }
}

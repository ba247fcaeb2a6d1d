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

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** An authority of a test's own that signs certificates for servers and clients. Any thread. */
public final class TestAuthority {
  private static final AtomicLong SERIALS = new AtomicLong(1);
  private static final char[] PASSWORD = "secret".toCharArray();

  private final X500Name name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  /** A certificate and its key. */
  public record Identity(X509Certificate certificate, PrivateKey key) {
    /** The certificate as a PEM file has it. */
    public byte[] certificatePem() {
      return pem(certificate);
    }

    /** The key as a PEM file has it. */
    public byte[] keyPem() {
      try {
        return pem(new JcaPKCS8Generator(key, null));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Both as a PKCS#12 file with the password {@code secret}. */
    public byte[] pkcs12() {
      try {
        var bytes = new java.io.ByteArrayOutputStream();
        store(this).store(bytes, PASSWORD);
        return bytes.toByteArray();
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** An authority of a name. */
  public TestAuthority(String commonName) {
    name = new X500Name("CN=" + commonName);
    keys = newKeys();
    try {
      certificate =
          sign(
              builder(name, keys)
                  .addExtension(Extension.basicConstraints, true, new BasicConstraints(true)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A certificate for a subject such as {@code CN=localhost}, valid for this machine. */
  public Identity issue(String subject) {
    KeyPair own = newKeys();
    GeneralName[] names = {
      new GeneralName(GeneralName.dNSName, "localhost"),
      new GeneralName(GeneralName.iPAddress, "127.0.0.1")
    };
    try {
      return new Identity(
          sign(
              builder(new X500Name(subject), own)
                  .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names))),
          own.getPrivate());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The authority's certificate as a PEM file has it. */
  public byte[] pem() {
    return pem(certificate);
  }

  /** A list of revoked certificates as a PEM file has it. */
  public byte[] revocations(Identity... revoked) {
    X509v2CRLBuilder list = new X509v2CRLBuilder(name, daysFromNow(-1));
    list.setNextUpdate(daysFromNow(1));
    for (Identity each : revoked) {
      list.addCRLEntry(
          each.certificate.getSerialNumber(), daysFromNow(-1), CRLReason.keyCompromise);
    }
    try {
      return pem(
          list.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For clients that trust this authority and show an identity, or none. */
  public SSLContext clientContext(@Nullable Identity shown) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("authority", certificate);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      KeyManager[] own = {};
      if (shown != null) {
        KeyManagerFactory factory =
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store(shown), PASSWORD);
        own = factory.getKeyManagers();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore store(Identity identity) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("own", identity.key, PASSWORD, new X509Certificate[] {identity.certificate});
    return store;
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private X509v3CertificateBuilder builder(X500Name subject, KeyPair own) {
    return new JcaX509v3CertificateBuilder(
        name,
        BigInteger.valueOf(SERIALS.incrementAndGet()),
        daysFromNow(-1),
        daysFromNow(1),
        subject,
        own.getPublic());
  }

  private static Date daysFromNow(int days) {
    return Date.from(Instant.now().plus(days, ChronoUnit.DAYS));
  }

  private X509Certificate sign(X509v3CertificateBuilder builder) {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] pem(Object what) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter out = new JcaPEMWriter(text)) {
      out.writeObject(what);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().getBytes(US_ASCII);
  }
}

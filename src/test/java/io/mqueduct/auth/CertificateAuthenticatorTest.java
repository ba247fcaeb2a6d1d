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

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

class CertificateAuthenticatorTest {
  private final CertificateAuthenticator authenticator =
      new CertificateAuthenticator(CertificateField.CN);

  @Test
  void takesTheCommonNameAsUserName() throws Exception {
    assertThat(ask("CN=device 7,OU=plant,O=Example"))
        .isEqualTo(new AuthResult.Granted(Principal.user("device 7")));
    assertThat(ask("CN=a\\,b,O=Example")).isEqualTo(new AuthResult.Granted(Principal.user("a,b")));
  }

  @Test
  void takesOtherFieldsWhenToldTo() throws Exception {
    var certificate = certificate("CN=device 7,O=Example");

    assertThat(CertificateField.DN.of(certificate)).isEqualTo("O=Example,CN=device 7");
    assertThat(CertificateField.SAN_DNS.of(certificate)).isEqualTo("d7.example.com");
    assertThat(CertificateField.SAN_EMAIL.of(certificate)).isEqualTo("d7@example.com");
    assertThat(CertificateField.SAN_URI.of(certificate)).isNull();
  }

  @Test
  void leavesClientsWithoutCommonNameToTheNextProvider() throws Exception {
    assertThat(ask("O=Example")).isEqualTo(AuthResult.IGNORED);
    assertThat(authenticator.authenticate(credentials(List.of())).result())
        .isEqualTo(AuthResult.IGNORED);
  }

  @Test
  void rulesSeeTheNameTheAddressAndTheClaims() throws Exception {
    var credentials = credentials(List.of(certificate("CN=device 7")));

    var identity = ClientIdentity.of(credentials, new Principal("u", true, List.of()));

    assertThat(identity.certCn()).isEqualTo("device 7");
    assertThat(identity.userName()).isEqualTo("u");
    assertThat(identity.superuser()).isTrue();
    assertThat(identity.peer()).isNotNull().matches(peer -> peer.isLoopbackAddress());
  }

  private AuthResult ask(String subject) throws Exception {
    return authenticator.authenticate(credentials(List.of(certificate(subject)))).result();
  }

  private static ConnectCredentials credentials(List<X509Certificate> certificates) {
    return new ConnectCredentials(
        "c1", null, null, new InetSocketAddress("127.0.0.1", 5000), "ssl:default", certificates, 5);
  }

  private static X509Certificate certificate(String subject) throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    var keys = generator.generateKeyPair();
    var name = new X500Name(subject);
    var builder =
        new JcaX509v3CertificateBuilder(
            name,
            BigInteger.ONE,
            new Date(0),
            new Date(4_000_000_000_000L),
            name,
            keys.getPublic());
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            new GeneralName[] {
              new GeneralName(GeneralName.rfc822Name, "d7@example.com"),
              new GeneralName(GeneralName.dNSName, "d7.example.com"),
            }));
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }
}

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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.ReasonCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScramSha256Test {
  private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
  private static final String SALT = "W22ZaJ0SNY7soEsUEjb6gQ==";

  @TempDir Path directory;
  private final InstanceSecret secret = InstanceSecret.random();
  private ScramSha256 scram;

  @BeforeEach
  void storeTheUserOfRfc7677() throws IOException {
    var pencil = credential("pencil");
    var lines =
        List.of(
            "user:" + pencil,
            "root:" + pencil + ":superuser",
            "a,b=c:" + pencil,
            "plain:"
                + PasswordScheme.BCRYPT
                    .hash(bytes("pencil"), new java.security.SecureRandom())
                    .encoded());
    var file = PasswordFile.open(Files.write(directory.resolve("passwd"), lines));
    scram = new ScramSha256(file, secret, () -> SERVER_NONCE);
  }

  @Test
  void goesThroughTheExchangeOfRfc7677() {
    var exchange = begin(null);

    assertThat(next(exchange, "n,,n=user,r=rOprNGfwEbeRWgbNEkqO"))
        .isEqualTo("r=rOprNGfwEbeRWgbNEkqO" + SERVER_NONCE + ",s=" + SALT + ",i=4096");
    var end =
        step(
            exchange,
            "c=biws,r=rOprNGfwEbeRWgbNEkqO"
                + SERVER_NONCE
                + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");

    assertThat(end)
        .isInstanceOfSatisfying(
            EnhancedStep.Success.class,
            success -> {
              assertThat(success.data())
                  .isEqualTo(bytes("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="));
              assertThat(success.principal()).isEqualTo(Principal.user("user"));
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "n,, n=user user",
        "y,, n=user user",
        "n,a=user, n=user user",
        "n,, n=root root",
        "n,, n=a=2Cb=3Dc a,b=c"
      })
  void letsInWhoProvesThePassword(String gs2, String name, String user) {
    assertThat(login(begin(null), gs2, name, "pencil"))
        .isInstanceOfSatisfying(
            EnhancedStep.Success.class,
            success -> {
              assertThat(success.principal().userName()).isEqualTo(user);
              assertThat(success.principal().superuser()).isEqualTo(user.equals("root"));
            });
  }

  @Test
  void refusesAWrongPasswordAndAnUnknownUserAlike() {
    assertThat(failure(login(begin(null), "n,,", "n=user", "pen")))
        .isEqualTo("SCRAM: wrong password");
    assertThat(failure(login(begin(null), "n,,", "n=nobody", "pencil")))
        .isEqualTo("SCRAM: no such user");
    assertThat(failure(login(begin(null), "n,,", "n=plain", "pencil")))
        .isEqualTo("SCRAM: no such user");
  }

  @Test
  void answersAnUnknownUserAlwaysWithTheSameSaltThatLooksLikeAnother() {
    var first = next(begin(null), "n,,n=nobody,r=x");
    var again = next(begin(null), "n,,n=nobody,r=x");
    var other = next(begin(null), "n,,n=somebody,r=x");

    assertThat(first).isEqualTo(again).isNotEqualTo(other);
    assertThat(first).matches("r=x.*,s=[A-Za-z0-9+/]{22}==,i=4096").doesNotContain(SALT);
  }

  @Test
  void asksForTheFirstMessageOnceWhenConnectHasNone() {
    var exchange = begin(null);

    assertThat(exchange.step(null).result())
        .isInstanceOfSatisfying(
            EnhancedStep.Continue.class, asked -> assertThat(asked.data()).isEmpty());
    assertThat(login(exchange, "n,,", "n=user", "pencil")).isInstanceOf(EnhancedStep.Success.class);

    var silent = begin(null);
    silent.step(new byte[0]);
    assertThat(failure(silent.step(null).result())).contains("empty");
  }

  @Test
  void provesTheSameUserAgainButNotAnother() {
    assertThat(login(begin(Principal.user("user")), "n,,", "n=user", "pencil"))
        .isInstanceOf(EnhancedStep.Success.class);
    assertThat(failure(login(begin(Principal.user("user")), "n,,", "n=root", "pencil")))
        .contains("another user");
    assertThat(failure(login(begin(Principal.ANONYMOUS), "n,,", "n=root", "pencil")))
        .contains("another user");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p=tls-unique,,n=user,r=x",
        "n,a=root,n=user,r=x",
        "x,,n=user,r=x",
        "n=user,r=x",
        "n,,n=user",
        "n,,n=,r=x",
        "n,,n=us=er,r=x",
        "n,,n=us\u0007er,r=x",
        "n,,m=ext,n=user,r=x",
        "n,,r=x,n=user",
        "n,,n=user,r=",
        "n,,n=user,r=é",
        "n",
        "",
      })
  void refusesAFirstMessageThatIsNotWellFormed(String message) {
    var exchange = begin(null);
    if (message.isEmpty()) {
      exchange.step(null);
    }

    assertThat(failure(step(exchange, message))).startsWith("SCRAM: ");
    assertThat(failure(step(exchange, "n,,n=user,r=x"))).contains("has ended");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "c=biws,r=x%s no_proof",
        "c=eSws,r=x%s,p=AAAA channel",
        "c=biws,r=y%s,p=AAAA nonce",
        "c=biws,r=x%s,p=?? base64",
        "c=biws,r=x%s,p=AAAA wrong_password",
        "r=x%s,p=AAAA channel",
        "c=biws,p=AAAA channel",
      })
  void refusesALastMessageThatDoesNotBelongToTheFirst(String message, String why) {
    var exchange = begin(null);
    next(exchange, "n,,n=user,r=x");

    assertThat(failure(step(exchange, message.formatted(SERVER_NONCE))))
        .contains(why.replace('_', ' '));
  }

  @Test
  void refusesWhatIsTooLongOrNoText() {
    assertThat(failure(step(begin(null), "n,,n=user,r=" + "x".repeat(5000)))).contains("4096");
    assertThat(failure(step(begin(null), "n,,n=user,r=" + "x".repeat(600)))).contains("nonce");
    assertThat(failure(begin(null).step(new byte[] {'n', ',', ',', (byte) 0xFF}).result()))
        .contains("UTF-8");
  }

  @Test
  void makesANewNonceForEachExchange() throws IOException {
    var fresh = new ScramSha256(PasswordFile.open(directory.resolve("passwd")), secret);
    var credentials = AuthenticatorChainTest.client(null, null);

    assertThat(next(fresh.begin(credentials, null), "n,,n=user,r=x"))
        .isNotEqualTo(next(fresh.begin(credentials, null), "n,,n=user,r=x"));
  }

  @Test
  void findsMethodsByTheirExactName() {
    var methods = new EnhancedMethods(List.of(scram));

    assertThat(methods.find("SCRAM-SHA-256")).isSameAs(scram);
    assertThat(methods.find("scram-sha-256")).isNull();
    assertThat(methods.names()).containsExactly("SCRAM-SHA-256");
    methods.replace(List.of());
    assertThat(methods.names()).isEmpty();
  }

  @Test
  void theSecretOutlivesTheProcessAndIsItsOwnersAlone() throws IOException {
    var path = directory.resolve("data/secret");
    var made = InstanceSecret.at(path);

    assertThat(InstanceSecret.at(path).derive(bytes("x"))).isEqualTo(made.derive(bytes("x")));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    Files.write(path, new byte[3]);
    assertThatExceptionOfType(BrokerException.class)
        .isThrownBy(() -> InstanceSecret.at(path))
        .withMessage(path + ": has 3 bytes, it should be 32");
  }

  private EnhancedExchange begin(@Nullable Principal current) {
    return scram.begin(AuthenticatorChainTest.client(null, null), current);
  }

  /** A client that knows the password, with the salt and rounds that the server names. */
  private static EnhancedStep login(
      EnhancedExchange exchange, String gs2, String name, String password) {
    var bare = name + ",r=abc";
    var serverFirst = next(exchange, gs2 + bare);
    var parts = serverFirst.split(",[si]=");
    var salted =
        Pbkdf2Hash.derive(
            false,
            bytes(password),
            Base64.getDecoder().decode(parts[1]),
            Integer.parseInt(parts[2]),
            32);
    var clientKey = Hmac.sha256(salted, bytes("Client Key"));
    var withoutProof = "c=" + Base64.getEncoder().encodeToString(bytes(gs2)) + "," + parts[0];
    var signature =
        Hmac.sha256(Hmac.hash256(clientKey), bytes(bare + "," + serverFirst + "," + withoutProof));
    for (var i = 0; i < signature.length; i++) {
      signature[i] ^= clientKey[i];
    }
    return step(exchange, withoutProof + ",p=" + Base64.getEncoder().encodeToString(signature));
  }

  private static String next(EnhancedExchange exchange, String message) {
    var step = step(exchange, message);
    assertThat(step).isInstanceOf(EnhancedStep.Continue.class);
    return new String(((EnhancedStep.Continue) step).data(), StandardCharsets.UTF_8);
  }

  private static EnhancedStep step(EnhancedExchange exchange, String message) {
    return exchange.step(bytes(message)).result();
  }

  private static String failure(EnhancedStep step) {
    assertThat(step).isInstanceOf(EnhancedStep.Failure.class);
    assertThat(((EnhancedStep.Failure) step).code()).isEqualTo(ReasonCode.NOT_AUTHORIZED);
    return ((EnhancedStep.Failure) step).why();
  }

  private static String credential(String password) {
    return ScramSha256Credential.create(bytes(password), Base64.getDecoder().decode(SALT), 4096)
        .encoded();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

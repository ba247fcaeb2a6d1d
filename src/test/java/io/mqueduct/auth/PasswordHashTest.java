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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PasswordHashTest {
  private final SecureRandom random = new SecureRandom();

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "secret"
            + " $6$AQIDBAUGBwgJCgsM$XtaqFTpVqKCBusKxL7SramYPpHVSOw+CXtRUIv0PpX6q57MW1a1RUVsLMxkhMn6XOYi3uYMZcGrMAEzcnh9EoA==",
        "secret"
            + " $7$101$AQIDBAUGBwgJCgsM$ElKF/yT2lAwrOIqDbqwyDkdEWWjEv9xNCPp7zaw7NgKePlIs4CqOpY89+U/jSu9Z0ymojy1xkdWS2VfMzvRKZw==",
        "secret $pbkdf2-sha256$i=1000$AQIDBAUGBwgJCgsM$RwRmEv0QyAnV3Zv8JjYA4t+IQCHFt5s2uJmqtOz0ZiY",
        "secret"
            + " $pbkdf2-sha512$1000$AQIDBAUGBwgJCgsM$phZ.4jy6/E2V8Jp4yzDn0.uk3XusNMNCzaF1ETZ1etLITSUISozPh.j3m20pEOk0Ox1mY1WFta.Jza4Bpvamjg",
        "secret $2b$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a",
        "U*U $2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
        "password"
            + " $argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "pencil"
            + " SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
      })
  void verifiesHashesThatOtherProgramsMade(String password, String encoded) {
    var hash = PasswordHash.parse(encoded);

    assertThat(hash.encoded()).isEqualTo(encoded);
    assertThat(hash.verify(utf8(password))).isTrue();
    assertThat(hash.verify(utf8(password + "x"))).isFalse();
    assertThat(hash.verify(new byte[0])).isFalse();
  }

  @ParameterizedTest
  @EnumSource(PasswordScheme.class)
  void verifiesWhatItMadeAfterStoringIt(PasswordScheme scheme) {
    var password = utf8("pässword 1");

    var stored = PasswordHash.parse(scheme.hash(password, random).encoded());

    assertThat(stored.verify(password)).isTrue();
    assertThat(stored.verify(utf8("pässword 2"))).isFalse();
    assertThat(stored.isSlow()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = "SCRAM_SHA_256", mode = EnumSource.Mode.EXCLUDE)
  void takesPasswordsThatAreNoText(PasswordScheme scheme) {
    byte[] password = {(byte) 0xFF, (byte) 0xFE, 0, 7};

    var hash = scheme.hash(password, random);

    assertThat(hash.verify(password)).isTrue();
    assertThat(hash.verify(new byte[] {(byte) 0xFF, (byte) 0xFD, 0, 7})).isFalse();
  }

  @Test
  void aSecretThatIsRandomIsHashedAtOnceAndReadAgain() {
    byte[] secret = "l3kj4h5lkj3h4k5jh3".getBytes(StandardCharsets.UTF_8);
    var hash = PasswordHash.ofRandom(secret, new SecureRandom());
    secret[0]++;

    assertThat(hash.encoded()).startsWith("$pbkdf2-sha512$i=1$").doesNotContain("l3kj4h5");
    assertThat(PasswordHash.parse(hash.encoded()).verify(secret)).isFalse();
    secret[0]--;
    assertThat(PasswordHash.parse(hash.encoded()).verify(secret)).isTrue();
  }

  @Test
  void saltsEveryHashAnew() {
    var password = utf8("same");

    assertThat(PasswordScheme.SCRAM_SHA_256.hash(password, random).encoded())
        .isNotEqualTo(PasswordScheme.SCRAM_SHA_256.hash(password, random).encoded());
  }

  @Test
  void refusesPasswordsThatASchemeWouldCutOrCannotPrepare() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PasswordScheme.BCRYPT.hash(new byte[73], random))
        .withMessageContaining("72 bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PasswordScheme.SCRAM_SHA_256.hash(new byte[] {(byte) 0xFF}, random))
        .withMessageContaining("UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "secret | not a known password hash",
        "$1$abc$def | not a known password hash",
        "$6$AQID | should look like $6$salt$hash",
        "$6$AQID$AQID | hash has 3 bytes, allowed are 64 to 1024",
        "$7$x$AQID$AQID | PBKDF2 rounds is not a number",
        "$7$99999999$AQID$AQID | PBKDF2 rounds is 99999999, allowed are 1 to 10000000",
        "$pbkdf2-sha1$i=1$AQID$AQID | sha256 and sha512 are known",
        "$2b$10$short | should look like $2b$10$ and 53",
        "$2b$31$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a | bcrypt cost is 31, allowed"
            + " are 4 to 16",
        "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR | argon2 memory in KiB (m) is"
            + " 9999999",
        "$argon2id$v=19$t=2,m=256,p=1$c29tZXNhbHQ$nf65EOgLrQMR | should look like $argon2id$",
        "$argon2x$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR | should look like $argon2id$",
        "$argon2id$v=17$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR | known are 16, 19",
        "$argon2id$v=19$m=256,t=2,p=1$c29t*2FsdA$nf65EOgLrQMR | salt is not base64",
        "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ== | should look like SCRAM-SHA-256$",
        "SCRAM-SHA-256$100:W22ZaJ0SNY7soEsUEjb6gQ==$AQID:AQID | SCRAM rounds is 100",
      })
  void saysWhatIsWrongWithAHashAndNeverShowsIt(String encoded, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PasswordHash.parse(encoded))
        .withMessageContaining(message);
  }

  @Test
  void findsSchemesByTheirLabels() {
    assertThat(PasswordScheme.of("argon2id")).isEqualTo(PasswordScheme.ARGON2ID);
    assertThat(PasswordScheme.of("SCRAM-sha-256")).isEqualTo(PasswordScheme.SCRAM_SHA_256);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PasswordScheme.of("md5"))
        .withMessageContaining("'md5'")
        .withMessageContaining("pbkdf2-sha512");
  }

  @Test
  void hidesHashesInLogs() {
    var account = new Account("eve", PasswordScheme.BCRYPT.hash(utf8("x"), random), false);

    assertThat(account.toString()).isEqualTo("eve");
    assertThat(account.password().toString()).isEqualTo("bcrypt");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

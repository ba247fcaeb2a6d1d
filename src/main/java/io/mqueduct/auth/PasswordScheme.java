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

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ways in which a new password can be stored. */
public enum PasswordScheme {
  /** Argon2id, 19 MiB and two passes: the default. */
  ARGON2ID,
  /** bcrypt of cost 10, passwords of at most 72 bytes. */
  BCRYPT,
  /** PBKDF2-HMAC-SHA-256, 600 000 rounds. */
  PBKDF2_SHA256,
  /** PBKDF2-HMAC-SHA-512, 210 000 rounds. */
  PBKDF2_SHA512,
  /** Keys for SCRAM-SHA-256, 16 384 rounds; serve plain passwords as well. Text passwords only. */
  SCRAM_SHA_256;

  /** The name a person writes, such as {@code scram-sha-256}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The scheme of a label.
   *
   * @throws IllegalArgumentException that lists the known ones
   */
  public static PasswordScheme of(String label) {
    for (var scheme : values()) {
      if (scheme.label().equalsIgnoreCase(label)) {
        return scheme;
      }
    }
    throw new IllegalArgumentException(
        "no password scheme "
            + ForLog.quote(label)
            + "; known are "
            + Arrays.stream(values()).map(PasswordScheme::label).collect(Collectors.joining(", ")));
  }

  /**
   * Hashes a password with a new salt. Takes up to a second: not on an event loop.
   *
   * @throws IllegalArgumentException when the scheme cannot take this password, with one line why
   */
  public PasswordHash hash(byte[] password, SecureRandom random) {
    var salt = new byte[16];
    random.nextBytes(salt);
    return switch (this) {
      case ARGON2ID -> Argon2Hash.create(password, salt);
      case BCRYPT -> BcryptHash.create(password, salt);
      case PBKDF2_SHA256 -> Pbkdf2Hash.create(false, password, salt);
      case PBKDF2_SHA512 -> Pbkdf2Hash.create(true, password, salt);
      case SCRAM_SHA_256 ->
          ScramSha256Credential.create(password, salt, ScramSha256Credential.DEFAULT_ROUNDS);
    };
  }
}

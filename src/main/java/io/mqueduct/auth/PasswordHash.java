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

/**
 * One stored password in one of the known formats. Immutable; any thread, but {@link #verify} of a
 * {@linkplain #isSlow() slow} one does not belong on an event loop. Passwords are bytes, as in MQTT
 * (5.0, section 3.1.3.6).
 */
public sealed interface PasswordHash
    permits Argon2Hash, BcryptHash, Pbkdf2Hash, SaltedSha512Hash, ScramSha256Credential {

  /**
   * Reads a stored hash. Known are {@code $argon2id$} (and {@code i}, {@code d}), {@code
   * $2a$}/{@code $2b$}/{@code $2y$} bcrypt, {@code $pbkdf2-sha256$}/{@code $pbkdf2-sha512$},
   * mosquitto's {@code $6$} and {@code $7$}, and {@code SCRAM-SHA-256$}.
   *
   * @throws IllegalArgumentException with one line that says what is wrong and never has the hash
   */
  static PasswordHash parse(String encoded) {
    if (encoded.startsWith("$argon2")) {
      return Argon2Hash.parse(encoded);
    }
    if (encoded.startsWith("$2")) {
      return BcryptHash.parse(encoded);
    }
    if (encoded.startsWith("$pbkdf2-") || encoded.startsWith("$7$")) {
      return Pbkdf2Hash.parse(encoded);
    }
    if (encoded.startsWith("$6$")) {
      return SaltedSha512Hash.parse(encoded);
    }
    if (encoded.startsWith(ScramSha256Credential.PREFIX)) {
      return ScramSha256Credential.parse(encoded);
    }
    throw new IllegalArgumentException(
        "not a known password hash (known are $argon2id$, $2b$ bcrypt, $pbkdf2-sha256$,"
            + " $pbkdf2-sha512$, mosquitto's $6$ and $7$, SCRAM-SHA-256$)");
  }

  /**
   * For a secret that was made of 128 random bits or more: nobody finds it by trying, so the hash
   * need not take time.
   */
  static PasswordHash ofRandom(byte[] secret, SecureRandom random) {
    var salt = new byte[16];
    random.nextBytes(salt);
    return Pbkdf2Hash.create(true, secret, salt, 1);
  }

  /**
   * True when the password is the stored one. The time taken does not depend on where they differ.
   */
  boolean verify(byte[] password);

  /** True when verifying is made to take time (milliseconds), so that it runs on a worker. */
  default boolean isSlow() {
    return true;
  }

  /** The form that is stored and that {@link #parse} reads. */
  String encoded();
}

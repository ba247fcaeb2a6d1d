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

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a server keeps of a password for SCRAM-SHA-256 (RFC 5802, section 3; RFC 7677): {@code
 * SCRAM-SHA-256$ROUNDS:salt$StoredKey:ServerKey}, the form that PostgreSQL stores too. It serves a
 * plain user name and password as well. The password is text, prepared with {@link SaslPrep}.
 */
record ScramSha256Credential(
    String encoded, int rounds, Digest salt, Digest storedKey, Digest serverKey)
    implements PasswordHash {
  static final String PREFIX = "SCRAM-SHA-256$";

  /** RFC 7677, section 4: at least 4096. */
  static final int DEFAULT_ROUNDS = 16_384;

  private static final String FORM = "SCRAM-SHA-256$16384:salt$StoredKey:ServerKey";

  /**
   * Derives the keys from a password.
   *
   * @throws IllegalArgumentException when the password is not text that SASLprep allows
   */
  static ScramSha256Credential create(byte[] password, byte[] salt, int rounds) {
    var prepared = prepare(password);
    if (prepared == null) {
      throw new IllegalArgumentException(
          "a SCRAM password is UTF-8 text without control characters");
    }
    var salted = Pbkdf2Hash.derive(false, prepared, salt, rounds, 32);
    var storedKey = Hmac.hash256(Hmac.sha256(salted, ascii("Client Key")));
    var serverKey = Hmac.sha256(salted, ascii("Server Key"));
    var base64 = Base64.getEncoder();
    return new ScramSha256Credential(
        PREFIX
            + rounds
            + ":"
            + base64.encodeToString(salt)
            + "$"
            + base64.encodeToString(storedKey)
            + ":"
            + base64.encodeToString(serverKey),
        rounds,
        new Digest(salt),
        new Digest(storedKey),
        new Digest(serverKey));
  }

  static ScramSha256Credential parse(String encoded) {
    var parts = encoded.substring(PREFIX.length()).split("[:$]", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException("the credential should look like " + FORM);
    }
    return new ScramSha256Credential(
        encoded,
        Fields.number(parts[0], "SCRAM rounds", 4096, Pbkdf2Hash.MAX_ROUNDS),
        new Digest(Fields.base64(parts[1], "salt", 8)),
        new Digest(key(parts[2], "StoredKey")),
        new Digest(key(parts[3], "ServerKey")));
  }

  private static byte[] key(String text, String what) {
    var key = Fields.base64(text, what, 32);
    if (key.length != 32) {
      throw new IllegalArgumentException(what + " has " + key.length + " bytes, it should be 32");
    }
    return key;
  }

  @Override
  public boolean verify(byte[] password) {
    var prepared = prepare(password);
    // what cannot be prepared is hashed all the same, so that it takes as long
    var salted =
        Pbkdf2Hash.derive(false, prepared == null ? password : prepared, salt.bytes(), rounds, 32);
    var given = new Digest(Hmac.hash256(Hmac.sha256(salted, ascii("Client Key"))));
    return storedKey.equals(given) && prepared != null;
  }

  private static byte @Nullable [] prepare(byte[] password) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(password)).toString();
      var prepared = SaslPrep.prepare(text);
      return prepared == null ? null : prepared.getBytes(StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public String toString() {
    return "scram-sha-256";
  }
}

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

import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/**
 * bcrypt, {@code $2a$}, {@code $2b$} or {@code $2y$}. It sees the first 72 bytes of a password
 * only, so longer ones are refused when a hash is made.
 */
record BcryptHash(String encoded) implements PasswordHash {
  static final int MAX_PASSWORD_BYTES = 72;
  private static final int COST = 10;
  private static final String ALPHABET_AFTER_COST = "[./A-Za-z0-9]{53}";

  static BcryptHash create(byte[] password, byte[] salt) {
    if (password.length > MAX_PASSWORD_BYTES) {
      throw new IllegalArgumentException(
          "bcrypt takes passwords of at most 72 bytes; use argon2id for longer ones");
    }
    return new BcryptHash(OpenBSDBCrypt.generate("2b", password, salt, COST));
  }

  static BcryptHash parse(String encoded) {
    if (!encoded.matches("\\$2[aby]\\$[0-9]{2}\\$" + ALPHABET_AFTER_COST)) {
      throw new IllegalArgumentException(
          "the hash should look like $2b$10$ and 53 characters of ./A-Za-z0-9");
    }
    Fields.number(encoded.substring(4, 6), "bcrypt cost", 4, 16);
    return new BcryptHash(encoded);
  }

  @Override
  public boolean verify(byte[] password) {
    return OpenBSDBCrypt.checkPassword(encoded, password);
  }

  @Override
  public String toString() {
    return "bcrypt";
  }
}

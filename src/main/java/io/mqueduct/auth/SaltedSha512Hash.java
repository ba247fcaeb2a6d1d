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

import java.security.MessageDigest;

/**
 * Mosquitto's old {@code $6$salt$hash}: one SHA-512 of password and salt. Read, never made: it is
 * no protection.
 */
record SaltedSha512Hash(String encoded, Digest salt, Digest hash) implements PasswordHash {

  static SaltedSha512Hash parse(String encoded) {
    var parts = Fields.split(encoded, 3, "$6$salt$hash");
    var hash = Fields.base64(parts[2], "hash", 64);
    return new SaltedSha512Hash(
        encoded, new Digest(Fields.base64(parts[1], "salt", 1)), new Digest(hash));
  }

  @Override
  public boolean verify(byte[] password) {
    var sha = Hmac.sha512();
    sha.update(password);
    sha.update(salt.bytes());
    return MessageDigest.isEqual(hash.bytes(), sha.digest());
  }

  @Override
  public boolean isSlow() {
    return false;
  }

  @Override
  public String toString() {
    return "sha512";
  }
}

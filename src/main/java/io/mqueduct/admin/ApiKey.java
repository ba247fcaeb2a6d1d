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
package io.mqueduct.admin;

import io.mqueduct.auth.PasswordHash;

/**
 * An API key: who holds its secret may call the API. Immutable.
 *
 * @param key its public part
 * @param role what it allows
 * @param secret what it is compared with
 */
record ApiKey(String key, Role role, PasswordHash secret) {

  /** Reads {@code KEY:ROLE:HASH}. */
  static ApiKey parse(String line) {
    String[] parts = line.split(":", 3);
    if (parts.length != 3 || parts[0].isEmpty()) {
      throw new IllegalArgumentException("expected KEY:ROLE:HASH");
    }
    return new ApiKey(parts[0], Role.of(parts[1]), PasswordHash.parse(parts[2]));
  }

  /** The line of the file; the secret is not in it, only its hash. */
  String toLine() {
    return key + ":" + role.label() + ":" + secret.encoded();
  }

  @Override
  public String toString() {
    return key + " (" + role.label() + ")";
  }
}

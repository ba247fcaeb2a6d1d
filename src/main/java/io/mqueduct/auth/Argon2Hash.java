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
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2 (RFC 9106) in the PHC form {@code $argon2id$v=19$m=KIB,t=PASSES,p=LANES$salt$hash}.
 * Verifying needs {@code m} KiB of heap for its duration; more than 256 MiB is refused when read.
 */
record Argon2Hash(String encoded, Argon2Settings settings, Digest salt, Digest hash)
    implements PasswordHash {
  private static final String FORM = "$argon2id$v=19$m=19456,t=2,p=1$salt$hash";

  /** What the function is run with: its variant and version, memory in KiB, passes and lanes. */
  record Argon2Settings(int variant, int version, int memoryKib, int passes, int lanes) {
    byte[] run(byte[] password, byte[] salt, int length) {
      var generator = new Argon2BytesGenerator();
      generator.init(
          new Argon2Parameters.Builder(variant)
              .withVersion(version)
              .withMemoryAsKB(memoryKib)
              .withIterations(passes)
              .withParallelism(lanes)
              .withSalt(salt)
              .build());
      var out = new byte[length];
      generator.generateBytes(password, out);
      return out;
    }

    String prefix() {
      return switch (variant) {
            case Argon2Parameters.ARGON2_d -> "$argon2d$v=";
            case Argon2Parameters.ARGON2_i -> "$argon2i$v=";
            default -> "$argon2id$v=";
          }
          + version
          + "$m="
          + memoryKib
          + ",t="
          + passes
          + ",p="
          + lanes
          + "$";
    }
  }

  /** The smallest settings that OWASP recommends: 19 MiB, two passes, one lane. */
  static Argon2Hash create(byte[] password, byte[] salt) {
    var settings =
        new Argon2Settings(
            Argon2Parameters.ARGON2_id, Argon2Parameters.ARGON2_VERSION_13, 19456, 2, 1);
    var hash = settings.run(password, salt, 32);
    return new Argon2Hash(
        settings.prefix() + Fields.unpadded(salt) + "$" + Fields.unpadded(hash),
        settings,
        new Digest(salt),
        new Digest(hash));
  }

  static Argon2Hash parse(String encoded) {
    var parts = Fields.split(encoded, 5, FORM);
    var variant =
        switch (parts[0]) {
          case "argon2d" -> Argon2Parameters.ARGON2_d;
          case "argon2i" -> Argon2Parameters.ARGON2_i;
          case "argon2id" -> Argon2Parameters.ARGON2_id;
          default -> throw new IllegalArgumentException("the hash should look like " + FORM);
        };
    var costs = parts[2].split(",", -1);
    if (!parts[1].startsWith("v=") || costs.length != 3) {
      throw new IllegalArgumentException("the hash should look like " + FORM);
    }
    var version = Fields.number(parts[1].substring(2), "argon2 version (v)", 16, 19);
    if (version != 16 && version != 19) {
      throw new IllegalArgumentException("argon2 version (v) is " + version + ", known are 16, 19");
    }
    var lanes = Fields.number(cost(costs[2], "p="), "argon2 lanes (p)", 1, 16);
    var settings =
        new Argon2Settings(
            variant,
            version,
            Fields.number(cost(costs[0], "m="), "argon2 memory in KiB (m)", 8 * lanes, 262_144),
            Fields.number(cost(costs[1], "t="), "argon2 passes (t)", 1, 64),
            lanes);
    return new Argon2Hash(
        encoded,
        settings,
        new Digest(Fields.base64(parts[3], "salt", 8)),
        new Digest(Fields.base64(parts[4], "hash", 12)));
  }

  private static String cost(String text, String key) {
    if (!text.startsWith(key)) {
      throw new IllegalArgumentException("the hash should look like " + FORM);
    }
    return text.substring(key.length());
  }

  @Override
  public boolean verify(byte[] password) {
    return MessageDigest.isEqual(
        hash.bytes(), settings.run(password, salt.bytes(), hash.bytes().length));
  }

  @Override
  public String toString() {
    return "argon2";
  }
}

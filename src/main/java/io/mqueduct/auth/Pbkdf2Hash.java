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
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;

/**
 * PBKDF2 with HMAC-SHA-256 or -512: {@code $pbkdf2-sha512$i=ROUNDS$salt$hash}, the same with the
 * rounds alone, and mosquitto's {@code $7$ROUNDS$salt$hash} (SHA-512). At most ten million rounds.
 */
record Pbkdf2Hash(String encoded, boolean sha512, int rounds, Digest salt, Digest hash)
    implements PasswordHash {
  static final int MAX_ROUNDS = 10_000_000;

  /** With as many rounds as OWASP recommends for each of the two. */
  static Pbkdf2Hash create(boolean sha512, byte[] password, byte[] salt) {
    return create(sha512, password, salt, sha512 ? 210_000 : 600_000);
  }

  static Pbkdf2Hash create(boolean sha512, byte[] password, byte[] salt, int rounds) {
    var hash = derive(sha512, password, salt, rounds, sha512 ? 64 : 32);
    var encoded =
        (sha512 ? "$pbkdf2-sha512$i=" : "$pbkdf2-sha256$i=")
            + rounds
            + "$"
            + Fields.unpadded(salt)
            + "$"
            + Fields.unpadded(hash);
    return new Pbkdf2Hash(encoded, sha512, rounds, new Digest(salt), new Digest(hash));
  }

  static Pbkdf2Hash parse(String encoded) {
    var parts = Fields.split(encoded, 4, "$pbkdf2-sha512$i=210000$salt$hash or $7$101$salt$hash");
    var sha512 =
        switch (parts[0]) {
          case "7", "pbkdf2-sha512" -> true;
          case "pbkdf2-sha256" -> false;
          default ->
              throw new IllegalArgumentException("of PBKDF2, sha256 and sha512 are known here");
        };
    var rounds = parts[1].startsWith("i=") ? parts[1].substring(2) : parts[1];
    return new Pbkdf2Hash(
        encoded,
        sha512,
        Fields.number(rounds, "PBKDF2 rounds", 1, MAX_ROUNDS),
        new Digest(Fields.base64(parts[2], "salt", 1)),
        new Digest(Fields.base64(parts[3], "hash", 16)));
  }

  /** PBKDF2 of RFC 8018; {@code Hi} of RFC 5802 for one block of SHA-256. */
  static byte[] derive(boolean sha512, byte[] password, byte[] salt, int rounds, int length) {
    // not the JDK's PBKDF2, which takes text only; its HMAC, as it uses the processor's
    // instructions
    var mac = Hmac.keyed(sha512 ? "HmacSHA512" : "HmacSHA256", password);
    var out = new byte[length];
    var size = mac.getMacLength();
    for (var block = 0; block * size < length; block++) {
      mac.update(salt);
      var round = mac.doFinal(ByteBuffer.allocate(4).putInt(block + 1).array());
      var sum = round.clone();
      for (var i = 1; i < rounds; i++) {
        nextRound(mac, round);
        for (var at = 0; at < size; at++) {
          sum[at] ^= round[at];
        }
      }
      System.arraycopy(sum, 0, out, block * size, Math.min(size, length - block * size));
    }
    return out;
  }

  private static void nextRound(Mac mac, byte[] round) {
    try {
      mac.update(round);
      mac.doFinal(round, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("a round has the length of its MAC", e);
    }
  }

  @Override
  public boolean verify(byte[] password) {
    return MessageDigest.isEqual(
        hash.bytes(), derive(sha512, password, salt.bytes(), rounds, hash.bytes().length));
  }

  @Override
  public String toString() {
    return "pbkdf2";
  }
}

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
package io.mqueduct.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The client's side of SCRAM-SHA-256 (RFC 5802, RFC 7677) for tests. One thread, one login. */
final class ScramLogin {
  private final String user;
  private final String password;
  private final String nonce = "rOprNGfwEbeRWgbNEkqO";
  private String signature = "";

  ScramLogin(String user, String password) {
    this.user = user;
    this.password = password;
  }

  byte[] first() {
    return ("n,," + firstBare()).getBytes(UTF_8);
  }

  private String firstBare() {
    return "n=" + user + ",r=" + nonce;
  }

  /** The client-final-message for a server-first-message. */
  byte[] proof(byte[] serverFirst) {
    String text = new String(serverFirst, UTF_8);
    String[] parts = text.split(",", -1);
    byte[] salt = Base64.getDecoder().decode(parts[1].substring(2));
    int rounds = Integer.parseInt(parts[2].substring(2));
    byte[] salted = pbkdf2(salt, rounds);
    byte[] clientKey = hmac(salted, "Client Key");
    String withoutProof = "c=biws," + parts[0];
    String authMessage = firstBare() + "," + text + "," + withoutProof;
    byte[] proof = hmac(sha256(clientKey), authMessage);
    for (int i = 0; i < proof.length; i++) {
      proof[i] ^= clientKey[i];
    }
    signature = "v=" + base64(hmac(hmac(salted, "Server Key"), authMessage));
    return (withoutProof + ",p=" + base64(proof)).getBytes(UTF_8);
  }

  /** Whether the server showed that it knows the password too. */
  boolean trusts(byte[] serverFinal) {
    return Arrays.equals(signature.getBytes(UTF_8), serverFinal);
  }

  private byte[] pbkdf2(byte[] salt, int rounds) {
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
          .generateSecret(new PBEKeySpec(password.toCharArray(), salt, rounds, 256))
          .getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

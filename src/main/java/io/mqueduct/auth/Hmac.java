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

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The digests of the JDK without their checked exceptions: every Java platform has these
 * algorithms.
 */
final class Hmac {
  private Hmac() {}

  /** HMAC-SHA-256 of the parts, one after the other. */
  static byte[] sha256(byte[] key, byte[]... parts) {
    var mac = keyed("HmacSHA256", key);
    for (var part : parts) {
      mac.update(part);
    }
    return mac.doFinal();
  }

  /** An HMAC that is ready to be used; the key may be empty. */
  static Mac keyed(String algorithm, byte[] key) {
    try {
      var mac = Mac.getInstance(algorithm);
      // HMAC fills keys up with zeros, so one zero is the empty key, which the JDK refuses
      mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, algorithm));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no " + algorithm + " in this JDK", e);
    }
  }

  /** SHA-256 of some bytes. */
  static byte[] hash256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no SHA-256 in this JDK", e);
    }
  }

  static MessageDigest sha512() {
    try {
      return MessageDigest.getInstance("SHA-512");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no SHA-512 in this JDK", e);
    }
  }
}

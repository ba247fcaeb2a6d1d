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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.FileReason;
import io.mqueduct.message.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * A secret of this installation that outlives restarts, so that what is derived from it stays the
 * same: the salts that unknown SCRAM users are answered with. Immutable.
 */
public final class InstanceSecret {
  private static final int BYTES = 32;

  private final byte[] key;

  private InstanceSecret(byte[] key) {
    this.key = key;
  }

  /**
   * The secret in the file, which is made (mode 0600) when there is none. Blocks.
   *
   * @throws BrokerException {@link Problem#STORE_FAILED} with one line that names the file
   */
  public static InstanceSecret at(Path path) {
    try {
      if (Files.exists(path)) {
        var key = Files.readAllBytes(path);
        if (key.length != BYTES) {
          throw new BrokerException(
              Problem.STORE_FAILED, path + ": has " + key.length + " bytes, it should be 32");
        }
        return new InstanceSecret(key);
      }
      var fresh = random();
      PrivateFile.replace(path, fresh.key);
      return fresh;
    } catch (IOException e) {
      throw new BrokerException(Problem.STORE_FAILED, path + ": " + FileReason.of(e));
    }
  }

  /** A secret that lives as long as the process. */
  public static InstanceSecret random() {
    var key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    return new InstanceSecret(key);
  }

  /**
   * Bytes that follow from the secret and the parts, and that nobody without it can foretell; 32 of
   * them.
   */
  byte[] derive(byte[]... parts) {
    return Hmac.sha256(key, parts);
  }
}

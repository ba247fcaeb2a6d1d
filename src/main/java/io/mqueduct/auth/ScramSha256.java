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
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SCRAM-SHA-256 (RFC 5802, RFC 7677) over the accounts of a password file that are stored for it.
 * No password and nothing that could be used as one crosses the wire or lies in the file. Channel
 * binding is not offered. Shared by all event loops; a login takes a few hashes, so nothing leaves
 * the loop.
 *
 * <p>A user who does not exist is answered with a salt that is always the same for that name, and
 * fails at the proof like one with a wrong password.
 */
public final class ScramSha256 implements EnhancedAuthentication {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final PasswordFile file;
  private final InstanceSecret secret;
  private final Supplier<String> nonces;

  /**
   * SCRAM over the file that the caller keeps fresh; the secret makes the salts of unknown users.
   */
  public ScramSha256(PasswordFile file, InstanceSecret secret) {
    this(file, secret, ScramSha256::nonce);
  }

  ScramSha256(PasswordFile file, InstanceSecret secret, Supplier<String> nonces) {
    this.file = file;
    this.secret = secret;
    this.nonces = nonces;
  }

  @Override
  public String method() {
    return "SCRAM-SHA-256";
  }

  @Override
  public EnhancedExchange begin(ConnectCredentials credentials, @Nullable Principal current) {
    return new ScramExchange(this, nonces.get(), current);
  }

  /** The account of a name if it is one for SCRAM. */
  @Nullable Account account(String userName) {
    var account = file.find(userName);
    return account != null && account.password() instanceof ScramSha256Credential ? account : null;
  }

  /**
   * What stands in for a user who does not exist: looks like one of those who do, and no proof fits
   * it.
   */
  ScramSha256Credential standIn(String userName) {
    var name = userName.getBytes(StandardCharsets.UTF_8);
    var derived = secret.derive(name);
    var model = file.scramStandIn(ByteBuffer.wrap(derived).getInt(28));
    var rounds = ScramSha256Credential.DEFAULT_ROUNDS;
    var saltLength = 16;
    if (model != null && model.password() instanceof ScramSha256Credential credential) {
      rounds = credential.rounds();
      saltLength = Math.min(credential.salt().bytes().length, 28);
    }
    return new ScramSha256Credential(
        "",
        rounds,
        new Digest(Arrays.copyOf(derived, saltLength)),
        new Digest(secret.derive(name, new byte[] {1})),
        new Digest(secret.derive(name, new byte[] {2})));
  }

  private static String nonce() {
    var bytes = new byte[18];
    RANDOM.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}

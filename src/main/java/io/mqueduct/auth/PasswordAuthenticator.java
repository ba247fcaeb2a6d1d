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

import io.mqueduct.message.ReasonCode;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/**
 * User name and password against a {@link PasswordFile}. Shared by all event loops; slow hashes run
 * on {@link HashWorkers}, right passwords are remembered in a {@link SuccessCache}.
 *
 * <p>A name that is not in the file costs the same hashing as one that is, then the next provider
 * is asked. A CONNECT without user name or without password is none of this provider's business.
 */
public final class PasswordAuthenticator implements Authenticator {
  private static final Future<AuthResult> NOT_MINE = Future.succeededFuture(AuthResult.IGNORED);

  private final PasswordFile file;
  private final HashWorkers workers;
  private final SuccessCache cache;
  private final InstantSource clock;

  /** A provider over a file that the caller keeps fresh with {@link PasswordFile#reload}. */
  public PasswordAuthenticator(
      PasswordFile file, HashWorkers workers, SuccessCache cache, InstantSource clock) {
    this.file = file;
    this.workers = workers;
    this.cache = cache;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "password_file";
  }

  @Override
  public Future<AuthResult> authenticate(ConnectCredentials credentials) {
    var userName = credentials.userName();
    var password = credentials.password();
    if (userName == null || password == null) {
      return NOT_MINE;
    }
    var number = cache.numberOf(userName);
    var account = file.find(userName);
    var known = account != null;
    if (account == null) {
      account = file.standIn(number);
      if (account == null) {
        return NOT_MINE;
      }
    }
    return judge(account, known, password);
  }

  private Future<AuthResult> judge(Account account, boolean known, byte[] password) {
    var token = cache.token(account, password);
    if (cache.has(token, clock.millis()) && known) {
      return Future.succeededFuture(granted(account));
    }
    return account.password().isSlow()
        ? workers.run(() -> verify(account, known, password, token))
        : Future.succeededFuture(verify(account, known, password, token));
  }

  private AuthResult verify(Account account, boolean known, byte[] password, Digest token) {
    var right = account.password().verify(password);
    if (!known) {
      return AuthResult.IGNORED;
    }
    if (!right) {
      return new AuthResult.Denied(ReasonCode.BAD_USER_NAME_OR_PASSWORD, "wrong password");
    }
    cache.add(token, clock.millis());
    return granted(account);
  }

  private static AuthResult granted(Account account) {
    return new AuthResult.Granted(
        new Principal(account.userName(), account.superuser(), List.of()));
  }
}

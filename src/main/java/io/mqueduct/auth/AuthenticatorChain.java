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
import java.util.List;

/**
 * Asks the providers in order; the first that grants or denies decides. Shared by all event loops;
 * {@link #replace} is for the one thread that applies a changed configuration.
 *
 * <p>When all ignore the credentials the client is refused, unless anonymous clients are allowed
 * and it showed neither a user name nor a password: a wrong name never turns into an anonymous
 * login. Without any provider, and anonymous clients allowed, everybody is let in as {@link
 * Principal#ANONYMOUS} at once, whatever they claim to be.
 */
public final class AuthenticatorChain {
  private static final Future<AuthResult> LET_IN =
      Future.succeededFuture(new AuthResult.Granted(Principal.ANONYMOUS));
  private static final Future<AuthResult> NO_CREDENTIALS =
      Future.succeededFuture(
          new AuthResult.Denied(ReasonCode.NOT_AUTHORIZED, "anonymous clients are not allowed"));

  // written by the thread that changes the configuration, read by any
  private volatile Providers providers;

  private record Providers(List<Authenticator> inOrder, boolean allowAnonymous) {}

  /** A chain of providers in the order they are asked. */
  public AuthenticatorChain(List<? extends Authenticator> providers, boolean allowAnonymous) {
    this.providers = new Providers(List.copyOf(providers), allowAnonymous);
  }

  /** Other providers for the logins that begin from now on. */
  public void replace(List<? extends Authenticator> next, boolean allowAnonymous) {
    providers = new Providers(List.copyOf(next), allowAnonymous);
  }

  /** True when every client is let in without proof. */
  public boolean letsEverybodyIn() {
    return isOpen(providers);
  }

  private static boolean isOpen(Providers providers) {
    return providers.allowAnonymous && providers.inOrder.isEmpty();
  }

  /**
   * Granted or denied, never ignored, and never a failed future. Completed at once when no provider
   * needs time.
   */
  public Future<AuthResult> authenticate(ConnectCredentials credentials) {
    var asked = providers;
    return isOpen(asked) ? LET_IN : ask(asked, credentials, 0);
  }

  private static Future<AuthResult> ask(
      Providers providers, ConnectCredentials credentials, int from) {
    for (var i = from; i < providers.inOrder.size(); i++) {
      var answer = askOne(providers.inOrder.get(i), credentials);
      if (!answer.isComplete()) {
        var next = i + 1;
        return answer.compose(
            result ->
                result instanceof AuthResult.Ignored
                    ? ask(providers, credentials, next)
                    : Future.succeededFuture(result));
      }
      if (!(answer.result() instanceof AuthResult.Ignored)) {
        return answer;
      }
    }
    if (credentials.isAnonymous()) {
      return providers.allowAnonymous ? LET_IN : NO_CREDENTIALS;
    }
    return Future.succeededFuture(
        new AuthResult.Denied(
            credentials.userName() == null
                ? ReasonCode.NOT_AUTHORIZED
                : ReasonCode.BAD_USER_NAME_OR_PASSWORD,
            "no provider knows these credentials"));
  }

  /** A provider that breaks refuses: it must not be a way around those behind it. */
  private static Future<AuthResult> askOne(Authenticator provider, ConnectCredentials credentials) {
    Future<AuthResult> answer;
    try {
      answer = provider.authenticate(credentials);
    } catch (RuntimeException e) {
      return Future.succeededFuture(broken(provider, e));
    }
    return answer.succeeded() ? answer : answer.otherwise(e -> broken(provider, e));
  }

  private static AuthResult broken(Authenticator provider, Throwable cause) {
    return new AuthResult.Denied(
        ReasonCode.SERVER_UNAVAILABLE, "provider " + provider.name() + " failed: " + cause);
  }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.ReasonCode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuthenticatorChainTest {
  private static final AuthResult ALICE = new AuthResult.Granted(Principal.user("alice"));
  private static final AuthResult REFUSED =
      new AuthResult.Denied(ReasonCode.BAD_USER_NAME_OR_PASSWORD, "wrong password");

  private final List<String> asked = new ArrayList<>();

  @Test
  void letsEverybodyInAtOnceWithoutProvidersWhenAnonymousIsAllowed() {
    var chain = new AuthenticatorChain(List.of(), true);

    assertThat(chain.letsEverybodyIn()).isTrue();
    assertThat(chain.authenticate(client("alice", "pw")))
        .isSameAs(chain.authenticate(client(null, null)))
        .matches(Future::succeeded);
    assertThat(now(chain, client("alice", "pw")))
        .isEqualTo(new AuthResult.Granted(Principal.ANONYMOUS));
  }

  @Test
  void refusesEverybodyWithoutProvidersWhenAnonymousIsNotAllowed() {
    var chain = new AuthenticatorChain(List.of(), false);

    assertThat(denied(now(chain, client(null, null)))).isEqualTo(ReasonCode.NOT_AUTHORIZED);
    assertThat(denied(now(chain, client("alice", "pw"))))
        .isEqualTo(ReasonCode.BAD_USER_NAME_OR_PASSWORD);
  }

  @Test
  void firstProviderThatGrantsOrDeniesDecides() {
    assertThat(
            now(
                chain(
                    false,
                    says("one", AuthResult.IGNORED),
                    says("two", ALICE),
                    says("three", REFUSED)),
                client("alice", "pw")))
        .isEqualTo(ALICE);
    assertThat(asked).containsExactly("one", "two");

    asked.clear();
    assertThat(now(chain(true, says("one", REFUSED), says("two", ALICE)), client("alice", "pw")))
        .isEqualTo(REFUSED);
    assertThat(asked).containsExactly("one");
  }

  @Test
  void waitsForProvidersThatNeedTimeBeforeItAsksTheNext() {
    var slow = Promise.<AuthResult>promise();
    var chain = chain(false, provider("slow", c -> slow.future()), says("next", ALICE));

    var answer = chain.authenticate(client("alice", "pw"));
    assertThat(answer.isComplete()).isFalse();
    assertThat(asked).containsExactly("slow");
    slow.complete(AuthResult.IGNORED);

    assertThat(answer.result()).isEqualTo(ALICE);
  }

  @Test
  void anonymousMeansNeitherUserNameNorPassword() {
    var chain = chain(true, says("one", AuthResult.IGNORED));

    assertThat(now(chain, client(null, null)))
        .isEqualTo(new AuthResult.Granted(Principal.ANONYMOUS));
    assertThat(denied(now(chain, client("alice", null))))
        .isEqualTo(ReasonCode.BAD_USER_NAME_OR_PASSWORD);
    assertThat(denied(now(chain, client(null, "pw")))).isEqualTo(ReasonCode.NOT_AUTHORIZED);
  }

  @Test
  void aProviderThatBreaksRefusesAndTheNextIsNotAsked() {
    for (Function<ConnectCredentials, Future<AuthResult>> broken :
        List.<Function<ConnectCredentials, Future<AuthResult>>>of(
            c -> {
              throw new IllegalStateException("boom");
            },
            c -> Future.failedFuture("boom"))) {
      asked.clear();
      var chain = chain(true, provider("broken", broken), says("next", ALICE));

      assertThat(denied(now(chain, client(null, null)))).isEqualTo(ReasonCode.SERVER_UNAVAILABLE);
      assertThat(asked).containsExactly("broken");
    }
    var late = Promise.<AuthResult>promise();
    var answer =
        chain(true, provider("late", c -> late.future())).authenticate(client("alice", "pw"));
    late.fail("boom");
    assertThat(denied(answer.result())).isEqualTo(ReasonCode.SERVER_UNAVAILABLE);
  }

  @Test
  void replacedProvidersJudgeTheLoginsThatBeginFromThenOn() {
    var slow = Promise.<AuthResult>promise();
    var chain = chain(false, provider("slow", c -> slow.future()), says("old", ALICE));
    var before = chain.authenticate(client("alice", "pw"));

    chain.replace(List.of(says("new", REFUSED)), true);
    slow.complete(AuthResult.IGNORED);

    assertThat(before.result()).isEqualTo(ALICE);
    assertThat(now(chain, client("alice", "pw"))).isEqualTo(REFUSED);
    chain.replace(List.of(), true);
    assertThat(chain.letsEverybodyIn()).isTrue();
  }

  @Test
  void credentialsNeverShowThePasswordAndMakeNamesFitForALog() {
    assertThat(client("al\nice" + "x".repeat(100), "hunter2").toString())
        .contains("user='al?icexxx")
        .contains("…'")
        .doesNotContain("hunter2")
        .doesNotContain("\n");
  }

  private AuthenticatorChain chain(boolean allowAnonymous, Authenticator... providers) {
    return new AuthenticatorChain(List.of(providers), allowAnonymous);
  }

  private Authenticator says(String name, AuthResult result) {
    return provider(name, credentials -> Future.succeededFuture(result));
  }

  private Authenticator provider(
      String name, Function<ConnectCredentials, Future<AuthResult>> answer) {
    return new Authenticator() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Future<AuthResult> authenticate(ConnectCredentials credentials) {
        asked.add(name);
        return answer.apply(credentials);
      }
    };
  }

  private static AuthResult now(AuthenticatorChain chain, ConnectCredentials credentials) {
    var answer = chain.authenticate(credentials);
    assertThat(answer.succeeded()).isTrue();
    return answer.result();
  }

  private static ReasonCode denied(AuthResult result) {
    assertThat(result).isInstanceOf(AuthResult.Denied.class);
    return ((AuthResult.Denied) result).code();
  }

  static ConnectCredentials client(@Nullable String userName, @Nullable String password) {
    return new ConnectCredentials(
        "c1",
        userName,
        password == null ? null : password.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        null,
        "tcp:default",
        List.of(),
        5);
  }
}

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

import static io.mqueduct.auth.AuthenticatorChainTest.client;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.ReasonCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordAuthenticatorTest {
  private static final String FAST =
      "$6$AQIDBAUGBwgJCgsM$XtaqFTpVqKCBusKxL7SramYPpHVSOw+CXtRUIv0PpX6q57MW1a1RUVsLMxkhMn6XOYi3uYMZcGrMAEzcnh9EoA==";

  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final HashWorkers workers = new HashWorkers(vertx, 1, 2);
  private long nowMillis = 1_000;
  private PasswordFile file;
  private PasswordAuthenticator authenticator;

  @BeforeEach
  void openAFileWithOneSlowAndOneFastHash() throws IOException {
    var slow =
        PasswordScheme.SCRAM_SHA_256.hash(
            "secret".getBytes(StandardCharsets.UTF_8), new SecureRandom());
    file = open("slow:" + slow.encoded() + "\nfast:" + FAST + ":superuser\n");
    authenticator = over(file);
  }

  @AfterEach
  void closeVertx() throws Exception {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @Test
  void grantsTheRightPasswordAndRefusesTheWrongOne() throws Exception {
    assertThat(ask("slow", "secret")).isEqualTo(new AuthResult.Granted(Principal.user("slow")));
    assertThat(code(ask("slow", "Secret"))).isEqualTo(ReasonCode.BAD_USER_NAME_OR_PASSWORD);
    assertThat(ask("fast", "secret"))
        .isInstanceOfSatisfying(
            AuthResult.Granted.class,
            granted -> assertThat(granted.principal().superuser()).isTrue());
    assertThat(code(ask("fast", ""))).isEqualTo(ReasonCode.BAD_USER_NAME_OR_PASSWORD);
  }

  @Test
  void ignoresUnknownUsersAndThoseWithoutNameOrPassword() throws Exception {
    assertThat(ask("nobody", "secret")).isEqualTo(AuthResult.IGNORED);
    assertThat(ask(null, "secret")).isEqualTo(AuthResult.IGNORED);
    assertThat(ask("slow", null)).isEqualTo(AuthResult.IGNORED);
    assertThat(ask(null, null)).isEqualTo(AuthResult.IGNORED);
  }

  @Test
  void hashesForUnknownUsersAsForKnownOnes() throws Exception {
    var onlySlow = over(open("slow:" + slowHash()));
    var gate = holdTheWorker();

    var unknown = onlySlow.authenticate(client("nobody", "secret"));

    assertThat(workers.open()).as("the held one and this").isEqualTo(2);
    gate.countDown();
    assertThat(unknown.await(10, TimeUnit.SECONDS)).isEqualTo(AuthResult.IGNORED);
  }

  @Test
  void anEmptyFileKnowsNobody() throws Exception {
    var empty = over(open(""));

    assertThat(empty.authenticate(client("a", "b")).result()).isEqualTo(AuthResult.IGNORED);
  }

  @Test
  void remembersASuccessForItsTimeOnlyAndOnlyForThatPassword() throws Exception {
    ask("slow", "secret");

    assertThat(authenticator.authenticate(client("slow", "secret")).isComplete()).isTrue();
    assertThat(code(ask("slow", "other"))).isEqualTo(ReasonCode.BAD_USER_NAME_OR_PASSWORD);
    nowMillis += 60_000;
    var gate = holdTheWorker();
    var later = authenticator.authenticate(client("slow", "secret"));
    assertThat(later.isComplete()).isFalse();
    gate.countDown();
    later.await(10, TimeUnit.SECONDS);
  }

  @Test
  void forgetsASuccessWhenTheFileHasANewHash() throws Exception {
    ask("slow", "secret");

    Files.writeString(directory.resolve("passwd"), "slow:" + slowHash());
    file.reload();

    var gate = holdTheWorker();
    var afterChange = authenticator.authenticate(client("slow", "secret"));
    assertThat(afterChange.isComplete()).isFalse();
    gate.countDown();
    afterChange.await(10, TimeUnit.SECONDS);
  }

  @Test
  void tellsTheClientThatItIsBusyWhenTooManyLoginsWait() throws Exception {
    var gate = new CountDownLatch(1);
    var held = new ArrayList<Future<AuthResult>>();
    for (var i = 0; i < 3; i++) {
      held.add(
          workers.run(
              () -> {
                gate.await();
                return AuthResult.IGNORED;
              }));
    }

    var refused = authenticator.authenticate(client("slow", "secret"));

    assertThat(refused.isComplete()).isTrue();
    assertThat(code(refused.result())).isEqualTo(ReasonCode.SERVER_BUSY);
    gate.countDown();
    for (var each : held) {
      each.await(10, TimeUnit.SECONDS);
    }
    assertThat(workers.open()).isZero();
    assertThat(ask("slow", "secret")).isInstanceOf(AuthResult.Granted.class);
  }

  @Test
  void completesOnTheEventLoopThatAsked() throws Exception {
    var context = vertx.getOrCreateContext();
    var sameContext = io.vertx.core.Promise.<Boolean>promise();

    context.runOnContext(
        go ->
            authenticator
                .authenticate(client("slow", "secret"))
                .onComplete(done -> sameContext.complete(Vertx.currentContext() == context)));

    assertThat(sameContext.future().await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theCacheHoldsNoMoreThanItsBound() {
    var cache = new SuccessCache(2, 1_000);
    var tokens = new ArrayList<Digest>();
    for (var i = 0; i < 50; i++) {
      var account = new Account("u" + i, PasswordHash.parse(FAST), false);
      tokens.add(cache.token(account, new byte[] {1}));
      cache.add(tokens.get(i), 0);
    }

    assertThat(tokens.stream().filter(token -> cache.has(token, 0)).count()).isBetween(1L, 2L);
    assertThat(cache.has(tokens.get(49), 999)).isTrue();
    assertThat(cache.has(tokens.get(49), 1_000)).isFalse();
  }

  @Test
  void aCacheOfNoEntriesRemembersNothing() {
    var cache = new SuccessCache(0, 1_000);
    var token = cache.token(new Account("u", PasswordHash.parse(FAST), false), new byte[] {1});

    cache.add(token, 0);

    assertThat(cache.has(token, 0)).isFalse();
  }

  /**
   * Keeps the one thread busy until the gate opens: what has to be hashed cannot be done before.
   */
  private CountDownLatch holdTheWorker() {
    var gate = new CountDownLatch(1);
    workers.run(
        () -> {
          gate.await();
          return AuthResult.IGNORED;
        });
    return gate;
  }

  private AuthResult ask(@Nullable String user, @Nullable String password) throws Exception {
    return authenticator.authenticate(client(user, password)).await(10, TimeUnit.SECONDS);
  }

  private PasswordAuthenticator over(PasswordFile accounts) {
    return new PasswordAuthenticator(
        accounts, workers, new SuccessCache(16, 60_000), () -> Instant.ofEpochMilli(nowMillis));
  }

  private PasswordFile open(String text) throws IOException {
    return PasswordFile.open(Files.writeString(directory.resolve("passwd"), text));
  }

  private static String slowHash() {
    return PasswordScheme.SCRAM_SHA_256
        .hash("secret".getBytes(StandardCharsets.UTF_8), new SecureRandom())
        .encoded();
  }

  private static ReasonCode code(AuthResult result) {
    assertThat(result).isInstanceOf(AuthResult.Denied.class);
    return ((AuthResult.Denied) result).code();
  }
}

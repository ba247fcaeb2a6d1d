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
package io.mqueduct.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WayBackTest {
  @Test
  void leadsToTheLoopThatAskedAndNowhereWhenThatHasEnded() throws Exception {
    Vertx api = Vertx.vertx();
    Context there = api.getOrCreateContext();
    CompletableFuture<Boolean> ran = new CompletableFuture<>();

    WayBack.run(there, () -> ran.complete(Vertx.currentContext() == there));
    assertThat(ran.get(30, TimeUnit.SECONDS)).isTrue();

    api.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    assertThatNoException().isThrownBy(() -> WayBack.run(there, () -> {}));
  }
}

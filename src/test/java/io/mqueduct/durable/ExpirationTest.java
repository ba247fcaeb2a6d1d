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
package io.mqueduct.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.store.DropListener;
import io.mqueduct.store.FailingColumns;
import io.mqueduct.store.RetainedCommand;
import io.mqueduct.store.Sample;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.Waiting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExpirationTest {
  private static final long NOW = 1_000_000;

  private final FailingColumns disk = new FailingColumns();
  private final Store store = Store.on(disk, StoreSettings.DEFAULT, DropListener.NONE, "n");
  private final Waiting waiting = new Waiting(store.log());
  private final Expiration expiration = new Expiration(store);

  @AfterEach
  void close() {
    store.close();
  }

  private void storeSomething() {
    waiting.run(new RetainedCommand.ClearRetained("none"));
  }

  /** Something was stored since the last look, so that this one is in vain or not. */
  private void lookAndFindNothing(long nowMillis) {
    long before = store.health().commands();
    expiration.begin(nowMillis);
    await().until(() -> store.health().commands() == before + 1);
  }

  private void awaitHolds(long number, int messages, long nowMillis) {
    await()
        .until(
            () -> {
              expiration.begin(nowMillis);
              return store.reader().counts(number).count() == messages;
            });
  }

  private long expiring(long... atMillis) {
    long number = waiting.run(Sample.open("c"));
    for (long each : atMillis) {
      waiting.run(Sample.append(Sample.message("t", "m", each), number));
    }
    return number;
  }

  @Test
  void leavesTheDiskAloneWhileNothingIsStored() {
    for (int round = 0; round < 3; round++) {
      storeSomething();
      lookAndFindNothing(NOW);
      long before = store.health().commands();
      for (int i = 1; i < 1000; i++) {
        expiration.begin(NOW + i);
      }
      storeSomething();
      assertThat(store.health().commands()).isEqualTo(before + 1);
    }
  }

  @Test
  void removesWhatExpiresWhileNothingIsStored() {
    long number = expiring(NOW + 9000, NOW + 1000);
    lookAndFindNothing(NOW);
    awaitHolds(number, 2, NOW + 999);
    awaitHolds(number, 1, NOW + 1000);
    awaitHolds(number, 0, NOW + 10_000);
  }

  @Test
  void removesWhatWasStoredWithAnExpiryInThePast() {
    lookAndFindNothing(NOW + 5000);
    awaitHolds(expiring(NOW + 1000), 0, NOW + 5000);
  }

  @Test
  void triesAgainWhatTheStoreRefused() {
    long number = expiring(NOW + 1000);
    lookAndFindNothing(NOW);
    disk.failing(true);
    await()
        .until(
            () -> {
              expiration.begin(NOW + 1000);
              return store.health().whyRefusing() != null;
            });
    disk.failing(false);
    awaitHolds(number, 0, NOW + 1000);
  }
}

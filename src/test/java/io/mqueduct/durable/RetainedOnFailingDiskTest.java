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

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.FailingColumns;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory has the retained messages that the store has, also while the disk fails. */
@Timeout(60)
class RetainedOnFailingDiskTest {
  private final FailingColumns disk = new FailingColumns();
  private final BrokerStore store =
      BrokerStore.on(Store.on(disk, StoreSettings.DEFAULT, DropListener.NONE, "n"));
  private final RetainedStore retained =
      new RetainedStore(new RetainedStore.Limits(2, 99, 1L << 40));
  private final Router router =
      new Router(
          retained,
          new SharedRules(
              new SharedRules.Values(SharedStrategy.RANDOM, 1, true, false),
              InstantSource.system()));
  private final RouteCache routes = router.newCache();

  RetainedOnFailingDiskTest() {
    router.journal(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void publish(String topic, String text) {
    router.publish(
        new Message(
            TopicName.of(topic),
            text.getBytes(StandardCharsets.UTF_8),
            Message.NO_BYTES,
            0,
            true,
            1,
            Message.NEVER,
            "p",
            null),
        routes);
  }

  private @Nullable String kept(String topic) {
    Message message = retained.get(topic, 2);
    return message == null ? null : new String(message.payload(), StandardCharsets.UTF_8);
  }

  private void fence() throws InterruptedException {
    var done = new CountDownLatch(1);
    store
        .store()
        .log()
        .append(
            new MessageCommand.Expire(0, 1),
            new CommitCallback() {
              @Override
              public void committed(long sequence, long result) {
                done.countDown();
              }

              @Override
              public void failed(io.mqueduct.message.BrokerException why) {
                done.countDown();
              }
            });
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatTheDiskDidNotTakeGivesWayToWhatItHas() throws InterruptedException {
    publish("a", "stored");
    publish("b", "stored too");
    fence();
    disk.failing(true);
    publish("a", "first");
    publish("a", "second");
    publish("a", "");
    publish("b", "");
    fence();

    assertThat(kept("a")).isEqualTo("stored");
    assertThat(kept("b")).isEqualTo("stored too");
    assertThat(retained.count()).isEqualTo(2);
  }

  @Test
  void goesBackToTheNewestThatWasStored() throws InterruptedException {
    publish("a", "1");
    publish("a", "2");
    fence();
    disk.failing(true);
    publish("a", "3");
    fence();
    assertThat(kept("a")).isEqualTo("2");

    disk.failing(false);
    await()
        .until(
            () -> {
              fence();
              return store.store().health().whyRefusing() == null;
            });
    publish("a", "4");
    fence();
    assertThat(kept("a")).isEqualTo("4");
  }

  /** Another topic may have taken the place of one that was cleared. */
  @Test
  void putsBackMoreThanTheLimitIfItHasTo() throws InterruptedException {
    publish("a", "a");
    publish("b", "b");
    fence();
    disk.failing(true);
    publish("a", "");
    publish("c", "c");
    fence();

    assertThat(kept("a")).isEqualTo("a");
    assertThat(kept("c")).isNull();
    assertThat(retained.count()).isEqualTo(2);
  }

  @Test
  void aTopicThatHadNothingHasNothing() throws InterruptedException {
    disk.failing(true);
    publish("new", "x");
    fence();

    assertThat(kept("new")).isNull();
    assertThat(retained.count()).isZero();
  }
}

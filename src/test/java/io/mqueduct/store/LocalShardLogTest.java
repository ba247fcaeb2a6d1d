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
package io.mqueduct.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LocalShardLogTest {
  private static final StoreSettings SMALL =
      new StoreSettings(StoreSettings.Fsync.INTERVAL, 10, 0, 8 << 20, 0, 64, 4_000);

  private final MemoryColumns columns = new MemoryColumns();

  /** Notes outcomes; the first waits until it is let go. */
  private static final class Noting implements CommitCallback {
    final List<Long> sequences = new ArrayList<>();
    final AtomicInteger failures = new AtomicInteger();
    final CountDownLatch go = new CountDownLatch(1);
    final CountDownLatch entered = new CountDownLatch(1);

    @Override
    public void committed(long sequence, long result) {
      entered.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      sequences.add(sequence);
    }

    @Override
    public void failed(BrokerException why) {
      failures.incrementAndGet();
    }
  }

  @Test
  void tellsOutcomesInTheOrderOfTheCommandsAndRefusesWhatIsTooMuch() throws Exception {
    var noting = new Noting();
    int taken = 0;
    try (var store = Store.on(columns, SMALL, DropListener.NONE, "n")) {
      while (taken < 1_000
          && store.log().append(new RetainedCommand.ClearRetained("t" + taken), noting)) {
        taken++;
        if (taken == 1) {
          noting.entered.await();
        }
      }
      assertThat(taken).as("bounded by count or bytes").isBetween(10, 65);
      noting.go.countDown();
    }
    assertThat(noting.sequences).hasSize(taken).isSorted().doesNotHaveDuplicates();
    assertThat(noting.failures).hasValue(0);
  }

  @Test
  void groupsWhatWaitsIntoOneRound() throws Exception {
    var noting = new Noting();
    try (var store = Store.on(columns, SMALL, DropListener.NONE, "n")) {
      store.log().append(new RetainedCommand.ClearRetained("first"), noting);
      noting.entered.await();
      for (int i = 0; i < 20; i++) {
        assertThat(store.log().append(new RetainedCommand.ClearRetained("t"), noting)).isTrue();
      }
      noting.go.countDown();
      new Waiting(store.log()).run(new RetainedCommand.ClearRetained("last"));
      assertThat(store.health().commands()).isEqualTo(22);
      assertThat(store.health().rounds()).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void withFsyncAlwaysEveryRoundIsASync() {
    var always = SMALL.withFsync(StoreSettings.Fsync.ALWAYS);
    try (var store = Store.on(columns, always, DropListener.NONE, "n")) {
      var waiting = new Waiting(store.log());
      for (int i = 0; i < 3; i++) {
        waiting.run(new RetainedCommand.ClearRetained("t"));
      }
      assertThat(store.health().rounds()).isEqualTo(3);
      assertThat(store.health().syncs()).isEqualTo(3);
    }
  }

  @Test
  void refusesEverythingAfterItsEnd() {
    var store = Store.on(columns, SMALL, DropListener.NONE, "n");
    store.close();
    assertThat(store.log().append(new RetainedCommand.ClearRetained("t"), CommitCallback.NONE))
        .isFalse();
  }

  @Test
  void commandsFromManyThreadsKeepTheOrderOfEachAndNoneIsForgotten() throws Exception {
    try (var store = Store.on(columns, SMALL, DropListener.NONE, "n")) {
      var waiting = new Waiting(store.log());
      long[] numbers = {waiting.run(Sample.open("a")), waiting.run(Sample.open("b"))};
      List<Thread> threads = new ArrayList<>();
      for (long number : numbers) {
        var thread =
            new Thread(
                () -> {
                  for (int i = 0; i < 2_000; i++) {
                    var append = Sample.append(Sample.message("t", "m" + i), number);
                    while (!store.log().append(append, CommitCallback.NONE)) {
                      Thread.yield();
                    }
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (var thread : threads) {
        thread.join();
      }
      waiting.run(new RetainedCommand.ClearRetained("end"));
      for (long number : numbers) {
        var messages = store.reader().readMessages(number, 0, 0, 5_000, 1 << 20);
        assertThat(messages).hasSize(2_000);
        for (int i = 0; i < 2_000; i++) {
          assertThat(messages.get(i).message().payload()).asString().isEqualTo("m" + i);
        }
      }
    }
  }

  @Test
  void aCommandThatCannotBeAppliedFailsAloneAndItsNeighboursDoNot() throws Exception {
    var noting = new Noting();
    try (var store = Store.on(columns, SMALL, DropListener.NONE, "n")) {
      var waiting = new Waiting(store.log());
      long good = waiting.run(Sample.open("good"));
      var damage = columns.newWriteSet();
      damage.put(Column.LISTS, Keys.number(77), new byte[] {9, 9});
      columns.write(damage, 0, false);

      store.log().append(new RetainedCommand.ClearRetained("hold"), noting);
      noting.entered.await();
      long before = store.health().commands();
      store.log().append(Sample.append(Sample.message("t", "1"), good), CommitCallback.NONE);
      store.log().append(Sample.append(Sample.message("t", "x"), 77), noting);
      store.log().append(new MessageCommand.Trim(good, 0, 0, 0), CommitCallback.NONE);
      store.log().append(Sample.append(Sample.message("t", "x"), 77), noting);
      store.log().append(Sample.append(Sample.message("t", "2"), good), CommitCallback.NONE);
      noting.go.countDown();

      assertThatThrownBy(() -> waiting.run(Sample.settle(77, 1)))
          .isInstanceOfSatisfying(
              BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.STORE_FAILED));
      assertThat(noting.failures).hasValue(2);
      assertThat(store.health().commands() - before).as("those that did not fail").isEqualTo(3);
      assertThat(store.health().whyRefusing()).isNull();
      assertThat(store.reader().readMessages(good, 0, 0, 9, 99))
          .extracting(m -> new String(m.message().payload(), StandardCharsets.UTF_8))
          .containsExactly("2");
    }
  }
}

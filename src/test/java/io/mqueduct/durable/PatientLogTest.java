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

import io.mqueduct.message.BrokerException;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.FailingColumns;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.RetainedCommand;
import io.mqueduct.store.Sample;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What waits for a store, with a timer that the test moves. */
@Timeout(60)
class PatientLogTest {
  private static final int MANY = 100;

  private final FailingColumns disk = new FailingColumns();
  private final Store store = Store.on(disk, StoreSettings.DEFAULT, DropListener.NONE, "n");
  private final ManualTimer timer = new ManualTimer();
  private final PatientLog log = new PatientLog(store, timer);
  private final List<String> outcomes = Collections.synchronizedList(new ArrayList<>());

  /** Keeps what it is given, with its delay, until the test runs it. */
  private static final class ManualTimer extends ScheduledThreadPoolExecutor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Long> delays = new CopyOnWriteArrayList<>();

    ManualTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      delays.add(unit.toMillis(delay));
      tasks.add(task);
      return super.schedule(() -> {}, 0, unit);
    }

    int waiting() {
      return tasks.size();
    }

    List<Long> delays() {
      return delays;
    }

    void runOne() {
      tasks.remove().run();
    }
  }

  @AfterEach
  void close() {
    timer.shutdownNow();
    store.close();
  }

  private final class Noted implements CommitCallback {
    private final String name;

    Noted(String name) {
      this.name = name;
    }

    @Override
    public void committed(long sequence, long result) {
      outcomes.add(name);
    }

    @Override
    public void failed(BrokerException why) {
      outcomes.add(name + " failed");
    }
  }

  private static Command setting(int i) {
    return new RetainedCommand.SetRetained(Sample.message("t/" + i, "x"));
  }

  /** Waits until the store has answered all that it was given. */
  private void fence() {
    long before = store.health().refusals();
    List<String> done = Collections.synchronizedList(new ArrayList<>());
    store
        .log()
        .append(
            new MessageCommand.Expire(0, 1),
            new CommitCallback() {
              @Override
              public void committed(long sequence, long result) {
                done.add("");
              }

              @Override
              public void failed(BrokerException why) {
                done.add("");
              }
            });
    await().until(() -> !done.isEmpty());
    assertThat(store.health().refusals()).isGreaterThanOrEqualTo(before);
  }

  @Test
  void triesWhatAFailedDiskRefusesOnceEachTimeAndThenWaitsHalfASecond() {
    disk.failing(true);
    fence();
    for (int i = 0; i < MANY; i++) {
      log.eventually(setting(i), new Noted("" + i));
    }
    fence();
    assertThat(timer.waiting()).as("one timer for all").isEqualTo(1);

    for (int round = 1; round <= 3; round++) {
      long before = store.health().refusals();
      timer.runOne();
      fence();
      assertThat(store.health().refusals() - before).as("each once, and the fence").isEqualTo(101);
      assertThat(timer.waiting()).isEqualTo(1);
    }
    assertThat(timer.delays()).containsOnly(500L);
    assertThat(outcomes).isEmpty();
    assertThat(log.isInTime()).isFalse();

    mendTheDisk();
    timer.runOne();
    fence();

    assertThat(outcomes).hasSize(MANY).doesNotHaveDuplicates().noneMatch(o -> o.endsWith("failed"));
    assertThat(log.isInTime()).isTrue();
    assertThat(timer.waiting()).isZero();
    List<String> kept = new ArrayList<>();
    store.reader().forEachRetained(message -> kept.add(message.topic().text()));
    assertThat(kept).hasSize(MANY);
  }

  /** From here on the store takes what it is given, and knows it. */
  private void mendTheDisk() {
    disk.failing(false);
    await()
        .until(
            () -> {
              fence();
              return store.health().whyRefusing() == null;
            });
  }

  /** What replaced it may have got past it, into the store, while the store's writer put it off. */
  @Test
  void doesNotTryAgainWhatIsNotWantedAnyMore() {
    disk.failing(true);
    fence();
    var isWanted = new AtomicBoolean(true);
    log.eventually(setting(1), isWanted::get);
    fence();
    assertThat(log.isInTime()).isFalse();

    isWanted.set(false);
    mendTheDisk();
    timer.runOne();
    fence();

    assertThat(log.isInTime()).isTrue();
    store.reader().forEachRetained(message -> assertThat(message).isNull());
  }

  @Test
  void waitsAtTheEndForAStoreThatIsOnlyBusy() throws InterruptedException {
    disk.failing(true);
    fence();
    log.eventually(setting(1), new Noted("late"));
    fence();
    disk.failing(false);
    await()
        .until(
            () -> {
              fence();
              return store.health().whyRefusing() == null;
            });
    assertThat(log.isInTime()).isFalse();

    Thread ending = new Thread(log::awaitInTime);
    ending.start();
    assertThat(ending.isAlive()).isTrue();
    timer.runOne();
    ending.join();
    fence();

    assertThat(outcomes).containsExactly("late");
  }

  @Test
  void givesUpAtTheEndWhatAFailedDiskDoesNotTake() {
    disk.failing(true);
    fence();
    log.eventually(setting(1), new Noted("late"));
    fence();

    log.awaitInTime();
    log.close();

    assertThat(outcomes).containsExactly("late failed");
  }
}

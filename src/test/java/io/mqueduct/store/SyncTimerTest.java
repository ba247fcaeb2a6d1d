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

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SyncTimerTest {
  private static final long INTERVAL_MILLIS = 150;

  private final List<Long> syncs = new CopyOnWriteArrayList<>();
  private volatile boolean fails;
  private final StoreHealth health = new StoreHealth();
  private final SyncTimer timer = new SyncTimer(this::sync, health, INTERVAL_MILLIS);

  private void sync() {
    syncs.add(System.nanoTime());
    if (fails) {
      throw new BrokerException(Problem.STORE_FAILED, "as the test wants it");
    }
  }

  @AfterEach
  void close() {
    timer.close();
  }

  private void awaitSleep() {
    await().until(() -> timer.threadState() == Thread.State.WAITING);
  }

  @Test
  void sleepsWithoutATimeWhileNothingIsToBeSynced() {
    timer.start();
    awaitSleep();

    timer.written(1);
    await().until(() -> health.syncs() == 1);
    awaitSleep();
    assertThat(syncs).hasSize(1);
  }

  @Test
  void syncsWhatIsWrittenAnIntervalLater() {
    timer.start();
    awaitSleep();
    for (int i = 1; i <= 3; i++) {
      int before = syncs.size();
      long written = System.nanoTime();
      timer.written(i);
      await().pollInterval(5, MILLISECONDS).until(() -> syncs.size() > before);

      assertThat(NANOSECONDS.toMillis(syncs.get(before) - written))
          .isGreaterThanOrEqualTo(INTERVAL_MILLIS - 1);
      awaitSleep();
    }
  }

  @Test
  void syncsOnceAnIntervalHoweverMuchIsWritten() {
    timer.start();
    long begin = System.nanoTime();
    long sequence = 0;
    while (syncs.size() < 4) {
      timer.written(++sequence);
      Thread.onSpinWait();
    }

    assertThat(NANOSECONDS.toMillis(System.nanoTime() - begin))
        .isGreaterThanOrEqualTo(4 * INTERVAL_MILLIS - 1);
  }

  @Test
  void triesAgainAfterAFailureEvenIfNothingMoreIsWritten() {
    fails = true;
    timer.start();
    timer.written(1);
    await().until(() -> syncs.size() >= 2);
    assertThat(timer.forgetFailure()).isNotNull();

    fails = false;
    await().until(() -> health.syncs() == 1);
  }

  @Test
  void closesWhileItSleeps() {
    timer.start();
    awaitSleep();

    timer.close();

    assertThat(timer.threadState()).isEqualTo(Thread.State.TERMINATED);
  }
}

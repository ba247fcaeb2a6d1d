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
package io.mqueduct.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.Publication.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a queue does not take for its store's sake: how it is counted, and how much may wait. */
class NotStoredTest {
  private static final int LARGE = 100_000;

  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private void heard(Outcome outcome, int fillPercent, @Nullable BrokerException why) {
    outcomes.add(outcome);
    if (why != null) {
      problems.add(why.problem());
    }
  }

  private static long dropped(QueueBench q) {
    return q.queue.stats(q.now).dropped().getOrDefault("store_failed", 0L);
  }

  private static long total(QueueBench q, String name) {
    return q.queue.stats(q.now).totals().getOrDefault(name, 0L);
  }

  @Test
  void isCountedAsRefusedAloneIfItsPublisherIsToldSo() {
    QueueBench q = new QueueBench();
    q.log.failAppends(1);

    assertThat(q.publish("a")).isEqualTo(Outcome.FAILED);

    assertThat(total(q, "refused")).isOne();
    assertThat(dropped(q)).isZero();
  }

  @Test
  void isLostIfNobodyIsToldAndCountedSo() {
    QueueBench q = new QueueBench();
    q.log.failAppends(2);

    for (boolean isTriedAgain : new boolean[] {false, true}) {
      Message message = Messages.of("t/1", "will");
      q.queue.publish(new Publication(message, null, this::heard, true, !isTriedAgain), q.now);
      q.log.run();
    }

    assertThat(outcomes).containsExactly(Outcome.FAILED, Outcome.FAILED);
    assertThat(total(q, "refused")).isEqualTo(2);
    assertThat(dropped(q)).isOne();
  }

  @Test
  void isNoDuplicateIfTheFirstIsNotStoredEither() {
    QueueBench q = new QueueBench();
    for (int i = 0; i < 3; i++) {
      publish(q, "c", "x", "mq-dedup-id", "same");
    }
    q.log.failAppends(1);
    q.log.run();

    assertThat(outcomes).containsExactly(Outcome.FAILED, Outcome.FAILED, Outcome.FAILED);
    assertThat(total(q, "refused")).isEqualTo(3);
    assertThat(total(q, "duplicates")).isZero();
    assertThat(dropped(q)).isZero();
  }

  @Test
  void waitsForTheStoreUpToSixteenMegabytes() {
    waitsUpTo(16 << 20, 1 << 30);
  }

  @Test
  void waitsForTheStoreUpToOneMegabyteWhileMemoryIsShort() {
    waitsUpTo(1 << 20, 1);
  }

  private void waitsUpTo(long most, long budget) {
    QueueBench q = new QueueBench("is_lastvalue", true);
    for (int i = 0; i < 5000; i++) {
      publish(q, "k" + i, "old");
    }
    q.budgetBytes = budget;
    q.restart(); // most of these are in the store alone
    outcomes.clear();

    int sent = (int) (2 * most / LARGE);
    for (int i = 0; i < sent; i++) {
      publish(q, "new" + i, "x".repeat(LARGE));
    }

    int refused = outcomes.size();
    assertThat(problems).hasSize(refused).containsOnly(Problem.STORE_BUSY);
    assertThat((long) (sent - refused) * LARGE).isBetween(most - 2 * LARGE, most);
    assertThat(total(q, "refused")).isEqualTo(refused);
    q.log.run();
    assertThat(outcomes.subList(refused, sent)).containsOnly(Outcome.STORED);
    publish(q, "later", "x".repeat(LARGE));
    q.log.run();
    assertThat(outcomes).last().isEqualTo(Outcome.STORED);
  }

  @Test
  void waitsForItsFirstOneUpToSixteenMegabytes() {
    QueueBench q = new QueueBench();
    q.budgetBytes = 1 << 30;
    q.restart();
    int sent = 2 * (16 << 20) / LARGE;
    for (int i = 0; i < sent; i++) {
      publish(q, "c", "x".repeat(LARGE), "mq-dedup-id", "same");
    }

    int refused = outcomes.size();
    assertThat(problems).hasSize(refused).containsOnly(Problem.STORE_BUSY);
    assertThat((sent - 1 - refused) * LARGE).isBetween((16 << 20) - 2 * LARGE, 16 << 20);
    q.log.run();
    assertThat(outcomes.subList(refused, sent)).containsOnly(Outcome.STORED, Outcome.DUPLICATE);
    assertThat(total(q, "duplicates")).isEqualTo(sent - 1 - refused);
  }

  @Test
  void waitsWhateverItsSizeIfItIsTheOnlyOne() {
    QueueBench q = new QueueBench("is_lastvalue", true);
    for (int i = 0; i < 5000; i++) {
      publish(q, "k" + i, "old");
    }
    q.restart();
    outcomes.clear();

    publish(q, "large", "x".repeat(17 << 20));
    q.log.run();

    assertThat(outcomes).containsExactly(Outcome.STORED);
  }

  private void publish(QueueBench q, String publisher, String payload, String... properties) {
    Message message = Messages.of(publisher, "t/1", payload, q.now, properties);
    q.queue.publish(new Publication(message, null, this::heard), q.now);
  }
}

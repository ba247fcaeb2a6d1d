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

import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private final QueueBench q = new QueueBench();
  private final List<Runnable> soon = new ArrayList<>();
  private final Leases http = new Leases("http", q.queue, soon::add);
  private final List<List<Handout>> answers = new ArrayList<>();

  LeasesTest() {
    q.queue.attach(http, q.now);
  }

  private void pull(int max, long waitMillis) {
    http.pull(max, 5000, waitMillis, answers::add, q.now);
  }

  private List<String> answer(int index) {
    return answers.get(index).stream().map(h -> Messages.payload(h.message())).toList();
  }

  @Test
  void takesWhatThereIsUpToTheNumberAndNoMore() {
    for (int i = 0; i < 5; i++) {
      q.publish("m" + i);
    }
    pull(3, 0);
    assertThat(answer(0)).containsExactly("m0", "m1", "m2");
    assertThat(q.queue.stats(q.now).unacknowledged()).isEqualTo(3);
    q.publish("m5");
    assertThat(http.held()).isEqualTo(3);
    assertThat(http.settle(answers.get(0).get(1).sequence(), 1, ReasonCode.SUCCESS, null, q.now))
        .isTrue();
    assertThat(http.settle(answers.get(0).get(1).sequence(), 1, ReasonCode.SUCCESS, null, q.now))
        .isFalse();
    assertThat(q.queue.depth()).isEqualTo(5);
  }

  @Test
  void takesNoMemoryForWhatIsSettled() {
    for (int i = 0; i < 5; i++) {
      q.publish("m" + i);
    }
    pull(5, 0);
    assertThat(q.budget.usedBytes()).isPositive();
    for (Handout each : answers.get(0)) {
      http.settle(each.sequence(), 1, ReasonCode.SUCCESS, null, q.now);
    }
    q.log.run();
    assertThat(q.queue.depth()).isZero();
    assertThat(q.budget.usedBytes()).isZero();
  }

  @Test
  void takesNoMoreAtOnceThanAnAnswerMayBeLarge() {
    q.budgetBytes = 1L << 30;
    q.restart();
    Leases other = new Leases("other", q.queue, soon::add);
    q.queue.attach(other, q.now);
    for (int i = 0; i < 12; i++) {
      q.publish(i + "x".repeat(1 << 20));
    }
    other.pull(12, 5000, 0, answers::add, q.now);
    q.log.run();
    assertThat(answer(0)).hasSize(4);
    assertThat(other.credit()).isZero();
    other.pull(12, 5000, 0, answers::add, q.now);
    q.log.run();
    assertThat(answer(1)).hasSize(4).doesNotContainAnyElementsOf(answer(0));
  }

  @Test
  void leasesOneAtATimeWhenTheMemoryForMessagesIsUsedUp() {
    for (int i = 0; i < 12; i++) {
      q.publish(i + "x".repeat(700_000));
    }
    pull(4, 0);
    assertThat(answer(0)).hasSizeBetween(1, 2);
    pull(4, 1000);
    assertThat(answers).as("nothing beside what is leased already").hasSize(1);
    for (Handout each : answers.get(0)) {
      http.settle(each.sequence(), 1, ReasonCode.SUCCESS, null, q.now);
    }
    q.later(10);
    soon.forEach(Runnable::run);
    assertThat(answer(1)).hasSizeBetween(1, 2);
  }

  @Test
  void waitsForTheFirstMessageOrTheEndOfItsTime() {
    pull(10, 1000);
    assertThat(answers).isEmpty();
    q.publish("m");
    http.tick(q.now);
    assertThat(answer(0)).containsExactly("m");
    pull(10, 1000);
    q.now += 1000;
    http.tick(q.now);
    assertThat(answer(1)).isEmpty();
    q.publish("later");
    assertThat(http.credit()).isZero();
    assertThat(q.queue.hasVisible(q.now)).isTrue();
  }

  @Test
  void sharesWithOtherConsumersAndGivesBackWhatIsNotAcknowledgedInTime() {
    q.publish("m");
    pull(1, 0);
    FakeConsumer mqtt = q.attach("mqtt", 10);
    q.publish("n");
    assertThat(mqtt.payloads()).containsExactly("n");
    q.now += 5000;
    http.tick(q.now);
    assertThat(mqtt.payloads()).containsExactly("n", "m");
    assertThat(mqtt.seen.get(1).deliveries()).isEqualTo(2);
    assertThat(http.isIdle()).isTrue();
  }

  @Test
  void countsItsDeadlines() {
    assertThat(http.dueMillis()).isEqualTo(Long.MAX_VALUE);
    pull(1, 700);
    assertThat(http.dueMillis()).isEqualTo(q.now + 700);
    q.publish("m");
    assertThat(http.dueMillis()).isLessThanOrEqualTo(q.now); // to be answered
    http.tick(q.now);
    assertThat(http.dueMillis()).isEqualTo(q.now + 5000);
  }

  @Test
  void answersWhoWaitsSoonAfterAMessageCame() {
    pull(10, 1000);
    q.publish("a");
    assertThat(answers).isEmpty();
    soon.forEach(Runnable::run);
    assertThat(answer(0)).containsExactly("a");
  }

  @Test
  void givesBackWhatCameForACallerWhoIsGone() {
    Leases.Reply gone = answers::add;
    http.pull(10, 5000, 1000, gone, q.now);
    q.publish("a");
    http.cancel(gone, q.now);
    assertThat(answer(0)).isEmpty();
    assertThat(http.credit()).isZero();
    assertThat(http.isIdle()).isTrue();
    pull(1, 0);
    assertThat(answers.get(1).get(0).deliveries()).isEqualTo(1); // nobody had got it
    http.giveBack(answers.get(1).get(0), q.now);
    assertThat(http.held()).isZero();
    assertThat(q.queue.stats(q.now).unacknowledged()).isZero();
    http.cancel(gone, q.now); // it was answered long ago
  }

  @Test
  void aDeliveryIsSettledOnceAndOnlyByItsOwnNumber() {
    q.publish("a");
    pull(1, 0);
    Handout first = answers.get(0).get(0);
    assertThat(http.settle(first.sequence(), 2, ReasonCode.SUCCESS, null, q.now)).isFalse();
    assertThat(http.settle(first.sequence(), 1, ReasonCode.SUCCESS, null, q.now)).isTrue();
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void aMessageThatCameBackBeforeItsLeaseWasOverDoesNotCountTwice() {
    q.queue.spec(
        q.reader.create(
            QueueBench.body(
                "ack_timeout", 1000L, "consumer_max_inflight", 3L, "redispatch_interval", 1L)),
        q.now);
    q.publish("a");
    pull(1, 0);
    for (int i = 1; i < 7; i++) {
      q.now += 1500;
      q.queue.tick(q.now);
      q.now += 31_000; // the longest pause
      q.queue.tick(q.now);
      http.pull(1, 600_000, 0, answers::add, q.now);
      soon.forEach(Runnable::run);
      soon.clear();
      assertThat(answers.get(i)).as("pull %d", i).hasSize(1);
      assertThat(answers.get(i).get(0).deliveries()).isEqualTo(i + 1);
    }
  }

  @Test
  void answersAllWhenTheQueueIsGone() {
    pull(1, 60_000);
    http.end();
    assertThat(answer(0)).isEmpty();
    assertThat(http.isIdle()).isTrue();
  }
}

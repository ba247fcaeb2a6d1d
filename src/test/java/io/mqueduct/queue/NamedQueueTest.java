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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.Publication.Outcome;
import io.mqueduct.queue.property.PublishProperties;
import io.mqueduct.queue.spec.DeadLetter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedQueueTest {
  private static String user(Handout handout, String name) {
    return PublishProperties.user(handout.message().properties(), name);
  }

  @Test
  void keepsMessagesUntilAConsumerComesAndInOrder() {
    QueueBench q = new QueueBench();
    for (int i = 0; i < 50; i++) {
      assertThat(q.publish("m" + i)).isEqualTo(Outcome.STORED);
    }
    FakeConsumer a = q.attach("a", 100);
    assertThat(a.payloads()).hasSize(50).startsWith("m0", "m1").endsWith("m49");
    assertThat(q.queue.depth()).isEqualTo(50);
    q.ack(a);
    assertThat(q.queue.depth()).isEqualTo(49);
    assertThat(q.log.rows).hasSize(49);
  }

  @Test
  void readsNothingFromTheStoreWhileItKeepsUp() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 10);
    for (int i = 0; i < 5000; i++) {
      q.publish("m" + i);
      q.ack(a);
    }
    assertThat(q.log.readsServed).isZero();
    assertThat(q.log.rows).isEmpty();
  }

  @Test
  void readsALargeBacklogInPagesAndHoldsFewInMemory() {
    QueueBench q = new QueueBench();
    for (int i = 0; i < 10_000; i++) {
      q.publish("m" + i);
    }
    assertThat(q.queue.stats(q.now).inMemory()).isLessThanOrEqualTo(2048);
    FakeConsumer a = q.attach("a", 100);
    for (int i = 0; i < 10_000; i++) {
      q.ack(a);
    }
    assertThat(a.payloads()).hasSize(10_000).startsWith("m0").endsWith("m9999");
    assertThat(q.queue.depth()).isZero();
    assertThat(q.queue.stats(q.now).inMemory()).isZero();
  }

  @Test
  void sharesABacklogWithAConsumerThatJoins() {
    QueueBench q = new QueueBench();
    for (int i = 0; i < 5000; i++) {
      q.publish("m" + i);
    }
    q.attach("a", 10);
    FakeConsumer b = q.attach("b", 10);
    assertThat(b.seen).hasSize(10);
  }

  @Test
  void goesOnAfterARestartWithWhatWasNotAcknowledged() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 3);
    for (int i = 0; i < 5; i++) {
      q.publish("m" + i);
    }
    q.settle(a, 1, ReasonCode.SUCCESS);
    q.restart();
    FakeConsumer b = q.attach("b", 10);
    assertThat(b.payloads()).containsExactly("m0", "m2", "m3", "m4");
    assertThat(q.queue.depth()).isEqualTo(4);
  }

  @Test
  void doesNotCountAsADeliveryWhatWasNeverSent() {
    QueueBench q = new QueueBench("max_deliveries", 2);
    q.publish("m");
    for (int i = 0; i < 5; i++) {
      FakeConsumer away = q.attach("away" + i, 10);
      assertThat(away.seen.get(0).deliveries()).isEqualTo(1);
      q.queue.away(away, q.now);
      q.queue.returned(away.held.remove(0), false, q.now);
    }
    FakeConsumer a = q.attach("a", 10);
    q.queue.away(a, q.now);
    assertThat(q.attach("b", 10).seen).as("until a says whether it was sent").isEmpty();
    q.queue.returned(a.held.remove(0), true, q.now);
    FakeConsumer c = q.attach("c", 10);
    assertThat(q.queue.stats(q.now).totals()).containsEntry("redelivered", 1L);
    assertThat(c.seen).isEmpty();
    assertThat(q.queue.depth()).isEqualTo(1);
  }

  @Test
  void takesTurnsAndKeepsTheTurnWhenOthersJoinOrLeave() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 100);
    FakeConsumer b = q.attach("b", 100);
    FakeConsumer c = q.attach("c", 100);
    q.publish("1");
    q.publish("2");
    FakeConsumer d = q.attach("d", 100);
    q.publish("3");
    q.queue.detach(a, q.now); // gives "1" back, to d whose turn it is
    q.publish("5");
    assertThat(b.payloads()).containsExactly("2", "5");
    assertThat(c.payloads()).containsExactly("3");
    assertThat(d.payloads()).containsExactly("1");
  }

  @Test
  void passesOverConsumersWithoutCredit() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 1);
    FakeConsumer b = q.attach("b", 100);
    for (int i = 0; i < 9; i++) {
      q.publish("m" + i);
    }
    assertThat(a.seen).hasSize(1);
    assertThat(b.seen).hasSize(8);
    q.ack(a);
    q.publish("next");
    assertThat(a.seen).hasSize(2);
  }

  @Test
  void choosesTheConsumerWithFewestUnacknowledgedExactly() {
    QueueBench q = new QueueBench("dispatch_strategy", "least_inflight");
    FakeConsumer a = q.attach("a", 100);
    for (int i = 0; i < 4; i++) {
      q.publish("m" + i);
    }
    FakeConsumer b = q.attach("b", 100);
    for (int i = 0; i < 5; i++) {
      q.publish("n" + i);
    }
    assertThat(a.held.size() + b.held.size()).isEqualTo(9);
    assertThat(Math.abs(a.held.size() - b.held.size())).isEqualTo(1);
    while (a.held.size() > 1) {
      q.ack(a);
    }
    q.publish("x");
    q.publish("y");
    assertThat(a.held).hasSize(3);
  }

  @Test
  void choosesUniformlyByChance() {
    QueueBench q = new QueueBench("dispatch_strategy", "random");
    List<FakeConsumer> all =
        List.of(q.attach("a", 9999), q.attach("b", 9999), q.attach("c", 9999), q.attach("d", 9999));
    for (int i = 0; i < 4000; i++) {
      q.publish("m");
    }
    all.forEach(c -> assertThat(c.seen.size()).isBetween(850, 1150));
  }

  @Test
  void limitsUnacknowledgedMessagesOfOneConsumer() {
    QueueBench q = new QueueBench("consumer_max_inflight", 10);
    for (int i = 0; i < 30; i++) {
      q.publish("m" + i);
    }
    FakeConsumer a = q.attach("a", 100);
    assertThat(a.seen).hasSize(10);
    assertThat(q.queue.stats(q.now).unacknowledged()).isEqualTo(10);
    FakeConsumer b = q.attach("b", 100);
    q.queue.detach(a, q.now);
    assertThat(b.seen).hasSize(10);
    while (!b.held.isEmpty()) {
      q.ack(b);
    }
    assertThat(new HashSet<>(b.payloads())).hasSize(30);
    assertThat(b.seen.stream().filter(h -> h.deliveries() == 2))
        .hasSize(10)
        .allMatch(h -> "2".equals(user(h, "mq-delivery-count")));
    assertThat(b.seen.stream().filter(h -> h.deliveries() == 1))
        .allMatch(h -> h.message().properties().length == 0);
  }

  @Test
  void givesARejectedMessageToAnotherConsumerAtOnce() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 10);
    FakeConsumer b = q.attach("b", 10);
    q.publish("m");
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(b.payloads()).containsExactly("m");
    q.settle(b, 0, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(a.seen).hasSize(1); // both had it: now there is a pause
    q.later(1000);
    assertThat(a.seen.size() + b.seen.size()).isEqualTo(3);
  }

  @Test
  void doublesThePauseOfTheOnlyConsumerUpToThirtySeconds() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 10);
    q.publish("poison");
    long pause = 100;
    for (int i = 0; i < 14; i++) {
      int seen = a.seen.size();
      q.settle(a, 0, ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR);
      q.later(pause - 1);
      assertThat(a.seen).hasSize(seen);
      q.later(1);
      assertThat(a.seen).hasSize(seen + 1);
      pause = Math.min(30_000, pause * 2);
    }
    q.publish("other");
    assertThat(a.payloads()).endsWith("other");
  }

  @Test
  void aPoisonMessageDoesNotHoldUpOthers() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 1);
    q.publish("poison");
    q.publish("good");
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(a.payloads()).containsExactly("poison", "good");
  }

  @Test
  void slowsAConsumerDownThatHasTooMuchToDo() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 10);
    FakeConsumer b = q.attach("b", 10);
    q.publish("m");
    q.settle(a, 0, ReasonCode.QUOTA_EXCEEDED);
    assertThat(b.payloads()).containsExactly("m");
    q.publish("n");
    q.publish("o");
    assertThat(a.seen).hasSize(1);
    assertThat(q.queue.consumerStats(q.now).get(0).paused()).isTrue();
    q.later(100);
    q.publish("p");
    q.publish("q");
    assertThat(a.seen).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PAYLOAD_FORMAT_INVALID", "TOPIC_NAME_INVALID"})
  void sendsWhatIsRefusedForGoodToTheDeadLettersWithTheReason(String code) {
    QueueBench q = new QueueBench("dead_letter", Map.of("topic", "dead/q"));
    FakeConsumer a = q.attach("a", 10);
    q.publish("bad", "mq-delay", "0", "mine", "kept");
    q.settle(a, 0, ReasonCode.valueOf(code));
    assertThat(q.queue.depth()).isEqualTo(1); // until it is safe there
    q.deadDone();
    assertThat(q.queue.depth()).isZero();
    assertThat(q.log.rows).isEmpty();
    Message dead = q.dead.get(0);
    assertThat(q.deadTargets).containsExactly(new DeadLetter.ToTopic("dead/q"));
    assertThat(dead.topic().text()).isEqualTo("dead/q");
    byte[] facts = dead.properties();
    assertThat(PublishProperties.user(facts, "mq-dead-letter-queue")).isEqualTo("q");
    assertThat(PublishProperties.user(facts, "mq-dead-letter-reason")).isEqualTo("rejected");
    assertThat(PublishProperties.user(facts, "mq-dead-letter-deliveries")).isEqualTo("1");
    assertThat(PublishProperties.user(facts, "mq-dead-letter-first-at")).isEqualTo("10000");
    assertThat(PublishProperties.user(facts, "mq-dead-letter-detail")).isEqualTo("because");
    assertThat(PublishProperties.user(facts, "mq-dead-letter-topic")).isEqualTo("t/1");
    assertThat(PublishProperties.user(facts, "mine")).isEqualTo("kept");
    assertThat(PublishProperties.user(facts, "mq-delay")).isNull();
    assertThat(Facts.revived(dead, "dlq", 7, 5).topic().text()).isEqualTo("t/1");
  }

  @Test
  void triesADeadLetterAgainUntilItIsSafe() {
    QueueBench q = new QueueBench("dead_letter", Map.of("queue", "d"));
    FakeConsumer a = q.attach("a", 10);
    q.publish("bad");
    q.deadIsSafe = false;
    q.settle(a, 0, ReasonCode.TOPIC_NAME_INVALID);
    q.deadDone();
    assertThat(q.queue.depth()).isEqualTo(1);
    q.deadIsSafe = true;
    q.later(1000);
    q.deadDone();
    assertThat(q.dead).hasSize(2);
    assertThat(a.seen).hasSize(1);
    assertThat(q.queue.depth()).isZero();
    assertThat(PublishProperties.user(q.dead.get(0).properties(), "mq-dedup-id"))
        .isEqualTo("q:1")
        .isEqualTo(PublishProperties.user(q.dead.get(1).properties(), "mq-dedup-id"));
  }

  @Test
  void dropsWhatWasDeliveredTooOftenIfThereIsNoDeadLetter() {
    QueueBench q = new QueueBench("max_deliveries", 3);
    FakeConsumer a = q.attach("a", 10);
    q.publish("m");
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    q.later(100);
    q.queue.detach(a, q.now);
    FakeConsumer b = q.attach("b", 10);
    assertThat(user(b.held.get(0), "mq-delivery-count")).isEqualTo("3");
    q.settle(b, 0, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(q.queue.depth()).isZero();
    assertThat(q.queue.stats(q.now).dropped()).containsExactly(Map.entry("max_deliveries", 1L));
  }

  @Test
  void countsDeliveriesAcrossARestart() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 10);
    q.publish("m");
    q.queue.detach(a, q.now);
    q.restart();
    FakeConsumer b = q.attach("b", 10);
    assertThat(user(b.held.get(0), "mq-delivery-count")).isEqualTo("2");
  }

  @Test
  void givesWhatIsNotAcknowledgedInTimeToAnother() {
    QueueBench q = new QueueBench("ack_timeout", "5s");
    FakeConsumer a = q.attach("a", 1);
    q.publish("m");
    FakeConsumer b = q.attach("b", 1);
    q.later(4999);
    assertThat(b.seen).isEmpty();
    q.later(1);
    assertThat(b.payloads()).containsExactly("m");
    assertThat(q.queue.stats(q.now).totals()).containsEntry("timed_out", 1L);
    q.ack(b);
    assertThat(q.queue.depth()).isZero();
    q.ack(a); // late: no harm
    assertThat(q.queue.depth()).isZero();
    q.publish("n");
    assertThat(a.seen.size() + b.seen.size()).isEqualTo(3);
  }

  @Test
  void hearsALateAcknowledgementWhileTheMessageWaits() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 1);
    q.publish("m");
    q.queue.detach(a, q.now);
    assertThat(q.queue.hasVisible(q.now)).isTrue();
    q.ack(a);
    assertThat(q.queue.depth()).isZero();
    assertThat(q.log.rows).isEmpty();
  }
}

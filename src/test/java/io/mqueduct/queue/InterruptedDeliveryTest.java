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
import io.mqueduct.queue.property.PublishProperties;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A delivery that the end of the broker interrupts counts. */
class InterruptedDeliveryTest {
  private QueueBench q = new QueueBench();

  /** The broker is killed while a consumer has the message. */
  private FakeConsumer crashWhileDelivered(long afterMillis) {
    FakeConsumer one = q.attach("one", 10);
    q.later(afterMillis);
    q.restart();
    return one;
  }

  @Test
  void isCountedAfterTheRestart() {
    q.publish("m");
    assertThat(crashWhileDelivered(150).seen.get(0).deliveries()).isEqualTo(1);
    assertThat(crashWhileDelivered(150).seen.get(0).deliveries()).isEqualTo(2);
    FakeConsumer third = q.attach("third", 10);
    assertThat(third.seen.get(0).deliveries()).isEqualTo(3);
    q.ack(third);
    assertThat(q.log.rows).isEmpty();
  }

  @Test
  void leadsToTheDeadLettersOfAMessageThatKillsTheBrokerAgainAndAgain() {
    q = new QueueBench("max_deliveries", 3);
    q.publish("poison");
    q.publish("next");
    for (int i = 0; i < 3; i++) {
      FakeConsumer one = q.attach("one", 1);
      assertThat(one.payloads()).containsExactly("poison");
      q.later(150);
      q.restart();
    }
    FakeConsumer a = q.attach("a", 10);
    assertThat(a.payloads()).containsExactly("next");
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("max_deliveries", 1L);
    assertThat(q.queue.depth()).isEqualTo(1);
  }

  /** The dead letters are full; the broker is killed while it tries again. */
  private void crashAfter(ReasonCode verdict, int times) {
    q.deadIsSafe = false;
    q.publish("m");
    FakeConsumer a = q.attach("a", 1);
    for (int i = 0; i < times; i++) {
      q.settle(a, 0, verdict);
      q.deadDone();
      q.later(60_000);
    }
    assertThat(a.seen).hasSize(times);
    q.dead.clear();
    q.deadReplies.clear();
    q.restart();
  }

  private void isDeadAfterTheCrash(String reason, int deliveries) {
    FakeConsumer b = q.attach("b", 10);
    q.later(60_000);
    assertThat(b.seen).isEmpty();
    assertThat(q.dead).hasSize(1);
    byte[] facts = q.dead.get(0).properties();
    assertThat(PublishProperties.user(facts, "mq-dead-letter-reason")).isEqualTo(reason);
    assertThat(PublishProperties.user(facts, "mq-dead-letter-deliveries"))
        .isEqualTo(Integer.toString(deliveries));
    q.deadIsSafe = true;
    q.deadDone();
    q.later(600_000);
    q.deadDone();
    assertThat(q.queue.depth()).isZero();
    assertThat(q.log.rows).isEmpty();
    assertThat(b.seen).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"PAYLOAD_FORMAT_INVALID", "TOPIC_NAME_INVALID"})
  void isOverForGoodIfTheMessageWasRejectedForGood(ReasonCode verdict) {
    q = new QueueBench("dead_letter", Map.of("queue", "full"));
    crashAfter(verdict, 1);
    isDeadAfterTheCrash("rejected", 1);
  }

  @Test
  void isOverIfTheMessageWasRejectedAsOftenAsItMayBe() {
    q = new QueueBench("dead_letter", Map.of("queue", "full"), "max_deliveries", 2);
    crashAfter(ReasonCode.UNSPECIFIED_ERROR, 2);
    isDeadAfterTheCrash("max_deliveries", 2);
  }

  @Test
  void leavesWithoutAConsumerAndAlthoughItExpired() {
    q = new QueueBench("dead_letter", Map.of("queue", "full"));
    q.publish("first");
    q.publish(Messages.of("c", "t/1", "dead", q.now, q.now + 5000));
    q.deadIsSafe = false;
    q.settle(q.attach("a", 2), 1, ReasonCode.PAYLOAD_FORMAT_INVALID);
    q.dead.clear();
    q.deadReplies.clear();
    q.restart();
    q.deadIsSafe = true;
    q.later(60_000);
    q.deadDone();
    assertThat(q.dead).extracting(Messages::payload).containsExactly("dead");
    assertThat(q.log.rows).hasSize(1);
  }

  @Test
  void costsNothingForWhatIsHandledQuickly() {
    FakeConsumer a = q.attach("a", 10);
    for (int i = 0; i < 100; i++) {
      q.publish("m" + i);
      q.later(50);
      q.ack(a);
    }
    assertThat(q.log.noted).isZero();
    q.publish("slow");
    q.later(150);
    q.later(150);
    assertThat(q.log.noted).isEqualTo(1);
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(q.log.noted).isEqualTo(1);
  }
}

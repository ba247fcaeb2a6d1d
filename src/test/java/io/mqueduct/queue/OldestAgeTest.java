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

/** How old the oldest message is, wherever it is. */
class OldestAgeTest {
  private static final int DEEP = 6_000;

  private QueueBench q = new QueueBench();

  private long age() {
    return q.queue.stats(q.now).oldestAgeMillis();
  }

  /** Each message is a millisecond younger than the one before. */
  private void fill(int count, String... properties) {
    for (int i = 0; i < count; i++) {
      q.publish("m" + i, properties);
      q.now++;
    }
  }

  private long published(String payload) {
    return q.log.rows.values().stream()
        .map(FakeLog.Row::message)
        .filter(each -> Messages.payload(each).equals(payload))
        .findFirst()
        .orElseThrow()
        .publishedAtMillis();
  }

  private long ageOf(String payload) {
    return q.now - published(payload);
  }

  @Test
  void isOfTheFirstOneOfADeepQueueInWhateverOrderTheyAreSettled() {
    assertThat(age()).isZero();
    fill(DEEP);
    FakeConsumer a = q.attach("a", 20);
    for (int round = 0; round < DEEP / 20; round++) {
      for (int i = 19; i > 0; i--) {
        q.settle(a, i, ReasonCode.SUCCESS);
        assertThat(age()).isEqualTo(ageOf(Messages.payload(a.held.get(0).message())));
        while (a.held.size() > i) {
          a.window--; // what comes instead is left for the next round
          q.queue.returned(a.held.remove(a.held.size() - 1), false, q.now);
        }
      }
      q.ack(a);
      a.window = 20;
      q.queue.creditAvailable(a, q.now);
      q.log.run();
    }
  }

  @Test
  void isOfTheOneThatIsOnItsWayToTheDeadLetters() {
    q = new QueueBench("dead_letter", java.util.Map.of("topic", "dead"));
    FakeConsumer a = q.attach("a", 1);
    fill(1);
    fill(1);
    q.settle(a, 0, ReasonCode.PAYLOAD_FORMAT_INVALID);
    q.later(5_000);
    assertThat(q.queue.depth()).isEqualTo(2);
    assertThat(age()).isEqualTo(5_002);
    q.deadDone();
    assertThat(age()).isEqualTo(5_001);
  }

  @Test
  void isOfTheOneThatWaitsForItsDelayAndIsInTheStoreAlone() {
    fill(1, "mq-delay", "3600000");
    fill(DEEP);
    assertThat(age()).isEqualTo(DEEP + 1);
    FakeConsumer a = q.attach("a", DEEP);
    while (!a.held.isEmpty()) {
      q.ack(a);
    }
    assertThat(q.queue.depth()).isEqualTo(1);
    q.restart();
    assertThat(age()).isEqualTo(DEEP + 1);
  }

  @Test
  void isOfTheOneThatWasRejectedAndRests() {
    q = new QueueBench("redispatch_interval", 30_000);
    FakeConsumer a = q.attach("a", 1);
    fill(3);
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    q.now += 10;
    assertThat(age()).isEqualTo(13);
  }

  @Test
  void movesOnWhenTheOldestExpireOrGiveWayOrArePurged() {
    q = new QueueBench("limits", java.util.Map.of("max_shard_message_count", 10));
    fill(25);
    assertThat(age()).isEqualTo(10);
    q.publish(Messages.of("c", "t/1", "short", q.now, q.now + 50));
    q.later(2_000);
    assertThat(age()).isEqualTo(2_009);
    q.queue.purge(q.now, why -> {});
    q.log.run();
    assertThat(age()).isZero();
    q.publish("new");
    q.now += 7;
    assertThat(age()).isEqualTo(7);
  }

  @Test
  void waitsForTheReadThatShowsItAfterARestart() {
    fill(DEEP);
    q.queue.close(q.now);
    q.queue = q.open(q.queue.spec(), q.log.recovered());
    assertThat(q.queue.oldest().isKnown()).isFalse();
    List<Long> told = new ArrayList<>();
    q.queue.oldest().whenKnown(() -> told.add(age()));
    q.log.run();
    assertThat(told).containsExactly((long) DEEP);
  }

  @Test
  void leavesNobodyWaitingWhenTheQueueIsPurgedOrGoes() {
    for (boolean purged : new boolean[] {true, false}) {
      fill(10);
      q.queue.close(q.now);
      q.queue = q.open(q.queue.spec(), q.log.recovered());
      List<Boolean> told = new ArrayList<>();
      q.queue.oldest().whenKnown(() -> told.add(true));
      if (purged) {
        q.queue.purge(q.now, why -> {});
      } else {
        q.queue.close(q.now);
      }
      assertThat(told).hasSize(1);
    }
  }
}

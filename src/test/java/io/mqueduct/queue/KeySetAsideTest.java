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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code key_ordered}: what becomes of messages that were left to the store, in odd cases. */
class KeySetAsideTest {
  private static final int MANY = 5_000;

  private QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");

  private void send(String key, String payload, String... properties) {
    q.publish(Messages.of(key, "t/1", payload, q.now, properties));
  }

  private FakeConsumer crowd() {
    FakeConsumer slow = q.attach("slow", 2);
    for (int i = 0; i < MANY; i++) {
      send("hot", String.valueOf(i));
    }
    return slow;
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(String::valueOf).toList();
  }

  @Test
  void fewOfEachKeyComeBackWhenMemoryIsShort() {
    FakeConsumer holder = q.attach("holder", 300);
    String large = "x".repeat(10_000);
    for (int i = 0; i < 300; i++) {
      send("k" + i, "first");
    }
    for (int i = 0; i < 300; i++) {
      for (int round = 0; round < 40; round++) {
        send("k" + i, large);
      }
    }
    FakeConsumer other = q.attach("other", 100_000);
    send("free", "free");
    q.later(400);
    assertThat(other.payloads()).contains("free");
    q.queue.detach(other, q.now);
    q.log.run();
    for (int i = 0; i < 2_000; i++) {
      q.ack(holder);
      assertThat(q.queue.stats(q.now).inMemory()).as("after " + i).isLessThan(300 * 8);
    }
  }

  @Test
  void goesOnWhereTheStoreHasJustLetThemExpire() {
    FakeConsumer slow = crowd();
    FakeConsumer able = q.attach("able", 10);
    String large = "x".repeat(600_000);
    for (int i = 0; i < 4; i++) {
      send("hot", large);
    }
    assertThat(q.queue.stats(q.now).inMemory()).isLessThan(100);
    List<Long> gone = q.log.rows.keySet().stream().skip(6).limit(MANY - 6).toList();
    gone.forEach(q.log.rows::remove); // the queue hears of it later
    for (int i = 0; i < 10; i++) {
      if (!slow.held.isEmpty()) {
        q.ack(slow);
      }
    }
    assertThat(slow.payloads()).startsWith("0", "1", "2", "3", "4", "5").endsWith(large);
    assertThat(able.seen).isEmpty();
  }

  @Test
  void areNotHandedOutMoreOftenThanTheyMayBe() {
    FakeConsumer first = q.attach("first", MANY);
    for (int i = 0; i < MANY; i++) {
      send("hot", String.valueOf(i));
    }
    q.queue.detach(first, q.now);
    q.restart();
    FakeConsumer slow = q.attach("slow", 2);
    q.attach("able", 10);
    send("k", "other");
    assertThat(slow.payloads()).containsExactly("0", "1");
    q.queue.spec(q.reader.merge(q.queue.spec(), Map.of("max_deliveries", 1)), q.now);
    q.log.run();
    for (int i = 0; i < 100; i++) {
      if (!slow.held.isEmpty()) {
        q.ack(slow);
      }
      q.later(500);
    }
    assertThat(slow.payloads()).doesNotContain("2").hasSizeLessThan(4);
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("max_deliveries", MANY - 2L);
  }

  @Test
  void areRemovedWhenTheyAreTooOldAlsoWithoutAConsumer() {
    FakeConsumer slow = crowd();
    FakeConsumer able = q.attach("able", 10);
    q.queue.detach(able, q.now);
    q.queue.detach(slow, q.now);
    q.queue.spec(q.reader.merge(q.queue.spec(), Map.of("data_retention_period", 60_000)), q.now);
    q.later(61_000);
    q.later(1_000);
    assertThat(q.queue.depth()).isZero();
    assertThat(q.log.rows).isEmpty();
  }

  @Test
  void comeBackInTheirOrderAlsoWithADelay() {
    q = new QueueBench("dispatch_strategy", "key_ordered", "ack_timeout", "infinity");
    FakeConsumer slow = q.attach("slow", 2);
    for (int i = 0; i < MANY; i++) {
      send("hot", String.valueOf(i), "mq-delay", i % 7 == 6 ? "1000" : "0");
    }
    FakeConsumer able = q.attach("able", 10);
    q.later(2_000);
    assertThat(able.seen).isEmpty();
    for (int i = 0; i < MANY; i++) {
      q.ack(slow);
    }
    assertThat(slow.payloads()).isEqualTo(numbers(0, MANY));
  }

  @Test
  void comeBackInTheirOrderAlsoIfOlderOnesAreLeftToTheStoreMeanwhile() {
    FakeConsumer slow = crowd();
    q.attach("able", 10);
    q.attach("third", 10);
    for (int i = 0; i < 100; i++) {
      q.ack(slow);
    }
    q.log.holdReads(true);
    for (int i = 0; i < 30 && !q.queue.contents.backlog.passedBy.isReading(); i++) {
      q.ack(slow);
    }
    for (int i = 0; i < MANY; i++) {
      send("k", "other");
    }
    q.log.holdReads(false);
    while (slow.payloads().stream().filter(each -> !each.equals("other")).count() < MANY) {
      assertThat(slow.held).isNotEmpty();
      q.ack(slow);
    }
    assertThat(slow.payloads().stream().filter(each -> !each.equals("other")).toList())
        .isEqualTo(numbers(0, MANY));
  }

  /** Takes messages until some are read, which lasts. */
  private void beginToRead(FakeConsumer slow) {
    q.log.holdReads(true);
    for (int i = 0; i < 30 && !q.queue.contents.backlog.passedBy.isReading(); i++) {
      q.ack(slow);
    }
    assertThat(q.queue.contents.backlog.passedBy.isReading()).isTrue();
  }

  @Test
  void areAllThereIfTheStrategyChangesWhileTheyAreRead() {
    FakeConsumer slow = crowd();
    q.attach("able", 10);
    beginToRead(slow);
    q.queue.spec(q.reader.merge(q.queue.spec(), Map.of("dispatch_strategy", "random")), q.now);
    q.log.holdReads(false);
    q.log.run();
    FakeConsumer other = q.attach("other", 2 * MANY);
    while (!slow.held.isEmpty() || !other.held.isEmpty()) {
      q.ack(slow.held.isEmpty() ? other : slow);
    }
    assertThat(q.queue.stats(q.now).inMemory()).isZero();
    assertThat(q.queue.depth()).isEqualTo(q.queue.stats(q.now).unacknowledged());
  }

  @Test
  void giveWayBeforeYoungerOnesOfOtherKeys() {
    crowd();
    FakeConsumer able = q.attach("able", 1);
    send("k", "other");
    q.later(400);
    able.window = 0;
    q.ack(able);
    send("k", "waits");
    Map<String, Object> limits = Map.of("max_shard_message_count", q.queue.depth());
    q.queue.spec(q.reader.merge(q.queue.spec(), Map.of("limits", limits)), q.now);
    q.log.holdReads(true);
    for (int i = 0; i < 20; i++) {
      q.publish(Messages.of("hot", "t/1", "new" + i, q.now));
    }
    q.log.holdReads(false);
    q.log.run();
    assertThat(q.queue.intake.parked()).isZero();
    assertThat(q.log.ends).doesNotContainKey("waits").containsEntry("21", "limit");
  }

  @Test
  void comeBackAllIfNotAllFitOnAPage() {
    FakeConsumer slow = crowd();
    q.attach("able", 10);
    for (int i = 0; i < 10; i++) {
      send("hot", "x".repeat(600_000) + i);
    }
    while (!slow.held.isEmpty()) {
      q.ack(slow);
    }
    assertThat(slow.seen).hasSize(MANY + 10);
    assertThat(slow.payloads().get(MANY + 9)).endsWith("x9");
  }

  @Test
  void giveWayToNewOnesAlsoWithADelay() {
    q = new QueueBench("dispatch_strategy", "key_ordered", "ack_timeout", "infinity");
    FakeConsumer slow = q.attach("slow", 2);
    for (int i = 0; i < MANY; i++) {
      send("hot", String.valueOf(i), "mq-delay", i % 500 == 499 ? "1000" : "0");
    }
    FakeConsumer able = q.attach("able", 10);
    q.later(2_000);
    assertThat(able.seen).isEmpty();
    q.queue.spec(
        q.reader.merge(q.queue.spec(), Map.of("limits", Map.of("max_shard_message_count", MANY))),
        q.now);
    for (int i = 0; i < 2_000; i++) {
      q.now++;
      assertThat(q.publish(Messages.of("hot", "t/1", "new" + i, q.now)))
          .as("with " + i)
          .isEqualTo(Publication.Outcome.STORED);
    }
    assertThat(q.log.ends.keySet()).containsAll(numbers(2, 2_002)).doesNotContain("0", "1", "2002");
    q.ack(slow);
  }

  @Test
  void waitForAConsumerAsOthersDo() {
    send("hot", "m");
    q.later(700);
    assertThat(q.queue.stats(q.now).oldestUnassignedMillis()).isEqualTo(700);
    FakeConsumer a = q.attach("a", 1);
    assertThat(q.queue.stats(q.now).oldestUnassignedMillis()).isZero();
    assertThat(a.seen).hasSize(1);
  }

  @Test
  void leaveNoMemoryInUseWhenTheQueueIsClosedWhileTheyAreRead() {
    FakeConsumer slow = crowd();
    q.attach("able", 10);
    while (!slow.held.isEmpty()) {
      q.queue.settled(slow.held.remove(0), ReasonCode.SUCCESS, null, q.now);
    }
    q.queue.close(q.now);
    q.log.run();
    assertThat(q.budget.usedBytes()).isZero();
  }

  @Test
  void comeBackQuicklyBesideVeryManyThatAreHandedOut() {
    FakeConsumer slow = crowd();
    FakeConsumer able = q.attach("able", 100_000);
    for (int i = 0; i < 40_000; i++) {
      send("k" + i, "other");
    }
    q.later(500);
    assertThat(able.seen).hasSize(40_000);
    long begun = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      q.ack(slow);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
  }
}

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code key_ordered}: however many messages are of keys whose consumer takes nothing, the others
 * go on, and nothing is lost, doubled or out of order of those that had to wait.
 */
class KeyOrderedCrowdTest {
  /** More than twice what is looked at in memory. */
  private static final int MANY = 5_000;

  private QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
  private FakeConsumer slow;
  private FakeConsumer able;

  /** Messages of a key that the slow consumer has two of are all that there is. */
  @BeforeEach
  void crowd() {
    crowd(MANY);
  }

  private void crowd(int count) {
    slow = q.attach("slow", 2);
    for (int i = 0; i < count; i++) {
      send("hot", String.valueOf(i));
    }
    assertThat(slow.payloads()).containsExactly("0", "1");
    able = q.attach("able", 100_000);
  }

  private void send(String key, String payload) {
    q.publish(Messages.of(key, "t/1", payload, q.now));
  }

  /** One that the able consumer gets, at the latest when the slow one has had its time for it. */
  private void sendOther() {
    send("k", "other");
    q.later(400);
    assertThat(able.payloads()).containsExactly("other");
    q.ack(able);
  }

  private void drain(FakeConsumer consumer) {
    while (!consumer.held.isEmpty()) {
      q.ack(consumer);
    }
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(String::valueOf).toList();
  }

  @Test
  void goesOnWithTheOtherKeysAtOnce() {
    for (int i = 0; i < 100; i++) {
      send("k" + i, "other" + i);
    }
    q.later(400); // those of the slow one, too
    assertThat(able.payloads()).hasSize(100).allMatch(each -> each.startsWith("other"));
    assertThat(q.queue.stats(q.now).inMemory()).isLessThan(1_100);
    assertThat(q.queue.depth()).isEqualTo(MANY + 100);
  }

  @Test
  void handsOutWhatHadToWaitInOrderAsItsConsumerTakesIt() {
    List<String> expected = new ArrayList<>(numbers(0, MANY));
    for (int i = 0; i < MANY; i++) {
      if (i % 500 == 0) {
        send("hot", "late" + i);
        expected.add("late" + i);
        send("k", "other" + i);
      }
      q.ack(slow);
      assertThat(q.queue.stats(q.now).inMemory()).isLessThan(2_100);
    }
    while (!slow.held.isEmpty() || !able.held.isEmpty()) {
      drain(slow);
      drain(able);
    }
    List<String> all = new ArrayList<>(slow.payloads());
    all.removeIf(each -> each.startsWith("other"));
    assertThat(all).isEqualTo(expected);
    assertThat(slow.seen.size() + able.seen.size()).isEqualTo(expected.size() + 10);
    assertThat(q.queue.depth()).isZero();
    assertThat(q.log.rows).isEmpty();
  }

  @Test
  void givesThemToAnotherConsumerWhenItsConsumerGoes() {
    sendOther();
    q.queue.detach(slow, q.now);
    q.log.run();
    drain(able);
    assertThat(able.payloads().stream().filter(each -> !each.equals("other")).toList())
        .isEqualTo(numbers(0, MANY));
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void givesThemToAnotherConsumerWhenTheTimeOfItsConsumerIsOver() {
    sendOther();
    q.later(300_000);
    q.later(1_000);
    drain(able);
    assertThat(able.payloads()).contains("0", "1");
    assertThat(able.payloads().stream().filter(each -> each.matches("[0-9]{2,}|[2-9]")).toList())
        .isEqualTo(numbers(2, MANY));
    assertThat(slow.payloads()).containsExactly("0", "1");
  }

  @Test
  void goesOnWithTheOtherKeysWhenMemoryIsShort() {
    q = new QueueBench("dispatch_strategy", "key_ordered");
    q.budgetBytes = 100;
    q.restart();
    crowd(200);
    for (int i = 0; i < 100; i++) {
      send("k" + i, "other" + i);
    }
    q.later(400);
    assertThat(able.payloads()).hasSize(100);
    while (slow.seen.size() < 200) {
      q.ack(slow);
    }
    assertThat(slow.payloads()).isEqualTo(numbers(0, 200));
  }

  @Test
  void goesOnBehindVeryManyKeysThatTheirConsumersHold() {
    q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer holder = q.attach("holder", 3_000);
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 3_000; i++) {
        send("k" + i, round + ":" + i);
      }
    }
    assertThat(holder.held).hasSize(3_000);
    FakeConsumer other = q.attach("other", 100_000);
    for (int i = 0; i < 1_000; i++) {
      send("free" + i, "free" + i);
    }
    q.later(400);
    assertThat(other.payloads()).hasSize(1_000);
    assertOrderOfKeys(List.of(holder, other), 3_000, 4);
  }

  private void assertOrderOfKeys(List<FakeConsumer> consumers, int keys, int rounds) {
    Map<String, Integer> next = new HashMap<>();
    while (consumers.stream().anyMatch(each -> !each.held.isEmpty())) {
      for (FakeConsumer each : consumers) {
        for (int i = 0; i < 50 && !each.held.isEmpty(); i++) {
          String[] parts = Messages.payload(each.held.get(0).message()).split(":");
          if (parts.length == 2) {
            assertThat(Integer.valueOf(parts[0])).isEqualTo(next.getOrDefault(parts[1], 0));
            next.merge(parts[1], 1, Integer::sum);
          }
          q.ack(each);
        }
      }
    }
    assertThat(next).hasSize(keys).allSatisfy((key, count) -> assertThat(count).isEqualTo(rounds));
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void goesOnWithADelayWhereTheKeyIsFull() {
    for (int i = 0; i < 3_000; i++) {
      q.publish(Messages.of("hot", "t/1", "d" + i, q.now, "mq-delay", "1000"));
    }
    q.publish(Messages.of("k", "t/1", "other", q.now, "mq-delay", "1000"));
    q.later(1_000);
    q.later(400);
    assertThat(able.payloads()).containsExactly("other");
    while (slow.seen.size() < MANY + 3_000) {
      q.ack(slow);
    }
    assertThat(slow.payloads()).doesNotHaveDuplicates();
  }

  @ValueSource(strings = {"dispatch_strategy=random", "key_expression=message.topic"})
  @ParameterizedTest
  void losesNothingWhenTheStrategyChanges(String change) {
    sendOther();
    String[] parts = change.split("=");
    q.queue.spec(q.reader.merge(q.queue.spec(), Map.of(parts[0], parts[1])), q.now);
    q.log.run();
    slow.window = 100_000;
    q.queue.creditAvailable(slow, q.now);
    q.log.run();
    while (!slow.held.isEmpty() || !able.held.isEmpty()) {
      drain(slow);
      drain(able);
    }
    List<String> all = new ArrayList<>(slow.payloads());
    all.addAll(able.payloads());
    assertThat(all).hasSize(MANY + 1).doesNotHaveDuplicates();
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void knowsTheOldestAndDropsItForANewOneAtTheLimit() {
    sendOther();
    q.queue.spec(
        q.reader.merge(q.queue.spec(), Map.of("limits", Map.of("max_shard_message_count", MANY))),
        q.now);
    q.log.takeMaxRows();
    for (int i = 0; i < 2_000; i++) {
      q.now++;
      send("hot", "new" + i);
      assertThat(q.queue.depth()).as("with " + i).isEqualTo(MANY);
      assertThat(q.log.takeMaxRows()).isEqualTo(MANY);
    }
    assertThat(q.log.ends.entrySet().stream().filter(e -> e.getValue().equals("limit")).count())
        .isEqualTo(2_000);
    assertThat(q.log.ends.keySet()).containsAll(numbers(2, 2_002)).doesNotContain("0", "1", "2002");
    List<String> expected = new ArrayList<>(List.of("0", "1"));
    expected.addAll(numbers(2_002, MANY));
    IntStream.range(0, 2_000).forEach(i -> expected.add("new" + i));
    while (slow.seen.size() < expected.size()) {
      q.ack(slow);
    }
    assertThat(slow.payloads()).isEqualTo(expected);
  }

  @Test
  void tellsTheAgeOfTheOldest() {
    long begun = q.now;
    sendOther();
    for (int i = 0; i < MANY - 1; i++) {
      q.now++;
      q.ack(slow);
      assertThat(q.queue.oldest().isKnown()).isTrue();
      assertThat(q.queue.stats(q.now).oldestAgeMillis()).isEqualTo(q.now - begun);
    }
    q.ack(slow);
    assertThat(q.queue.stats(q.now).oldestAgeMillis()).isZero();
  }

  @Test
  void removesSingleOnesThatWereSetAside() {
    sendOther();
    long last = q.log.rows.lastKey();
    for (long sequence : new long[] {last, last - 700, last - 701}) {
      var removed = new Inspection(q.queue, q.log).remove(sequence, false);
      q.log.run();
      assertThat(removed.result()).isTrue();
      removed = new Inspection(q.queue, q.log).remove(sequence, false);
      q.log.run();
      assertThat(removed.result()).isFalse();
    }
    assertThat(q.queue.depth()).isEqualTo(MANY - 3);
    assertThat(q.queue.bytes()).isEqualTo(q.log.bytes());
    while (q.queue.depth() > 0) {
      q.ack(slow);
    }
    assertThat(slow.seen).hasSize(MANY - 3);
  }

  @Test
  void countsWhatExpiresInTheStoreOnce() {
    sendOther();
    for (long sequence : List.copyOf(q.log.rows.keySet())) {
      if (sequence % 3 == 0) {
        FakeLog.Row row = q.log.rows.remove(sequence);
        QueueLog.Place place = new QueueLog.Place(row.lane(), sequence, row.message().sizeBytes());
        boolean wasHere = q.queue.depth() > q.log.rows.size();
        q.queue.expiredInStore(place, q.now);
        q.queue.expiredInStore(place, q.now);
        assertThat(wasHere).isTrue();
      }
    }
    q.log.run();
    // The few that were in memory are counted until they are handed out or swept.
    assertThat(q.queue.depth() - q.log.rows.size()).isBetween(0L, 10L);
    long rest = q.log.rows.size();
    while (!slow.held.isEmpty()) {
      q.ack(slow);
    }
    assertThat(q.queue.depth()).isZero();
    assertThat(slow.seen.size()).isBetween((int) rest, (int) rest + 10);
  }

  @Test
  void purgesThemAndGoesOn() {
    sendOther();
    assertThat(q.queue.purge(q.now, why -> {})).isEqualTo(MANY - 2);
    q.log.run();
    send("hot", "new");
    q.ack(slow);
    assertThat(slow.payloads()).containsExactly("0", "1", "new");
    drain(slow);
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void removesThemWhenTheyAreOlderThanTheRetention() {
    sendOther();
    q.queue.spec(
        q.reader.merge(
            q.queue.spec(), Map.of("data_retention_period", 60_000, "ack_timeout", "infinity")),
        q.now);
    q.later(61_000);
    for (int i = 0; i < 10; i++) {
      q.later(1_000);
    }
    assertThat(q.log.rows).hasSize(2);
    assertThat(q.queue.depth()).isEqualTo(2);
  }

  @Test
  void losesNothingWhenTheStoreCannotBeRead() {
    sendOther();
    q.log.failReads(true);
    for (int i = 0; i < 100 && !slow.held.isEmpty(); i++) {
      q.ack(slow);
      q.later(10);
    }
    assertThat(slow.held).isEmpty();
    q.log.failReads(false);
    q.later(1_000);
    drain(slow);
    drain(able);
    List<String> all = new ArrayList<>(slow.payloads());
    all.addAll(able.payloads());
    all.remove("other");
    assertThat(all).isEqualTo(numbers(0, MANY));
  }

  @Test
  void replacesTheValueOfAKeyThatWasSetAside() {
    q = new QueueBench("dispatch_strategy", "key_ordered", "is_lastvalue", true);
    FakeConsumer holder = q.attach("holder", 3_000);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 3_000; i++) {
        send("k" + i, round + ":" + i);
      }
    }
    FakeConsumer other = q.attach("other", 10);
    send("free", "free");
    assertThat(other.payloads()).containsExactly("free");
    for (int i = 0; i < 3_000; i++) {
      send("k" + i, "2:" + i);
    }
    assertThat(q.queue.depth()).isEqualTo(3_000 + 1);
    assertThat(q.log.rows).hasSize(3_000 + 1);
    drain(other);
    holder.seen.clear();
    while (!holder.held.isEmpty()) {
      q.ack(holder);
      drain(other);
    }
    assertThat(q.queue.depth()).isZero();
    List<String> values = new ArrayList<>(holder.payloads());
    values.addAll(other.payloads());
    values.remove("free");
    assertThat(values).hasSize(3_000).allMatch(each -> each.startsWith("2:"));
  }

  @Test
  void handsOutAgainWhatAConsumerGaveBackBeforeThem() {
    sendOther();
    slow.window = 0;
    q.settle(slow, 1, ReasonCode.UNSPECIFIED_ERROR);
    q.settle(slow, 0, ReasonCode.UNSPECIFIED_ERROR);
    drain(able);
    q.later(1_000);
    drain(able);
    List<String> all = new ArrayList<>(able.payloads());
    all.removeAll(List.of("other", "0", "1")); // a rejected one is not kept in order
    assertThat(all).isEqualTo(numbers(2, MANY));
    assertThat(able.payloads()).contains("0", "1");
  }
}

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
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** However many messages cannot be handed out now, those that can be are. */
class CrowdedQueueTest {
  private static final int MANY = 5_000;

  private QueueBench q = new QueueBench();

  @Test
  void goesOnBehindVeryManyRejectedMessagesThatRest() {
    q = new QueueBench("redispatch_interval", 30_000);
    for (int i = 0; i < MANY; i++) {
      q.publish("m" + i);
    }
    FakeConsumer a = q.attach("a", 100);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < MANY && !a.held.isEmpty(); i++) {
      seen.add(Messages.payload(a.held.get(0).message()));
      q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
      if (i % 100 == 0) {
        q.later(10);
      }
    }
    assertThat(seen).hasSizeGreaterThan(4_000);
    assertThat(q.queue.stats(q.now).inMemory()).isLessThan(7_000);
  }

  @Test
  void goesOnBesideVeryManyDelayedMessages() {
    Random random = new Random(1); // so they fill all lanes
    for (int i = 0; i < MANY; i++) {
      q.publish("later" + i, "mq-delay", String.valueOf(1_800_000 + random.nextInt(1_800_000)));
    }
    for (int i = 0; i < 100; i++) {
      q.publish("now" + i);
    }
    FakeConsumer a = q.attach("a", 200);
    assertThat(a.payloads()).hasSize(100).startsWith("now0").endsWith("now99");
    while (!a.held.isEmpty()) {
      q.ack(a);
    }
    for (int i = 0; i < 100; i++) {
      q.later(36_500);
      while (!a.held.isEmpty()) {
        q.ack(a);
      }
    }
    assertThat(a.payloads()).hasSize(MANY + 100).doesNotHaveDuplicates();
  }

  @Test
  void goesOnBesideDelayedMessagesWhenMemoryIsShort() {
    q.budgetBytes = 100;
    q.restart();
    for (int i = 0; i < 200; i++) {
      q.publish("later" + i, "mq-delay", String.valueOf(3_600_000 - i * 100));
    }
    for (int i = 0; i < 50; i++) {
      q.publish("now" + i);
    }
    FakeConsumer a = q.attach("a", 100);
    assertThat(a.payloads()).hasSize(50);
  }

  @Test
  void holdsOneLargeMessageOfEachQueueWhenMemoryIsShort() {
    q.budgetBytes = 100;
    q.restart();
    for (int i = 0; i < 40; i++) {
      q.publish(i + "x".repeat(400_000));
    }
    assertThat(q.queue.stats(q.now).inMemory()).isEqualTo(1);
    FakeConsumer a = q.attach("a", 1);
    for (int i = 0; i < 40; i++) {
      assertThat(q.queue.stats(q.now).inMemory()).as("a page").isLessThanOrEqualTo(3);
      q.ack(a);
    }
    assertThat(a.seen).hasSize(40);
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void keepsNothingInMemoryOfWhatRestedAndWasPurged() {
    q = new QueueBench("redispatch_interval", 30_000);
    FakeConsumer a = q.attach("a", 50);
    for (int i = 0; i < 50; i++) {
      q.publish("m" + i);
    }
    a.window = 0;
    while (!a.held.isEmpty()) {
      q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    }
    assertThat(q.queue.stats(q.now).inMemory()).isEqualTo(50);
    q.queue.purge(q.now, why -> {});
    q.log.run();
    assertThat(q.queue.stats(q.now).inMemory()).isZero();
    assertThat(q.budget.usedBytes()).isZero();
  }

  @Test
  void dropsTheOldestOfThoseThatRest() {
    q =
        new QueueBench(
            "limits", Map.of("max_shard_message_count", 3), "redispatch_interval", 30_000);
    FakeConsumer a = q.attach("a", 3);
    for (int i = 0; i < 3; i++) {
      q.publish("m" + i);
    }
    a.window = 0;
    for (int index : new int[] {1, 0, 0}) {
      q.settle(a, index, ReasonCode.UNSPECIFIED_ERROR);
      q.now++;
    }
    q.publish("m3");
    assertThat(q.log.ends).isEqualTo(Map.of("m0", "limit"));
  }

  @Test
  void dropsTheOldestForANewOneAlsoWhenThatWasRejectedAndRests() {
    q = new QueueBench("limits", Map.of("max_shard_message_count", 3), "redispatch_interval", 500);
    FakeConsumer a = q.attach("a", 1);
    for (int i = 0; i < 3; i++) {
      q.publish("m" + i);
    }
    a.window = 0;
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    q.publish("m3");
    a.window = 10;
    q.later(1_000);
    assertThat(a.payloads()).containsExactly("m0", "m1", "m2", "m3");
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("limit", 1L);
  }

  @Test
  void leavesNoMemoryInUseWhenItIsClosedWhileMessagesAreRead() {
    for (int i = 0; i < MANY; i++) {
      q.publish("m" + i);
    }
    q.log.run();
    q.queue.close(q.now);
    q.queue = q.open(q.queue.spec(), q.log.recovered());
    q.queue.close(q.now);
    q.log.run();
    assertThat(q.budget.usedBytes()).isZero();
  }

  @Test
  void leavesNoMemoryInUseWhenItIsClosedBeforeTheStoreRefusesAMessage() {
    q = new QueueBench("limits", Map.of("max_shard_message_count", 3));
    for (int i = 0; i < 3; i++) {
      q.publish("m" + i);
    }
    q.log.failAppends(1);
    q.queue.publish(
        new Publication(Messages.of("c", "t/1", "new", q.now), null, (o, fill, why) -> {}), q.now);
    q.queue.close(q.now);
    q.log.run();
    assertThat(q.budget.usedBytes()).isZero();
  }
}

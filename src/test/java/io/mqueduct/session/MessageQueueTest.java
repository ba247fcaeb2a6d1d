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
package io.mqueduct.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageQueueTest {
  private static final long NOW = 1000;

  private final List<String> dropped = new ArrayList<>();
  private final MessageQueue queue =
      new MessageQueue((d, reason) -> dropped.add(d.message.topic() + " " + reason.key()));
  private SessionSettings.Builder rules = SessionSettings.DEFAULTS.toBuilder().shiftMultiplier(1);

  private void add(String topic, int qos, long expiresAt, long now) {
    Message message =
        new Message(
            TopicName.of(topic),
            new byte[10 - topic.length()],
            Message.NO_BYTES,
            qos,
            false,
            now,
            expiresAt,
            "",
            null);
    queue.add(new Delivery(message, new int[0], qos, false, null), rules.build(), now);
  }

  private void add(int qos, String... topics) {
    for (String topic : topics) {
      add(topic, qos, Message.NEVER, NOW);
    }
  }

  private List<String> pollAll(long now) {
    List<String> order = new ArrayList<>();
    SessionSettings settings = rules.build();
    for (Delivery next = queue.poll(settings.shiftMultiplier(), now);
        next != null;
        next = queue.poll(settings.shiftMultiplier(), now)) {
      order.add(next.message.topic().text());
    }
    assertThat(queue.size()).isZero();
    assertThat(queue.bytes()).isZero();
    return order;
  }

  @Test
  void turnsComeOutAsInTheSpecification() {
    rules.maxMqueueLen(5).priorities(new Priorities(Map.of("t2/+", 1, "t3/#", 2), false));
    for (int i = 1; i <= 10; i++) {
      add(1, "t1/" + i, "t2/" + i, "t3/" + i);
    }
    assertThat(dropped).hasSize(15);
    assertThat(pollAll(NOW))
        .containsExactly(
            "t3/6", "t3/7", "t3/8", "t2/6", "t2/7", "t1/6", "t3/9", "t3/10", "t2/8", "t1/7", "t2/9",
            "t2/10", "t1/8", "t1/9", "t1/10");
  }

  @Test
  void aLowLevelLeavesWithinATurnWhileAHighOneNeverRunsEmpty() {
    rules.shiftMultiplier(2).priorities(new Priorities(Map.of("hi", 1), false));
    add(1, "lo", "hi", "hi", "hi", "hi");
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 10 && !order.contains("lo"); i++) {
      add(1, "hi");
      order.add(queue.poll(2, NOW).message.topic().text());
    }
    assertThat(order).containsExactly("hi", "hi", "hi", "hi", "lo");
  }

  @Test
  void isFirstInFirstOutOverAllQosWithoutPriorities() {
    add(1, "a");
    add(0, "b");
    add(2, "c");
    add(0, "d");
    assertThat(pollAll(NOW)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void dropsTheOldestQos0FirstAndElseTheOldest() {
    rules.maxMqueueLen(3);
    add(1, "a");
    add(0, "b", "c");
    add(1, "d");
    assertThat(dropped).containsExactly("b queue_full");
    add(1, "e", "f");
    assertThat(dropped).containsExactly("b queue_full", "c queue_full", "a queue_full");
    add(0, "g");
    assertThat(dropped).endsWith("g queue_full");
    assertThat(pollAll(NOW)).containsExactly("d", "e", "f");
  }

  @Test
  void overTheTotalLimitTheLowestLevelGivesWay() {
    rules.maxMqueueTotalLen(10).priorities(new Priorities(Map.of("hi/#", 10, "lo/#", 1), false));
    for (int i = 0; i < 10; i++) {
      add(1, "lo/" + i);
    }
    for (int i = 0; i < 10; i++) {
      add(1, "hi/" + i);
    }
    assertThat(dropped).hasSize(10).allMatch(line -> line.startsWith("lo/"));
    assertThat(pollAll(NOW)).hasSize(10).allMatch(topic -> topic.startsWith("hi/")).isSorted();
  }

  @Test
  void aNewcomerOfALowLevelGivesWayItself() {
    rules.maxMqueueTotalLen(1).priorities(new Priorities(Map.of("hi", 10), false));
    add(1, "hi", "lo");
    assertThat(dropped).containsExactly("lo queue_full");
  }

  @Test
  void levelsHaveLimitsOfTheirOwn() {
    rules.maxMqueueLen(10).priorities(new Priorities(Map.of("hi/#", 10, "lo/#", 1), false));
    for (int i = 0; i < 10; i++) {
      add(1, "lo/" + i, "hi/" + i);
    }
    assertThat(dropped).isEmpty();
    assertThat(queue.size()).isEqualTo(20);
  }

  @Test
  void countsBytes() {
    rules.maxMqueueBytes(30);
    add(1, "a", "b", "c", "d");
    assertThat(dropped).containsExactly("a queue_full");
    assertThat(queue.bytes()).isEqualTo(30);
  }

  @Test
  void zeroIsNoLimit() {
    rules.maxMqueueLen(0);
    for (int i = 0; i < 5000; i++) {
      add(1, "t");
    }
    assertThat(queue.size()).isEqualTo(5000);
  }

  @Test
  void anExpiredMessageGivesWayToALiveOne() {
    rules.maxMqueueLen(3);
    add(1, "a");
    add("b", 1, NOW + 10, NOW);
    add("c", 1, NOW + 5, NOW);
    add("d", 1, Message.NEVER, NOW + 10);
    assertThat(dropped).containsExactlyInAnyOrder("b expired", "c expired");
    assertThat(pollAll(NOW + 10)).containsExactly("a", "d");
  }

  @Test
  void expiredMessagesGoInTheBackground() {
    rules.maxMqueueLen(0);
    for (int i = 0; i < 1000; i++) {
      add("t" + i, i % 2, NOW + 3000, NOW + i);
    }
    add(1, "live");
    assertThat(queue.earliestExpiryMillis()).isEqualTo(NOW + 3000);
    queue.dropExpired(NOW + 2999);
    assertThat(dropped).isEmpty();
    queue.dropExpired(NOW + 3000);
    assertThat(dropped).hasSize(1000);
    assertThat(queue.earliestExpiryMillis()).isEqualTo(Message.NEVER);
    assertThat(pollAll(NOW)).containsExactly("live");
  }

  @Test
  void anExpiredMessageIsNotHandedOut() {
    add("a", 1, NOW + 1, NOW);
    add(1, "b");
    assertThat(pollAll(NOW + 1)).containsExactly("b");
    assertThat(dropped).containsExactly("a expired");
  }

  @Test
  void showsMessagesInOrderOfArrivalOverAllLevels() {
    rules.priorities(new Priorities(Map.of("hi", 10), false));
    add(1, "lo", "hi");
    add(0, "lo", "hi");
    List<String> order = new ArrayList<>();
    queue.forEach(d -> order.add(d.message.topic() + "" + d.qos));
    assertThat(order).containsExactly("lo1", "hi1", "lo0", "hi0");
  }
}

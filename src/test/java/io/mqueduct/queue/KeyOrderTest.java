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

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which consumer gets a key of a {@code key_ordered} queue. */
class KeyOrderTest {
  @Test
  void keepsTheOrderOfEachKeyWithOneConsumerAtATime() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    List<FakeConsumer> all = List.of(q.attach("a", 20), q.attach("b", 20), q.attach("c", 20));
    Map<String, String> owners = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      q.publish(Messages.of("k" + i % 12, "t/1", String.valueOf(i), q.now));
    }
    Set<String> used = new HashSet<>();
    for (FakeConsumer c : all) {
      Map<String, Integer> last = new HashMap<>();
      for (Handout h : c.seen) {
        String key = h.message().publisher();
        assertThat(owners.putIfAbsent(key, c.id())).isIn(null, c.id());
        int n = Integer.parseInt(Messages.payload(h.message()));
        assertThat(n).isGreaterThan(last.getOrDefault(key, -1));
        last.put(key, n);
        used.add(c.id());
      }
    }
    assertThat(used).hasSizeGreaterThan(1);
    FakeConsumer gone = all.get(0);
    q.queue.detach(gone, q.now);
    for (FakeConsumer c : all) {
      while (c != gone && !c.held.isEmpty()) {
        q.ack(c);
      }
    }
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void movesKeysAwayFromAConsumerThatTakesNothing() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer a = q.attach("a", 1);
    a.window = 0;
    FakeConsumer b = q.attach("b", 1000);
    q.later(0);
    q.later(120); // since the last sweep: it does not take until the next one but one
    long since = q.now;
    for (int i = 0; i < 40; i++) {
      q.publish(Messages.of("k" + i, "t/1", "m" + i, q.now));
    }
    assertThat(b.seen.size()).isBetween(5, 35);
    while (b.seen.size() < 40 && q.now - since < 1000) {
      q.later(Math.max(1, q.queue.dueMillis() - q.now));
    }
    assertThat(b.seen).hasSize(40);
    assertThat(q.now - since).isLessThanOrEqualTo(400);
    assertThat(a.seen).isEmpty();
  }

  @Test
  void movesKeysToWhoeverHasCreditAndNotToOneThatOthersFill() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer gone = q.attach("gone", 1);
    FakeConsumer small = q.attach("small", 1000);
    FakeConsumer large = q.attach("large", 1000);
    publishKeys(q, 60);
    small.window = small.held.size() + 2;
    long since = q.now;
    while (q.queue.hasVisible(q.now) && q.now - since < 2000) {
      q.later(Math.max(1, q.queue.dueMillis() - q.now));
    }
    assertThat(gone.seen.size() + small.seen.size() + large.seen.size()).isEqualTo(60);
    assertThat(q.now - since).isLessThanOrEqualTo(500);
  }

  @Test
  void movesKeysThatHaveWaitedLongForAConsumerThatIsSlow() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer slow = q.attach("slow", 1);
    publishKeys(q, 40);
    FakeConsumer other = q.attach("other", 1000);
    long since = q.now;
    while (q.queue.hasVisible(q.now) && q.now - since < 10_000) {
      q.ack(slow);
      q.later(100);
    }
    assertThat(q.now - since).isLessThanOrEqualTo(1000);
    assertThat(slow.seen).hasSizeGreaterThan(5);
    assertThat(other.seen).hasSizeGreaterThan(10);
  }

  @Test
  void leavesKeysWhereTheyAreWhenOneComesThatTakesNothing() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer only = q.attach("only", 1);
    publishKeys(q, 40);
    for (int i = 0; i < 40; i++) {
      q.attach("idle" + i, 0);
      assertThat(only.held).as("after " + i).hasSize(1);
      q.ack(only);
      q.later(10);
    }
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void givesKeysOfConsumersWithoutCreditToOneThatHasSomeForAMomentOnly() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer stuck = q.attach("stuck", 1);
    FakeConsumer puller = q.attach("puller", 1);
    publishKeys(q, 40);
    puller.window = puller.held.size();
    stuck.window = stuck.held.size();
    for (int i = 0; i < 10; i++) {
      q.later(200);
      pull(q, puller, 10);
    }
    assertThat(q.queue.hasVisible(q.now)).isFalse();
  }

  @Test
  void givesKeysOfASlowConsumerToOneThatHasCreditForAMomentOnly() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer slow = q.attach("slow", 1);
    FakeConsumer puller = q.attach("puller", 0);
    publishKeys(q, 100);
    for (int i = 0; i < 20; i++) {
      q.later(100);
      if (!slow.held.isEmpty()) {
        q.ack(slow);
      }
      pull(q, puller, 10);
    }
    assertThat(q.queue.hasVisible(q.now)).isFalse();
    assertThat(slow.seen).hasSizeGreaterThan(5);
  }

  @Test
  void givesKeysThatHaveWaitedLongToOneThatComesForAMoment() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer slow = q.attach("slow", 1);
    publishKeys(q, 100);
    for (int i = 0; i < 12; i++) {
      q.later(100);
      q.ack(slow);
    }
    FakeConsumer puller = q.attach("puller", 1000);
    assertThat(q.queue.hasVisible(q.now)).isFalse();
    assertThat(puller.seen).hasSize(87);
  }

  @Test
  void givesKeysOfAConsumerThatTakesNothingToThoseThatAreBusy() {
    QueueBench q = new QueueBench("dispatch_strategy", "key_ordered");
    FakeConsumer stuck = q.attach("stuck", 1);
    List<FakeConsumer> busy = List.of(q.attach("x", 1), q.attach("y", 1));
    publishKeys(q, 300);
    for (int i = 0; i < 40; i++) {
      q.later(20);
      busy.forEach(q::ack);
      publishKeys(q, 300);
    }
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      busy.forEach(q::ack);
    }
    busy.forEach(each -> each.seen.forEach(h -> keys.add(h.message().publisher())));
    assertThat(stuck.seen).hasSize(1);
    assertThat(keys).hasSizeGreaterThan(250);
  }

  /** Takes what there is at once, and waits for nothing. */
  private static void pull(QueueBench q, FakeConsumer puller, int max) {
    puller.window = puller.held.size() + max;
    q.queue.creditAvailable(puller, q.now);
    puller.window = puller.held.size();
  }

  private static void publishKeys(QueueBench q, int keys) {
    for (int i = 0; i < keys; i++) {
      q.publish(Messages.of("k" + i, "t/1", "m" + i, q.now));
    }
  }
}

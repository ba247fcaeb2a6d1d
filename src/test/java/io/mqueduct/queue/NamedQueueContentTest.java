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
import io.mqueduct.queue.Publication.Outcome;
import io.mqueduct.queue.property.PublishProperties;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NamedQueueContentTest {
  private static String user(Handout handout, String name) {
    return PublishProperties.user(handout.message().properties(), name);
  }

  @Test
  void holdsItsLimitByDroppingTheOldest() {
    QueueBench q = new QueueBench("limits", Map.of("max_shard_message_count", 3));
    for (int i = 0; i < 10; i++) {
      assertThat(q.publish("m" + i)).isEqualTo(Outcome.STORED);
      assertThat(q.log.rows.size()).isLessThanOrEqualTo(3);
    }
    assertThat(q.attach("a", 10).payloads()).containsExactly("m7", "m8", "m9");
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("limit", 7L);
  }

  @Test
  void countsWhatGaveWayWhileAConsumerHadItOnce() {
    QueueBench q =
        new QueueBench("limits", Map.of("max_shard_message_count", 2), "ack_timeout", 1000);
    FakeConsumer a = q.attach("a", 10);
    for (int i = 0; i < 5; i++) {
      q.publish("m" + i); // m0, m1 and m2 give way
    }
    assertThat(q.queue.depth()).isEqualTo(2);
    assertThat(q.queue.stats(q.now).unacknowledged()).isEqualTo(5);
    assertThat(q.queue.stats(q.now).dropped()).isEmpty();

    q.settle(a, 0, ReasonCode.SUCCESS);
    assertThat(q.queue.stats(q.now).totals()).containsEntry("acknowledged", 1L);
    assertThat(q.queue.stats(q.now).dropped()).isEmpty();

    q.settle(a, 1, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("limit", 1L);

    q.later(2000);
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("limit", 2L);
    assertThat(q.queue.depth()).isEqualTo(2);
  }

  @Test
  void holdsItsLimitInBytes() {
    QueueBench q = new QueueBench("limits", Map.of("max_shard_message_bytes", 30));
    q.publish("0123456789"); // 13 with the topic
    q.publish("0123456789");
    q.publish("0123456789");
    assertThat(q.queue.bytes()).isEqualTo(26);
    assertThat(q.publish("0123456789012345678901234567")).isEqualTo(Outcome.IGNORED);
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("too_large", 1L);
    assertThat(q.queue.fillPercent()).isEqualTo(87);
  }

  @Test
  void holdsItsLimitByRejecting() {
    QueueBench q =
        new QueueBench(
            "limits", Map.of("max_shard_message_count", 2), "overflow", "reject_publish");
    q.publish("a");
    q.publish("b");
    assertThat(q.publish("c")).isEqualTo(Outcome.REJECTED);
    FakeConsumer a = q.attach("a", 10);
    assertThat(q.publish("d")).isEqualTo(Outcome.REJECTED); // handed out ones count
    q.ack(a);
    assertThat(q.publish("e")).isEqualTo(Outcome.STORED);
    assertThat(a.payloads()).containsExactly("a", "b", "e");
  }

  @Test
  void keepsAReservedPlace() {
    QueueBench q =
        new QueueBench(
            "limits", Map.of("max_shard_message_count", 2), "overflow", "reject_publish");
    q.publish("a");
    Publication reserved = new Publication(Messages.of("t/1", "r"), null, (o, f, w) -> {});
    assertThat(q.queue.reserve(reserved)).isTrue();
    assertThat(q.publish("b")).isEqualTo(Outcome.REJECTED);
    q.queue.publish(reserved, q.now);
    q.log.run();
    assertThat(q.queue.depth()).isEqualTo(2);
  }

  @Test
  void trimsAtOnceWhenTheLimitIsLowered() {
    QueueBench q = new QueueBench();
    for (int i = 0; i < 3000; i++) {
      q.publish("m" + i);
    }
    q.queue.spec(
        q.reader.merge(q.queue.spec(), Map.of("limits", Map.of("max_shard_message_count", 5))),
        q.now);
    q.log.run();
    assertThat(q.queue.depth()).isEqualTo(5);
    assertThat(q.attach("a", 10).payloads()).startsWith("m2995").hasSize(5);
  }

  @Test
  void keepsTheNewestValueOfEachKey() {
    QueueBench q = new QueueBench("is_lastvalue", true);
    q.publish(Messages.of("k1", "t/1", "old", q.now));
    q.publish(Messages.of("k2", "t/1", "x", q.now));
    q.publish(Messages.of("k1", "t/1", "new", q.now));
    assertThat(q.queue.depth()).isEqualTo(2);
    assertThat(q.attach("a", 10).payloads()).containsExactly("x", "new");
  }

  @Test
  void replacesWhatIsNotYetSentAlsoWithAConsumerPresent() {
    QueueBench q = new QueueBench("is_lastvalue", true);
    FakeConsumer a = q.attach("a", 1);
    q.publish(Messages.of("k", "t/1", "1", q.now));
    q.publish(Messages.of("k", "t/1", "2", q.now));
    q.publish(Messages.of("k", "t/1", "3", q.now));
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR); // "1" comes back and is outdated
    assertThat(a.payloads()).containsExactly("1", "3");
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("replaced", 1L);
    q.ack(a);
    q.later(60_000);
    assertThat(a.seen).hasSize(2);
    assertThat(q.queue.depth()).isZero();
  }

  @Test
  void replacesValuesThatAreInTheStoreAlone() {
    QueueBench q = new QueueBench("is_lastvalue", true);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 5000; i++) {
        q.publish(Messages.of("k" + i, "t/1", round + "/" + i, q.now));
      }
    }
    assertThat(q.queue.depth()).isEqualTo(5000);
    assertThat(q.queue.bytes()).isEqualTo(q.log.bytes());
    FakeConsumer a = q.attach("a", 10_000);
    assertThat(a.payloads()).hasSize(5000).allMatch(p -> p.startsWith("1/"));
  }

  @Test
  void leavesOutMessagesWithoutAKeyAndCountsThem() {
    QueueBench q = new QueueBench("is_lastvalue", true, "key_expression", "message.payload.id");
    assertThat(q.publish("{\"id\":1}")).isEqualTo(Outcome.STORED);
    assertThat(q.publish("{}")).isEqualTo(Outcome.IGNORED);
    assertThat(q.publish("{\"id\":\"\"}")).isEqualTo(Outcome.STORED); // "" is a key
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("no_key", 1L);
    assertThat(q.queue.depth()).isEqualTo(2);
  }

  @Test
  void doesNotDeliverWhatExpiredOrIsTooOld() {
    QueueBench q = new QueueBench("data_retention_period", "10s");
    q.publish(Messages.of("c", "t/1", "short", q.now, q.now + 2000));
    q.publish("long");
    q.later(2000);
    assertThat(q.queue.depth()).isEqualTo(1);
    q.later(8000);
    assertThat(q.queue.depth()).isZero();
    assertThat(q.log.rows).isEmpty();
    assertThat(q.queue.stats(q.now).dropped())
        .containsOnly(Map.entry("expired", 1L), Map.entry("retention", 1L));
  }

  @Test
  void showsMessagesAfterTheirDelay() {
    QueueBench q = new QueueBench("delivery_delay", "10s");
    FakeConsumer a = q.attach("a", 10);
    q.publish("later");
    q.publish("own", "mq-delay", "2000");
    q.publish("now", "mq-delay", "0");
    assertThat(a.payloads()).containsExactly("now");
    assertThat(q.queue.stats(q.now).delayed()).isEqualTo(2);
    q.later(1999);
    assertThat(a.seen).hasSize(1);
    q.later(1);
    assertThat(a.payloads()).containsExactly("now", "own");
    q.later(8000);
    assertThat(a.payloads()).containsExactly("now", "own", "later");
  }

  @Test
  void showsManyDelayedMessagesInTheOrderOfTheirTimeAlsoAfterARestart() {
    QueueBench q = new QueueBench();
    for (int i = 0; i < 600; i++) {
      q.publish("m" + i, "mq-delay", String.valueOf(1000 + (i * 37 % 50) * 100));
    }
    q.restart();
    FakeConsumer a = q.attach("a", 1000);
    for (int i = 0; i < 70; i++) {
      q.later(100);
    }
    assertThat(a.seen).hasSize(600);
    long last = 0;
    for (Handout h : a.seen) {
      String delay = user(h, "mq-delay");
      assertThat(Long.parseLong(delay)).isGreaterThanOrEqualTo(last);
      last = Long.parseLong(delay);
    }
  }

  @Test
  void storesARepetitionOnce() {
    QueueBench q = new QueueBench("dedup_window", Map.of("time", "1m", "count", 2));
    assertThat(q.publish("a", "mq-dedup-id", "1")).isEqualTo(Outcome.STORED);
    assertThat(q.publish("a", "mq-dedup-id", "1")).isEqualTo(Outcome.DUPLICATE);
    assertThat(q.queue.depth()).isEqualTo(1);
    q.publish("b", "mq-dedup-id", "2");
    q.publish("c", "mq-dedup-id", "3");
    assertThat(q.publish("b", "mq-dedup-id", "2")).isEqualTo(Outcome.DUPLICATE);
    assertThat(q.publish("a", "mq-dedup-id", "1")).isEqualTo(Outcome.STORED); // beyond the count
    q.later(60_000);
    assertThat(q.publish("c", "mq-dedup-id", "3")).isEqualTo(Outcome.STORED); // beyond the time
    assertThat(q.queue.stats(q.now).totals()).containsEntry("duplicates", 2L);
  }

  @Test
  void aRepetitionWaitsForTheFateOfTheFirst() {
    QueueBench q = new QueueBench();
    Map<String, Outcome> outcomes = new HashMap<>();
    for (String id : List.of("1", "2")) {
      q.queue.publish(
          new Publication(
              Messages.of("c", "t/1", id, q.now, "mq-dedup-id", "same"),
              null,
              (o, fill, why) -> outcomes.put(id, o)),
          q.now);
    }
    assertThat(outcomes).isEmpty();
    q.log.failAppends(1);
    q.log.run();
    assertThat(outcomes)
        .containsOnly(Map.entry("1", Outcome.FAILED), Map.entry("2", Outcome.FAILED));
    assertThat(q.publish("3", "mq-dedup-id", "same")).isEqualTo(Outcome.STORED);
  }

  @Test
  void saysFactsAboutDeliveries() {
    QueueBench q =
        new QueueBench(
            "is_lastvalue",
            true,
            "delivery_facts",
            List.of("mq-seq", "mq-enqueued-at", "mq-key", "mq-delivery-count"));
    FakeConsumer a = q.attach("a", 10);
    q.publish("m", "own", "x");
    Handout first = a.held.get(0);
    assertThat(user(first, "mq-seq")).isEqualTo("1");
    assertThat(user(first, "mq-enqueued-at")).isEqualTo("10000");
    assertThat(user(first, "mq-key")).isEqualTo("c");
    assertThat(user(first, "mq-delivery-count")).isNull();
    assertThat(user(first, "own")).isEqualTo("x");
    q.settle(a, 0, ReasonCode.UNSPECIFIED_ERROR);
    q.later(100);
    assertThat(user(a.held.get(0), "mq-delivery-count")).isEqualTo("2");
  }

  @Test
  void changesTheStrategyOfALivingQueue() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 5);
    for (int i = 0; i < 20; i++) {
      q.publish(Messages.of("k" + i % 3, "t/1", "m" + i, q.now));
    }
    for (String strategy : List.of("key_ordered", "least_inflight", "key_ordered", "random")) {
      q.queue.spec(q.reader.merge(q.queue.spec(), Map.of("dispatch_strategy", strategy)), q.now);
      q.ack(a);
    }
    FakeConsumer b = q.attach("b", 100);
    while (!a.held.isEmpty()) {
      q.ack(a);
    }
    while (!b.held.isEmpty()) {
      q.ack(b);
    }
    assertThat(q.queue.depth()).isZero();
    Set<String> all = new HashSet<>(a.payloads());
    all.addAll(b.payloads());
    assertThat(all).hasSize(20);
    assertThat(a.seen.size() + b.seen.size()).isEqualTo(20);
  }

  @Test
  void purgesWhatIsNotHandedOut() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 2);
    for (int i = 0; i < 3000; i++) {
      q.publish("m" + i);
    }
    assertThat(q.queue.purge(q.now, why -> {})).isEqualTo(2998);
    q.log.run();
    assertThat(q.log.rows).hasSize(2);
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("purged", 2998L);
    q.ack(a);
    q.ack(a);
    q.publish("new");
    assertThat(a.payloads()).containsExactly("m0", "m1", "new");
    assertThat(q.queue.depth()).isEqualTo(1);
  }

  @Test
  void tellsNobodyAndTakesNothingOnceItIsClosed() {
    QueueBench q = new QueueBench();
    FakeConsumer a = q.attach("a", 2);
    q.publish("m");
    q.queue.close(q.now);
    assertThat(q.publish("n")).isEqualTo(Outcome.IGNORED);
    q.ack(a);
    assertThat(a.seen).hasSize(1);
  }

  @Test
  void watchesHowLongAMessageWaits() {
    QueueBench q = new QueueBench();
    q.publish("m");
    q.later(700);
    QueueStats stats = q.queue.stats(q.now);
    assertThat(stats.oldestUnassignedMillis()).isEqualTo(700);
    assertThat(stats.oldestAgeMillis()).isEqualTo(700);
    assertThat(stats.stalledMillis()).isZero();
    FakeConsumer a = q.attach("a", 1);
    assertThat(q.queue.stats(q.now).oldestUnassignedMillis()).isZero();
    assertThat(q.queue.stats(q.now).unacknowledged()).isEqualTo(1);
    q.ack(a);
    assertThat(q.queue.stats(q.now).oldestAgeMillis()).isZero();
  }

  @Test
  void forgetsWhatTheStoreLetExpire() {
    QueueBench q = new QueueBench();
    for (int i = 0; i < 3000; i++) {
      q.publish(Messages.of("c", "t/1", "m", q.now, q.now + 5000));
    }
    long last = q.log.rows.lastKey();
    q.log.remove(0, last, false);
    q.log.run();
    q.queue.expiredInStore(new QueueLog.Place(0, last, 4), q.now);
    assertThat(q.queue.depth()).isEqualTo(2999);
    q.queue.expiredInStore(new QueueLog.Place(0, 1, 4), q.now); // in memory: seen to there
    assertThat(q.queue.depth()).isEqualTo(2999);
    FakeConsumer a = q.attach("a", 5000);
    assertThat(a.seen).hasSize(2999);
  }
}

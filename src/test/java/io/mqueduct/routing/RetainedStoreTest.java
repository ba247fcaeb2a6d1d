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
package io.mqueduct.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RetainedStoreTest {
  private static final long NOW = 1_000_000;

  private final RetainedStore store = new RetainedStore(RetainedStore.Limits.NONE);

  private static Message message(String topic, String payload, long expiresAt) {
    return new Message(
        TopicName.of(topic),
        payload.getBytes(StandardCharsets.UTF_8),
        Message.NO_BYTES,
        1,
        true,
        NOW,
        expiresAt,
        "p",
        null);
  }

  private static Message message(String topic, String payload) {
    return message(topic, payload, Message.NEVER);
  }

  private static List<String> read(RetainedCursor cursor, int maxSteps) {
    List<String> topics = new ArrayList<>();
    while (!cursor.isExhausted()) {
      Message next = cursor.next(NOW, maxSteps);
      if (next != null) {
        topics.add(next.topic().text());
      }
    }
    return topics;
  }

  private List<String> topics(String filter) {
    return read(store.matching(filter), 100);
  }

  @Test
  void keepsTheLatestMessageOfEachTopicUntilAnEmptyOneClearsIt() {
    assertThat(store.set(message("r/1", "a"))).isEqualTo(RetainedStore.Outcome.STORED);
    assertThat(store.set(message("r/1", "bc"))).isEqualTo(RetainedStore.Outcome.REPLACED);
    assertThat(store.get("r/1", NOW).payload()).isEqualTo(new byte[] {'b', 'c'});
    assertThat(store.count()).isEqualTo(1);
    assertThat(store.bytes()).isEqualTo(5);

    assertThat(store.set(message("r/1", ""))).isEqualTo(RetainedStore.Outcome.CLEARED);
    assertThat(store.set(message("r/1", ""))).isEqualTo(RetainedStore.Outcome.CLEARED);

    assertThat(store.get("r/1", NOW)).isNull();
    assertThat(topics("#")).isEmpty();
    assertThat(store.count()).isZero();
    assertThat(store.bytes()).isZero();
  }

  @Test
  void givesWildcardsTheTopicsThatMatch() {
    for (String topic : List.of("r/1", "r/2", "r", "r/", "r/1/x", "s/1", "r!", "/1", "$SYS/a")) {
      store.set(message(topic, "x"));
    }

    assertThat(topics("r/+")).containsExactly("r/", "r/1", "r/2");
    assertThat(topics("r/#")).containsExactly("r", "r/", "r/1", "r/1/x", "r/2");
    assertThat(topics("+/1")).containsExactlyInAnyOrder("r/1", "s/1", "/1");
    assertThat(topics("#")).hasSize(8).doesNotContain("$SYS/a");
    assertThat(topics("+/a")).isEmpty();
    assertThat(topics("$SYS/#")).containsExactly("$SYS/a");
    assertThat(topics("r/1")).containsExactly("r/1");
    assertThat(read(store.all(), 100)).hasSize(9).contains("$SYS/a");
  }

  @Test
  void refusesNewTopicsWhenFullButReplacesAndRefusesLargePayloads() {
    store.limits(new RetainedStore.Limits(2, 3, Message.NEVER));
    store.set(message("a", "1"));
    store.set(message("b", "1"));

    assertThat(store.set(message("c", "1"))).isEqualTo(RetainedStore.Outcome.FULL);
    assertThat(store.set(message("a", "123"))).isEqualTo(RetainedStore.Outcome.REPLACED);
    assertThat(store.set(message("a", "1234"))).isEqualTo(RetainedStore.Outcome.TOO_LARGE);
    assertThat(store.get("a", NOW).payload()).hasSize(3);
    assertThat(store.refused()).isEqualTo(2);
    store.set(message("b", ""));
    assertThat(store.set(message("c", "1"))).isEqualTo(RetainedStore.Outcome.STORED);
    assertThat(store.count()).isEqualTo(2);
  }

  @Test
  void hidesExpiredMessagesAtOnceAndRemovesThemInPortions() {
    store.limits(new RetainedStore.Limits(Long.MAX_VALUE, Long.MAX_VALUE, 5000));
    for (int i = 0; i < 10; i++) {
      store.set(message("own/" + i, "x", NOW + 1000));
      store.set(message("default/" + i, "x"));
    }
    assertThat(store.get("own/1", NOW + 999)).isNotNull();
    assertThat(store.get("own/1", NOW + 1000)).isNull();
    assertThat(store.get("default/1", NOW + 4999).expiresAtMillis()).isEqualTo(Message.NEVER);
    assertThat(store.get("default/1", NOW + 5000)).isNull();
    assertThat(store.matching("own/+").next(NOW + 1000, 100)).isNull();
    assertThat(store.count()).isEqualTo(20);

    assertThat(store.removeExpired(NOW + 1000, 12)).isEqualTo(2);
    assertThat(store.removeExpired(NOW + 1000, 12)).isEqualTo(8);
    assertThat(store.count()).isEqualTo(10);
    assertThat(store.removeExpired(NOW + 5000, 100)).isEqualTo(10);
    assertThat(store.count()).isZero();
    assertThat(store.bytes()).isZero();
    assertThat(store.expired()).isEqualTo(20);
  }

  @Test
  void replaysAnyNumberOfTopicsStepByStepWhileTheyChange() {
    for (int i = 0; i < 12_000; i++) {
      store.set(message("r/" + i, "old"));
    }
    RetainedCursor cursor = store.matching("r/+");
    List<String> seen = new ArrayList<>();
    List<String> payloads = new ArrayList<>();
    while (!cursor.isExhausted()) {
      Message next = cursor.next(NOW, 10);
      if (next != null) {
        seen.add(next.topic().text());
        payloads.add(new String(next.payload(), StandardCharsets.UTF_8));
        if (seen.size() == 6000) { // all replaced while the socket was full
          for (int i = 0; i < 12_000; i++) {
            store.set(message("r/" + i, "new"));
          }
        }
      }
    }

    assertThat(seen).hasSize(12_000).doesNotHaveDuplicates();
    assertThat(payloads.subList(0, 6000)).containsOnly("old");
    assertThat(payloads.subList(6000, 12_000)).containsOnly("new");
  }

  @Test
  void seeksInsteadOfLookingAtAllThatIsStored() {
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < 100; j++) {
        store.set(message("site/" + i + "/device/" + j + "/state", "x"));
      }
    }
    assertThat(stepsOf("site/7/device/+/state")).isLessThan(250);
    assertThat(stepsOf("site/+/device/42/state")).isLessThan(450);
    assertThat(stepsOf("site/55/device/3/#")).isLessThan(20);
    assertThat(stepsOf("other/#")).isLessThan(5);
    assertThat(stepsOf("+/99/+/99/state")).isLessThan(20);
  }

  private int stepsOf(String filter) {
    RetainedCursor cursor = store.matching(filter);
    int steps = 0;
    while (!cursor.isExhausted()) {
      cursor.next(NOW, 1);
      steps++;
    }
    return steps;
  }

  @Property(tries = 1000)
  void agreesWithTheNaiveModel(
      @ForAll("topics") Set<String> topics, @ForAll("filters") String filter) {
    RetainedStore other = new RetainedStore(RetainedStore.Limits.NONE);
    topics.forEach(topic -> other.set(message(topic, "x")));

    assertThat(read(other.matching(filter), 1))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            topics.stream().filter(topic -> NaiveMatch.matches(filter, topic)).toList());
  }

  @Provide
  Arbitrary<Set<String>> topics() {
    return NaiveMatch.topics().set().ofMaxSize(30);
  }

  @Provide
  Arbitrary<String> filters() {
    return NaiveMatch.filters();
  }

  @Test
  void keepsItsCountsAndLimitUnderWritesFromSeveralThreads() throws Exception {
    store.limits(new RetainedStore.Limits(20, 100, Message.NEVER));
    ExecutorService writers = Executors.newFixedThreadPool(3);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int seed = 0; seed < 3; seed++) {
        Random random = new Random(seed);
        results.add(
            writers.submit(
                () -> {
                  boolean isWithin = true;
                  for (int i = 0; i < 100_000; i++) {
                    String payload = "x".repeat(random.nextInt(4));
                    long expiry = random.nextInt(4) == 0 ? NOW - 1 : Message.NEVER;
                    store.set(message("t/" + random.nextInt(30), payload, expiry));
                    // Each of the others may count one too many before it gives up. A cursor is no
                    // measure: while it walks, one that it saw may go and one behind it come.
                    isWithin &= store.count() <= 20 + 2;
                  }
                  return isWithin;
                }));
      }
      while (results.stream().anyMatch(result -> !result.isDone())) {
        store.removeExpired(NOW, 10);
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      writers.shutdownNow();
    }
    store.removeExpired(NOW, 100);
    store.removeExpired(NOW, 100);

    List<String> left = read(store.all(), 100);
    assertThat(left).hasSizeLessThanOrEqualTo(20);
    assertThat(store.count()).isEqualTo(left.size());
    assertThat(store.bytes())
        .isEqualTo(left.stream().mapToLong(t -> store.get(t, NOW).sizeBytes()).sum());
  }

  @Test
  void ordersTopicsSoThatLevelsBelowFollowAtOnce() {
    List<String> ordered = List.of("a", "a/", "a//b", "a/b", "a/b/c", "a/b!", "a!", "aa", "b", "é");
    List<byte[]> shuffled = new ArrayList<>();
    IntStream.of(3, 9, 0, 5, 1, 8, 2, 7, 4, 6)
        .forEach(i -> shuffled.add(ordered.get(i).getBytes(StandardCharsets.UTF_8)));
    shuffled.sort(TopicOrder.INSTANCE);

    assertThat(shuffled.stream().map(b -> new String(b, StandardCharsets.UTF_8)).toList())
        .isEqualTo(ordered);
    Map<Boolean, Long> signs = new HashMap<>();
    for (byte[] one : shuffled) {
      for (byte[] other : shuffled) {
        boolean isOpposite =
            Integer.signum(TopicOrder.INSTANCE.compare(one, other))
                == -Integer.signum(TopicOrder.INSTANCE.compare(other, one));
        signs.merge(isOpposite, 1L, Long::sum);
        assertThat(TopicOrder.INSTANCE.compare(one, other) == 0)
            .isEqualTo(Arrays.equals(one, other));
      }
    }
    assertThat(signs).containsOnlyKeys(true);
  }
}

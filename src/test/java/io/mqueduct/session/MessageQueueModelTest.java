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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The mqueue against plain lists that look at everything each time. */
class MessageQueueModelTest {
  private static final Priorities TABLE = new Priorities(Map.of("1", 1, "2", 2), false);

  record Step(int kind, int level, int qos, int lifetime) {}

  record Item(int number, int level, int qos, long expiresAt) {}

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 9),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 30))
        .as(Step::new);
  }

  @Property(tries = 500)
  void dropsAndKeepsExactlyWhatTheModelDoes(
      @ForAll @Size(max = 120) List<@net.jqwik.api.From("steps") Step> steps,
      @ForAll @IntRange(max = 4) int levelLimit,
      @ForAll @IntRange(max = 6) int totalLimit) {
    SessionSettings rules =
        SessionSettings.DEFAULTS.toBuilder()
            .maxMqueueLen(levelLimit)
            .maxMqueueTotalLen(totalLimit)
            .priorities(TABLE)
            .shiftMultiplier(2)
            .build();
    List<String> dropped = new ArrayList<>();
    MessageQueue queue =
        new MessageQueue((d, why) -> dropped.add(d.message.publisher() + " " + why.key()));
    List<Item> model = new ArrayList<>();
    List<String> expectedDrops = new ArrayList<>();
    long now = 1000;
    int number = 0;
    for (Step step : steps) {
      now += step.kind() == 9 ? 10 : 0;
      if (step.kind() < 7) {
        long expiresAt = step.lifetime() == 0 ? Message.NEVER : now + step.lifetime();
        Item item = new Item(number++, step.level(), step.qos(), expiresAt);
        queue.add(delivery(item), rules, now);
        model.add(item);
        limit(model, item.level(), levelLimit, totalLimit, now, expectedDrops);
      } else if (step.kind() == 7) {
        Delivery next = queue.poll(rules.shiftMultiplier(), now);
        if (next != null) {
          int taken = Integer.parseInt(next.message.publisher());
          Item item = model.stream().filter(i -> i.number() == taken).findFirst().orElseThrow();
          assertThat(model)
              .as("first of its level that is alive")
              .noneMatch(
                  i ->
                      i.level() == item.level() && i.number() < taken && dead(i, dropped) == false);
          model.remove(item);
        }
        // what was found expired on the way is gone from both
        model.removeIf(
            i -> {
              boolean gone = dropped.contains(i.number() + " expired");
              if (gone) {
                expectedDrops.add(i.number() + " expired");
              }
              return gone;
            });
      } else {
        queue.dropExpired(now);
        expire(model, i -> true, now, expectedDrops);
      }
      assertThat(dropped).containsExactlyInAnyOrderElementsOf(expectedDrops);
      assertThat(queue.size()).isEqualTo(model.size());
    }
    List<Integer> shown = new ArrayList<>();
    queue.forEach(d -> shown.add(Integer.parseInt(d.message.publisher())));
    assertThat(shown).isEqualTo(model.stream().map(Item::number).toList());
  }

  private static boolean dead(Item item, List<String> dropped) {
    return dropped.contains(item.number() + " expired");
  }

  private static Delivery delivery(Item item) {
    Message message =
        new Message(
            TopicName.of(Integer.toString(item.level())),
            Message.NO_BYTES,
            Message.NO_BYTES,
            item.qos(),
            false,
            0,
            item.expiresAt(),
            Integer.toString(item.number()),
            null);
    return new Delivery(message, new int[0], item.qos(), false, null);
  }

  private static void limit(
      List<Item> model, int level, int levelLimit, int totalLimit, long now, List<String> drops) {
    if (levelLimit > 0 && model.stream().filter(i -> i.level() == level).count() > levelLimit) {
      expire(model, i -> i.level() == level, now, drops);
      while (model.stream().filter(i -> i.level() == level).count() > levelLimit) {
        evict(model, level, drops);
      }
    }
    if (totalLimit > 0 && model.size() > totalLimit) {
      expire(model, i -> true, now, drops);
      while (model.size() > totalLimit) {
        evict(model, model.stream().mapToInt(Item::level).min().orElseThrow(), drops);
      }
    }
  }

  private static void expire(
      List<Item> model, java.util.function.Predicate<Item> which, long now, List<String> drops) {
    model.removeIf(
        i -> {
          boolean gone = which.test(i) && i.expiresAt() <= now;
          if (gone) {
            drops.add(i.number() + " expired");
          }
          return gone;
        });
  }

  private static void evict(List<Item> model, int level, List<String> drops) {
    Item victim =
        model.stream()
            .filter(i -> i.level() == level)
            .min(
                Comparator.comparingInt((Item i) -> i.qos() == 0 ? 0 : 1)
                    .thenComparing(Item::number))
            .orElseThrow();
    model.remove(victim);
    drops.add(victim.number() + " queue_full");
  }
}

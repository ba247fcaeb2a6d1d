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

import io.mqueduct.message.TopicName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Readers while the one writer changes everything around what they look for. */
class SubscriptionTreeConcurrencyTest {
  private static final String[] LEVELS = {"a", "b", "c", "d", "e", "f", "g", "h", "+", "+"};
  private static final int CHANGES = 400_000;

  private final SubscriptionTree tree = new SubscriptionTree();
  private final Peer constant = new Peer("constant");
  private final AtomicBoolean isDone = new AtomicBoolean();

  @Test
  void neverMissesASubscriptionThatStaysNorShowsOneThatDoesNotMatch() throws Exception {
    List<String> topics = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < 40; i++) {
      String filter = filter(random);
      tree.subscribe(constant.to(filter));
      topics.add(filter.replace("+", "a").replace("#", "b"));
    }
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try {
      List<Future<Long>> reads = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        boolean isCached = i == 0;
        reads.add(readers.submit(() -> readAll(topics, isCached)));
      }
      churn(random);
      isDone.set(true);
      for (Future<Long> each : reads) {
        assertThat(resultOf(each)).isPositive();
      }
    } finally {
      isDone.set(true);
      readers.shutdownNow();
    }
  }

  private void churn(Random random) {
    List<Subscription> present = new ArrayList<>();
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      peers.add(new Peer("p" + i));
    }
    for (int i = 0; i < CHANGES; i++) {
      int goal = i / 1000 % 2 == 0 ? 600 : 30; // grow and shrink in turn
      if (random.nextInt(goal + present.size() + 1) < goal) {
        Peer peer = peers.get(random.nextInt(peers.size()));
        Subscription next =
            random.nextInt(8) == 0 ? peer.share("g", filter(random)) : peer.to(filter(random));
        Subscription old = tree.subscribe(next);
        if (old != null) {
          present.remove(old);
        }
        present.add(next);
      } else if (!present.isEmpty()) {
        Subscription gone = present.remove(random.nextInt(present.size()));
        tree.unsubscribe(gone.subscriber(), gone.filter(), gone.group());
      }
    }
    tree.removeAll(present);
    assertThat(tree.size()).isLessThanOrEqualTo(40);
  }

  private long readAll(List<String> topics, boolean isCached) {
    List<TopicName> names = topics.stream().map(TopicName::of).toList();
    RouteCache cache = new RouteCache(tree, 32, 1 << 20);
    long reads = 0;
    Set<Subscriber> seen = new HashSet<>();
    while (!isDone.get()) {
      for (TopicName name : names) {
        Route route = isCached ? cache.route(name) : tree.route(name);
        seen.clear();
        for (Subscription target : route.targets()) {
          assertThat(NaiveMatch.matches(target.filter(), name.text())).isTrue();
          assertThat(seen.add(target.subscriber())).isTrue();
        }
        for (SharedGroup group : route.groups()) {
          assertThat(NaiveMatch.matches(group.filter(), name.text())).isTrue();
        }
        assertThat(seen.contains(constant)).as(name.text()).isTrue();
        reads++;
      }
    }
    return reads;
  }

  private static long resultOf(Future<Long> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private static String filter(Random random) {
    StringBuilder filter = new StringBuilder(LEVELS[random.nextInt(8)]);
    int levels = random.nextInt(4);
    for (int i = 0; i < levels; i++) {
      filter.append('/').append(LEVELS[random.nextInt(LEVELS.length)]);
    }
    return random.nextInt(4) == 0 ? filter.append("/#").toString() : filter.toString();
  }
}

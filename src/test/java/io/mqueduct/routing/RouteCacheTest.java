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

import com.sun.management.ThreadMXBean;
import io.mqueduct.message.TopicName;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteCacheTest {
  private final SubscriptionTree tree = new SubscriptionTree();
  private final RouteCache cache = new RouteCache(tree, 1024, 1 << 20);
  private final Peer a = new Peer("a");

  @Test
  void givesTheSameNameForTheSameBytesWithoutDecodingThemAgain() {
    TopicName name = TopicName.of("höhe/1");
    byte[] wire = "??höhe/1??".getBytes(StandardCharsets.UTF_8);
    int length = name.utf8().length;
    assertThat(cache.find(wire, 2, length)).isNull();

    cache.add(name);

    assertThat(cache.find(wire, 2, length)).isSameAs(name);
    assertThat(cache.find(wire, 2, length - 1)).isNull();
    assertThat(cache.find(wire, 1, length)).isNull();
  }

  @Test
  void keepsARouteUntilAChangeThatMayConcernIt() {
    TopicName name = TopicName.of("t/1");
    tree.subscribe(a.to("t/1"));
    Route first = cache.route(name);

    assertThat(cache.route(TopicName.of("t/1"))).isSameAs(first);
    assertThat(cache.hits()).isEqualTo(1);

    tree.subscribe(new Peer("b").to("t/+"));

    assertThat(cache.route(name).targets()).hasSize(2);
    assertThat(cache.misses()).isEqualTo(2);
  }

  @Test
  void routesRightAfterAnotherTopicWasLookedUp() {
    tree.subscribe(a.to("t/1"));
    TopicName one = TopicName.of("t/1");
    TopicName two = TopicName.of("t/2");
    cache.add(one);
    cache.add(two);

    assertThat(cache.find(one.utf8(), 0, 3)).isSameAs(one);
    assertThat(cache.route(two).targets()).isEmpty();
    assertThat(cache.route(one).targets()).hasSize(1);
  }

  @Test
  void staysWithinItsLimitsAndSparesBusyTopicsUnderAFloodOfRandomOnes() {
    tree.subscribe(a.to("#"));
    List<TopicName> busy = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      busy.add(TopicName.of("busy/" + i));
    }
    long again = 0;
    for (int i = 0; i < 200_000; i++) {
      cache.route(TopicName.of("flood/" + i));
      if (i % 10 == 0) {
        long before = cache.misses();
        cache.route(busy.get(i / 10 % busy.size()));
        again += cache.misses() - before;
      }
      assertThat(cache.size()).isLessThanOrEqualTo(1024);
    }
    assertThat(cache.bytes()).isLessThanOrEqualTo(1 << 20);
    assertThat(again).isLessThan(20_000 / 5);
  }

  @Test
  void boundsTheBytesOfNamesAndRoutes() {
    RouteCache small = new RouteCache(tree, 1024, 20_000);
    for (int i = 0; i < 500; i++) {
      tree.subscribe(new Peer("p" + i).to("big/#"));
    }
    for (int i = 0; i < 1000; i++) {
      assertThat(small.route(TopicName.of("big/" + i)).targets()).hasSize(500);
      small.route(TopicName.of("long/" + i + "x".repeat(1500)));
      assertThat(small.bytes()).isLessThanOrEqualTo(20_000);
      assertThat(small.size()).isPositive();
    }
  }

  @Test
  void doesNotKeepVeryLongNames() {
    TopicName name = TopicName.of("x".repeat(5000));
    tree.subscribe(a.to("+"));
    cache.add(name);

    assertThat(cache.size()).isZero();
    assertThat(cache.route(name).targets()).hasSize(1);
  }

  @Test
  void dropsRoutesThatAreNoLongerRightSoThatNoSessionIsHeld() {
    tree.subscribe(a.to("t/+"));
    for (int i = 0; i < 100; i++) {
      cache.route(TopicName.of("t/" + i));
    }
    long before = cache.bytes();
    tree.unsubscribe(a, "t/+", null);

    cache.dropStale(1024);

    assertThat(cache.bytes()).isLessThan(before);
    assertThat(cache.size()).isEqualTo(100);
  }

  @Test
  void allocatesNothingForATopicThatItKnows() {
    tree.subscribe(a.to("t/+"));
    byte[] wire = TopicName.of("t/1").utf8();
    cache.route(TopicName.of("t/1"));
    hit(wire, 20_000); // compiled, classes loaded

    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      least = Math.min(least, hit(wire, 100_000));
    }

    assertThat(least).isLessThan(10_000);
  }

  private long hit(byte[] wire, int times) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < times; i++) {
      TopicName name = cache.find(wire, 0, wire.length);
      if (name == null || cache.route(name).targets().length != 1) {
        throw new AssertionError("not a hit");
      }
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}

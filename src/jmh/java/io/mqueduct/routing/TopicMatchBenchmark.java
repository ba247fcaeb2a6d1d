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

import io.mqueduct.message.TopicName;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Whom a topic goes to: in the tree of all subscriptions, and among the routes of a loop. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TopicMatchBenchmark {
  private static final int TOPICS = 4096;

  /** Half of them exact, half with wildcards. */
  @Param({"1000", "100000"})
  public int subscriptions;

  private final TopicName[] topics = new TopicName[TOPICS];
  private SubscriptionTree tree;
  private RouteCache cache;
  private int next;

  /** Fills the tree. */
  @Setup
  public void fill() {
    tree = new SubscriptionTree();
    for (int i = 0; i < subscriptions; i++) {
      String device = "site/" + i / 4000 + "/device/" + i / 4;
      String filter =
          switch (i & 3) {
            case 0 -> device + "/state";
            case 1 -> device + "/+/temperature";
            case 2 -> device + "/command";
            default -> device + "/#";
          };
      tree.subscribe(new Peer("client-" + i / 20).to(filter));
    }
    for (int i = 0; i < TOPICS; i++) {
      int device = (int) ((long) i * 7919 % (subscriptions / 4));
      topics[i] = TopicName.of("site/" + device / 1000 + "/device/" + device + "/state");
    }
    cache = new RouteCache(tree, 16 * 1024, 16L << 20);
  }

  /** A topic that the loop has not met lately. */
  @Benchmark
  public Route match() {
    return tree.route(topics[next++ & TOPICS - 1]);
  }

  /** A topic that it has. */
  @Benchmark
  public Route cached() {
    return cache.route(topics[next++ & TOPICS - 1]);
  }
}

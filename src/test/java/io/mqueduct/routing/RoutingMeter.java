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
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures memory per subscription and the time of a match at growing numbers of subscriptions,
 * half of them exact and half with wildcards. Run as a program with {@code -Xmx3g}; no test.
 */
public final class RoutingMeter {
  private static final String[] KINDS = {"state", "cmd", "telemetry/temperature", "alarm"};

  private RoutingMeter() {}

  /** Prints one line per number of subscriptions. */
  public static void main(String[] args) throws InterruptedException {
    for (int round = 0; round < 2; round++) { // the first one warms up
      for (int count : new int[] {1_000, 10_000, 100_000, 1_000_000}) {
        measure(count, round == 1);
      }
    }
  }

  private static void measure(int count, boolean isPrinted) throws InterruptedException {
    Peer[] peers = new Peer[Math.max(1, count / 20)];
    for (int i = 0; i < peers.length; i++) {
      peers[i] = new Peer("device-" + i);
    }
    long before = usedBytes();
    SubscriptionTree tree = new SubscriptionTree();
    long start = cpuNanos();
    for (int i = 0; i < count; i++) {
      tree.subscribe(peers[i % peers.length].to(filter(i)));
    }
    long built = cpuNanos() - start;
    long bytes = usedBytes() - before;

    SplittableRandom random = new SplittableRandom(1);
    TopicName[] topics = new TopicName[1 << 16];
    for (int i = 0; i < topics.length; i++) {
      topics[i] = topic(random.nextInt(count / 8));
    }
    double match = time(topics, tree, null);
    TopicName[] few = new TopicName[topics.length];
    for (int i = 0; i < few.length; i++) {
      few[i] = topics[i % 1000];
    }
    double busy = time(few, tree, null);
    double cached = time(few, tree, new RouteCache(tree, 16_384, 64 << 20));
    if (isPrinted) {
      System.out.printf(
          Locale.ROOT,
          "%,9d subscriptions: %.1f bytes each, subscribe %.0f ns, match %.0f ns, of 1,000 busy"
              + " topics %.0f ns, cached %.0f ns%n",
          count,
          (double) bytes / count,
          (double) built / count,
          match,
          busy,
          cached);
    }
  }

  /** Of each device, in turn, two exact filters and two with a wildcard. */
  private static String filter(int i) {
    String device = "site/" + i / 4000 + "/device/" + i / 4;
    return switch (i & 3) {
      case 0 -> device + "/state";
      case 1 -> device + "/+/temperature";
      case 2 -> device + "/cmd";
      default -> i % 8 == 3 ? "+/" + i / 4000 + "/+/" + i / 4 + "/alarm" : device + "/#";
    };
  }

  private static TopicName topic(int i) {
    int device = i * 2;
    return TopicName.of("site/" + device / 1000 + "/device/" + device + "/" + KINDS[i & 3]);
  }

  private static double time(TopicName[] topics, SubscriptionTree tree, RouteCache cache) {
    double best = Double.MAX_VALUE;
    long hits = 0;
    for (int pass = 0; pass < 12; pass++) {
      long start = cpuNanos();
      for (TopicName topic : topics) {
        Route route = cache == null ? tree.route(topic) : cache.route(topic);
        hits += route.targets().length;
      }
      best = Math.min(best, (double) (cpuNanos() - start) / topics.length);
    }
    if (hits == 0) {
      throw new IllegalStateException("nothing matched");
    }
    return best;
  }

  /** CPU time of this thread, so that other load on the machine matters less. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long usedBytes() throws InterruptedException {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      Thread.sleep(50);
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}

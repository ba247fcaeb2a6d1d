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
package io.mqueduct.queue.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.RunningBroker;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random operations on a queue of a real broker against a simple model. For longer runs: {@code
 * -Dmqueduct.queue.model.steps=5000}, and {@code -Dmqueduct.queue.model.seed=…} for a known one.
 */
class QueueModelIT {
  private static final Logger LOG = LoggerFactory.getLogger(QueueModelIT.class);
  private static final int STEPS = Integer.getInteger("mqueduct.queue.model.steps", 100);
  private static final long SEED =
      Long.getLong("mqueduct.queue.model.seed", System.currentTimeMillis());

  private static void run(
      RunningBroker broker,
      String queue,
      boolean isKeyed,
      boolean isKilled,
      int restarts,
      Runnable more) {
    QueueModel model = new QueueModel(broker, queue, isKeyed, SEED);
    Random random = new Random(SEED + 1);
    try {
      model.join();
      for (int i = 1; i <= STEPS; i++) {
        model.step();
        more.run();
        if (i % (STEPS / restarts) == 0) {
          if (isKilled && random.nextBoolean()) {
            model.publishBlindly(20);
          }
          model.restart(isKilled);
        }
      }
      model.finish();
    } catch (RuntimeException | AssertionError e) {
      int steps = model.script().size();
      throw new AssertionError(
          "seed %d: %s, after %d steps, the last ones %s"
              .formatted(
                  SEED,
                  e.getMessage(),
                  steps,
                  model.script().subList(Math.max(0, steps - 40), steps)),
          e);
    }
    LOG.info(
        "seed={} published={} redelivered={} longest wait={} ms",
        SEED,
        model.published(),
        model.duplicates(),
        model.longestWaitMillis());
    assertThat(model.published()).isPositive();
  }

  @Test
  void losesNothingAndRepeatsNothingThoughTheProcessIsKilled() {
    Map<String, String> settings =
        Map.of(
            "mq.auto_create.lastvalue", "false",
            "mq.auto_create.regular.enable", "true",
            "mq.auto_create.regular.redispatch_interval", "10ms");
    try (RunningBroker broker = RunningBroker.startProcess(settings)) {
      var maker = broker.connect("creator").subscribe("$queue/killed/killed", 1);
      maker.disconnect();
      run(broker, "killed", false, true, 2, () -> {});
    }
  }

  @Test
  void neverHasMoreThanTheLimitAndGivesToOthersWhatOneHad() {
    String[] strategies = {"random", "round_robin", "least_inflight", "key_ordered"};
    String strategy = strategies[(int) (Math.abs(SEED) % strategies.length)];
    try (RunningBroker broker = RunningBroker.start(Map.of("mq.auto_create.lastvalue", "false"))) {
      broker
          .queues()
          .create(
              "limited",
              "limited",
              "limits",
              Map.of("max_shard_message_count", 40L),
              "overflow",
              "reject_publish",
              "redispatch_interval",
              10,
              "dispatch_strategy",
              strategy);
      run(
          broker,
          "limited",
          strategy.equals("key_ordered"),
          false,
          2,
          () -> assertThat(broker.queues().stats("limited").depth()).isLessThanOrEqualTo(40));
      broker.queues().awaitDepth("limited", 0);
    }
  }
}

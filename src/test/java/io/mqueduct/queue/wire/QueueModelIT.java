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
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
      RunningBroker broker, String queue, QueueModel.Kind kind, boolean isKilled, Runnable more) {
    try (QueueModel model = new QueueModel(broker, queue, kind, SEED)) {
      Random random = new Random(SEED + 1);
      try {
        model.create();
        model.join();
        for (int i = 1; i <= STEPS; i++) {
          model.step();
          if (model.exists()) {
            more.run();
          }
          if (i % (STEPS / 2) == 0) {
            beforeRestart(model, isKilled, random);
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
      LOG.info("seed={} {} {}", SEED, kind, model.figures());
    }
  }

  private static void beforeRestart(QueueModel model, boolean isKilled, Random random) {
    switch (isKilled ? random.nextInt(5) : 0) {
      case 1 -> model.publishBlindly(20);
      case 2 -> model.publish(1); // all that was settled is committed before it
      case 3 -> model.acknowledgeInTime();
      case 4 -> model.publishAndPurge(20);
      default -> {}
    }
  }

  private static boolean isLastValue(int bit) {
    return (SEED >> bit & 1) == 1;
  }

  private static QueueModel.Kind kind(
      String name, boolean isLastValue, boolean isKeyed, boolean isAutoCreated, Object... more) {
    JsonObject fields =
        new JsonObject()
            .put("name", name)
            .put("topic_filter", isLastValue ? name + "/#" : name)
            .put("is_lastvalue", isLastValue)
            .put("redispatch_interval", "10ms");
    if (isLastValue) {
      fields.put("key_expression", "message.topic");
    }
    for (int i = 0; i < more.length; i += 2) {
      fields.put((String) more[i], more[i + 1]);
    }
    return new QueueModel.Kind(isLastValue, isKeyed, isAutoCreated, fields);
  }

  @ParameterizedTest
  @ValueSource(strings = {"always", "interval"})
  void losesNothingAndRepeatsNothingThoughTheProcessIsKilled(String fsync) {
    boolean isLastValue = isLastValue(fsync.equals("always") ? 3 : 4);
    String template = "mq.auto_create." + (isLastValue ? "lastvalue" : "regular");
    Map<String, String> settings = new HashMap<>();
    settings.put("api.bootstrap", QueueApi.BOOTSTRAP);
    settings.put("durability.fsync", fsync);
    settings.put("mq.auto_create.lastvalue", "false");
    settings.put(template + ".enable", "true");
    settings.put(template + ".redispatch_interval", "10ms");
    if (isLastValue) {
      settings.remove("mq.auto_create.lastvalue");
      settings.put(template + ".key_expression", "message.topic");
    }
    try (RunningBroker broker = RunningBroker.startProcess(settings)) {
      run(broker, "killed", kind("killed", isLastValue, false, true), true, () -> {});
    }
  }

  @Test
  void neverHasMoreThanTheLimitAndGivesToOthersWhatOneHad() {
    String[] strategies = {"random", "round_robin", "least_inflight", "key_ordered"};
    String strategy = strategies[(int) (Math.abs(SEED) % strategies.length)];
    QueueModel.Kind kind =
        kind(
            "limited",
            isLastValue(5),
            strategy.equals("key_ordered"),
            false,
            "limits",
            new JsonObject().put("max_shard_message_count", 40),
            "overflow",
            "reject_publish",
            "dispatch_strategy",
            strategy);
    Map<String, String> settings =
        Map.of("mq.auto_create.lastvalue", "false", "api.bootstrap", QueueApi.BOOTSTRAP);
    try (RunningBroker broker = RunningBroker.start(settings)) {
      run(
          broker,
          "limited",
          kind,
          false,
          () -> assertThat(broker.queues().stats("limited").depth()).isLessThanOrEqualTo(40));
      broker.queues().awaitDepth("limited", 0);
    }
  }
}

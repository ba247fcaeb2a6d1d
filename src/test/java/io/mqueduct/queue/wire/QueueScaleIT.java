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

import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many queues, and much in one. The sizes are those of a build; {@code -Dmqueduct.queue.scale=10}
 * multiplies them.
 */
class QueueScaleIT {
  private static final Logger LOG = LoggerFactory.getLogger(QueueScaleIT.class);
  private static final int SCALE = Integer.getInteger("mqueduct.queue.scale", 1);

  private static long millisSince(long began) {
    return Duration.ofNanos(System.nanoTime() - began).toMillis();
  }

  @Test
  void startsWithManyQueues() {
    int count = 200 * SCALE;
    try (RunningBroker broker =
        RunningBroker.start(
            Map.of(
                "mq.auto_create.lastvalue", "false",
                "mq.max_queue_count", "100000",
                "sys_topics.interval", "0s"))) {
      Queues queues = broker.queues();
      for (int i = 0; i < count; i++) {
        queues.create("q" + i, "many/" + i + "/#");
      }
      WirePeer maker = broker.connect("maker");
      for (int i = 0; i < count; i++) {
        maker.publish("many/" + i + "/x", 0, "m" + i);
      }
      maker.ping();
      broker.stop();
      long began = System.nanoTime();
      broker.start();
      long startMillis = millisSince(began);
      assertThat(broker.queues().stats("q" + (count - 1)).depth()).isEqualTo(1);
      assertThat(broker.queues().stats("q0").depth()).isEqualTo(1);

      LOG.info("queues={} start={} ms", count, startMillis);
      assertThat(startMillis).isLessThan(10_000);
      WirePeer worker = broker.connect("worker").subscribe("$queue/q" + (count / 2), 1);
      assertThat(worker.take().text()).isEqualTo("m" + count / 2);
    }
  }

  @Test
  void freesALargeQueueAtOnceAndReadsItInPages() {
    int count = 20_000 * SCALE;
    try (RunningBroker broker = RunningBroker.start(Map.of("mq.auto_create.lastvalue", "false"))) {
      Queues queues = broker.queues();
      queues.create("large", "large");
      long began = System.nanoTime();
      QueueStoringIT.pour(broker, "large", count);
      queues.awaitDepth("large", count);
      long inMillis = millisSince(began);
      assertThat(queues.stats("large").inMemory()).isLessThanOrEqualTo(2048);
      broker.stop();
      began = System.nanoTime();
      broker.start();
      long startMillis = millisSince(began);
      Queues again = broker.queues();
      assertThat(again.stats("large").depth()).isEqualTo(count);
      began = System.nanoTime();
      again.change("large", "data_retention_period", "1s");
      again.awaitDepth("large", 0);
      LOG.info(
          "messages={} in={} ms, start={} ms, aged out={} ms",
          count,
          inMillis,
          startMillis,
          millisSince(began));
    }
  }

  @Test
  void servesManyQueuesThroughASmallWindow() {
    int count = 100 * SCALE;
    int each = 10;
    try (RunningBroker broker =
        RunningBroker.start(
            Map.of("mq.auto_create.lastvalue", "false", "mq.max_queue_count", "100000"))) {
      Queues queues = broker.queues();
      WirePeer maker = broker.connect("maker");
      WirePeer worker = broker.connect("worker").receiveMaximum(2);
      for (int i = 0; i < count; i++) {
        queues.create("q" + i, "many/" + i);
        for (int n = 0; n < each; n++) {
          maker.publish("many/" + i, 0, "m" + n);
        }
        worker.subscribe("$queue/q" + i, 1);
      }
      Map<String, Integer> next = new HashMap<>();
      long began = System.nanoTime();
      for (int i = 0; i < count * each; i++) {
        Publish got = worker.take();
        assertThat(got.text()).isEqualTo("m" + (next.merge(got.topic(), 1, Integer::sum) - 1));
      }
      LOG.info("queues={} consumed in {} ms", count, millisSince(began));
      assertThat(next)
          .hasSize(count)
          .allSatisfy((topic, taken) -> assertThat(taken).isEqualTo(each));
      queues.awaitDepth("q" + (count - 1), 0);
    }
  }
}

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What many consumers of one queue cost, and many messages that nobody gets. */
class ManyConsumersTest {
  @ParameterizedTest
  @ValueSource(strings = {"random", "round_robin", "least_inflight", "key_ordered"})
  void servesTenThousandConsumers(String strategy) {
    QueueBench q = new QueueBench("dispatch_strategy", strategy);
    for (int i = 0; i < 1000; i++) {
      q.publish("m" + i);
    }
    List<FakeConsumer> consumers = new ArrayList<>();
    long began = System.nanoTime();
    for (int i = 0; i < 10_000; i++) {
      consumers.add(q.attach("c" + i, 0)); // none can take anything yet
    }
    q.queue.tick(q.now);
    int handled = 0;
    for (FakeConsumer each : consumers) {
      each.window = 1;
      q.queue.creditAvailable(each, q.now);
      while (!each.held.isEmpty()) {
        q.queue.settled(each.held.remove(0), ReasonCode.SUCCESS, null, q.now);
        handled++;
      }
    }
    consumers.forEach(each -> q.queue.detach(each, q.now));
    assertThat(handled).isEqualTo(1000);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void freesDelayedMessagesSoonThatWereKeptTooLong() {
    QueueBench q = new QueueBench("data_retention_period", "1s", "delivery_delay", 3_600_000);
    for (int i = 0; i < 5000; i++) {
      q.publish("m" + i);
    }
    q.later(1000);
    long began = q.now;
    while (q.queue.depth() > 0 && q.now < began + 60_000) {
      q.later(Math.max(25, q.queue.dueMillis() - q.now)); // as the loop does
    }
    assertThat(q.now - began).isLessThan(2000);
  }
}

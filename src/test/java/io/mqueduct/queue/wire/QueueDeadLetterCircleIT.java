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

import io.mqueduct.queue.QueueStats;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Queues;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Dead letters whose way leads back to where they come from. */
class QueueDeadLetterCircleIT {
  private static final int BAD_PAYLOAD = 0x99;

  @Test
  void goRoundOnceAndThenNoMoreWhetherOverQueuesOrTopics() {
    try (RunningBroker broker = RunningBroker.start(Map.of("mq.auto_create.lastvalue", "false"))) {
      Queues queues = broker.queues();
      queues.create("a", "a/#", "dead_letter", Map.of("queue", "b"));
      queues.create("b", "b/#", "dead_letter", Map.of("topic", "a/again"));
      WirePeer witness = broker.connect("witness").subscribe("a/again", 1);
      WirePeer workerA = broker.connect("worker-a").subscribe("$queue/a", 1);
      WirePeer workerB = broker.connect("worker-b").subscribe("$queue/b", 1);
      broker.publish(Publish.to("a/1").qos(1, 0).payload("poison"));

      Worker.reject(workerA, workerA.readPublish(), BAD_PAYLOAD);
      Publish inB = workerB.readPublish();
      assertThat(inB.properties().users()).contains("mq-dead-letter-queue=a");
      Worker.reject(workerB, inB, BAD_PAYLOAD);

      Publish seen = witness.take();
      assertThat(seen.properties().users())
          .contains("mq-dead-letter-before=a", "mq-dead-letter-queue=b");
      QueueStats ended =
          queues.awaitStats("a", stats -> stats.dropped().containsKey("dead_letter_cycle"));
      assertThat(ended.dropped()).containsEntry("dead_letter_cycle", 1L);
      assertThat(ended.depth()).isZero();
      queues.awaitDepth("b", 0);
      workerA.expectNothing();
      workerB.expectNothing();

      // A program that publishes it again means it.
      broker.publish(seen.qos(1, 0));
      assertThat(workerA.take().text()).isEqualTo("poison");
      queues.awaitDepth("a", 0);
    }
  }
}

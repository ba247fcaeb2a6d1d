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

import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers that consume a named queue, seen over sockets. */
@BrokerTest
@WithSetting(key = "mq.auto_create.lastvalue", value = "false")
@WithSetting(key = "mq.auto_create.regular", value = "true")
class QueueConsumingIT {
  @Test
  void keepsWhatWasPublishedUntilAWorkerAcknowledgesIt(RunningBroker broker) {
    WirePeer maker = broker.connect("maker");
    assertThat(maker.subscribe(io.mqueduct.testkit.Subscribe.to("$queue/jobs/job/+", 0)).codes())
        .containsExactly(1);
    maker.unsubscribe("$queue/jobs/job/+");
    broker.queues().awaitConsumers("jobs", 0);
    for (int i = 0; i < 10; i++) {
      maker.publish("job/" + i, i % 3, "m" + i);
    }

    WirePeer worker = broker.connect("worker").subscribe("$queue/jobs", 1);
    Publishes got = worker.take(10);
    assertThat(got.texts())
        .containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9");
    assertThat(got).allMatch(each -> each.qos() == 1 && !each.dup());
    broker.queues().awaitDepth("jobs", 0);
    worker.expectNothing();
    worker.disconnect();

    worker = broker.connect("worker").subscribe("$queue/jobs", 1);
    broker.queues().settle("jobs");
    worker.expectNothing();
  }

  @Test
  void givesToOthersAtOnceWhatAWorkerHadThatGoesAway(RunningBroker broker) {
    WirePeer first = broker.connect("first").subscribe("$queue/split/split/#", 1);
    WirePeer maker = broker.connect("maker2");
    for (int i = 0; i < 5; i++) {
      maker.publish("split/" + i, 1, "m" + i);
    }
    first.readPublishes(5);
    WirePeer second = broker.connect("second").subscribe("$queue/split", 1);
    first.cut();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Publish again = second.readPublish();
      texts.add(again.text());
      second.ack(PacketType.PUBACK, again.id(), 0);
    }
    assertThat(texts).containsExactlyInAnyOrder("m0", "m1", "m2", "m3", "m4");
    broker.queues().awaitDepth("split", 0);
    second.expectNothing();
  }
}

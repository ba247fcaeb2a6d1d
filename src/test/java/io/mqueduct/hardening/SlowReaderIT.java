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
package io.mqueduct.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A subscriber that does not read costs the broker its send buffer, and the others nothing. */
class SlowReaderIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MESSAGES = 20_000;
  private static final byte[] PAYLOAD = new byte[4_000];
  private static final long MB = 1_000_000;

  private StartedBroker broker;

  @BeforeEach
  void start() {
    broker =
        StartedBroker.with(
            Map.of(
                "limits.send_buffer_high", "1MB",
                "limits.send_buffer_low", "256KB",
                "sys_topics.interval", "1s",
                "mqtt.max_mqueue_len", "1000"));
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  private WirePeer connect(String clientId) {
    return broker.connect(clientId).patience(PATIENCE);
  }

  @Test
  void qos0MessagesForASlowReaderAreDroppedAndCountedAndTheOthersGetTheirs() {
    try (WirePeer slow = connect("slow").subscribe("flood", 0);
        WirePeer quick = connect("quick").subscribe("flood", 0);
        WirePeer publisher = connect("publisher").open()) {
      long before = Heap.keptBytes();

      for (int i = 0; i < MESSAGES; i++) {
        publisher.send(Publish.to("flood").payload(PAYLOAD));
        quick.readPublish(); // 80 MB, of which the slow one reads nothing
      }

      assertThat(Heap.keptBytes() - before).as("kept").isLessThan(16 * MB);
      assertThat(dropped()).as("dropped").isGreaterThan(MESSAGES / 2);
      slow.ping(); // it reads again, what was on its way first
      publisher.send(Publish.to("flood").payload("again"));
      int late = 0;
      while (!slow.readPublish().text().equals("again")) {
        late++;
      }
      assertThat(late).as("received late").isBetween(1, MESSAGES / 2);
    }
  }

  @Test
  void qos1MessagesForASlowReaderWaitInItsQueueAndNoLonger() {
    try (WirePeer slow = connect("slow").subscribe("flood", 1);
        WirePeer quick = connect("quick").subscribe("flood", 1);
        WirePeer publisher = connect("publisher").open()) {
      long before = Heap.keptBytes();

      for (int i = 0; i < MESSAGES; i++) {
        publisher.publish(Publish.to("flood").qos(1, 0).payload(PAYLOAD));
        quick.take();
      }

      // The queue holds 1,000 of 4 kB, the window and the socket some more.
      assertThat(Heap.keptBytes() - before).as("kept").isLessThan(24 * MB);
      assertThat(dropped()).as("dropped").isGreaterThan(MESSAGES / 2);
      for (int i = 0; i < 1_000; i++) {
        slow.take();
      }
    }
  }

  private long dropped() {
    try (WirePeer reader = connect("reader").subscribe("$SYS/broker/publish/messages/dropped", 0)) {
      reader.readPublish(); // retained: from before the flood's end, maybe
      return Long.parseLong(reader.readPublish().text());
    }
  }
}

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
package io.mqueduct.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.testkit.StartedBroker;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sequences of bad packets by the ten thousand, or as many as {@code -Dfuzz.sequences} says. Each
 * run prints its seed: {@code -Dfuzz.seed} repeats it, and with {@code -Dfuzz.only} the one
 * sequence of that index.
 */
class BadInputIT {
  private static final long SEQUENCES = Long.getLong("fuzz.sequences", 20_000);
  private static final int PARALLEL = Integer.getInteger("fuzz.parallel", 200);

  /** For a CONNECT: a client that the machine stalls for longer is closed without a word. */
  private static final String PATIENCE = System.getProperty("fuzz.patience", "3s");

  private static final long MB = 1_000_000;

  /** What is right to keep must be gone soon, so that growth is what must not be kept. */
  private static final Map<String, String> SHORT_MEMORY =
      Map.ofEntries(
          Map.entry("limits.connect_timeout", PATIENCE),
          Map.entry("mqtt.idle_timeout", PATIENCE),
          Map.entry("mqtt.server_keepalive", "2s"),
          Map.entry("mqtt.session_expiry_interval", "1s"),
          Map.entry("mqtt.max_session_expiry_interval", "1s"),
          Map.entry("mqtt.message_expiry_interval", "1s"),
          Map.entry("mqtt.max_mqueue_len", "10"),
          Map.entry("retainer.max_retained", "1000"),
          Map.entry("retainer.msg_expiry_interval", "1s"));

  @Test
  @Timeout(1800)
  void nothingThatAClientSendsHurtsTheBrokerOrItsNeighbours() throws Exception {
    long seed = Long.getLong("fuzz.seed", System.nanoTime() ^ ProcessHandle.current().pid());
    System.out.println("fuzz.seed=" + seed + " fuzz.sequences=" + SEQUENCES);
    long only = Long.getLong("fuzz.only", -1);
    try (LogWatch log = new LogWatch();
        StartedBroker broker = StartedBroker.with(SHORT_MEMORY);
        Driver driver = new Driver(seed, broker.port("tcp"), broker.port("ws"), PARALLEL)) {
      if (only >= 0) {
        driver.run(only, only + 1);
        System.out.println(Sequence.of(seed, only).toString() + driver.verdicts());
        assertThat(driver.verdicts().failures()).isEmpty();
        assertThat(log.faults()).isEmpty();
        return;
      }
      long warmUp = SEQUENCES / 5;
      driver.run(0, warmUp);
      settle(broker);
      Memory before = Memory.now();
      Probes probes = new Probes(broker);
      long begun = System.nanoTime();
      driver.run(warmUp, SEQUENCES);
      double seconds = (System.nanoTime() - begun) / 1e9;
      probes.close();
      assertThat(probes.fault()).isNull();
      settle(broker);
      Memory after = Memory.now();

      System.out.printf(
          "%d sequences, %.0f/s, longest %d ms, %d lines of log%n"
              + "before: %s, after: %s%nechoes: %s%nof that the broker: %s%s%n",
          driver.verdicts().judged(),
          (SEQUENCES - warmUp) / seconds,
          driver.verdicts().longestMillis(),
          log.lines(),
          before,
          after,
          probes.echoes(),
          probes.served(),
          driver.verdicts());
      assertThat(driver.verdicts().failures()).isEmpty();
      assertThat(driver.verdicts().judged()).isEqualTo(SEQUENCES);
      assertThat(log.faults()).isEmpty();
      assertThat(probes.served().millis(1)).as("longest time of an echo").isLessThan(100);
      assertThat(after.heap()).as("heap").isLessThan(before.heap() + 16 * MB);
      assertThat(after.direct()).as("direct memory").isLessThan(before.direct() + 48 * MB);
    }
  }

  @Test
  void noBufferIsLost() throws Exception {
    ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    try (LogWatch log = new LogWatch();
        StartedBroker broker = StartedBroker.with(SHORT_MEMORY);
        Driver driver = new Driver(42, broker.port("tcp"), broker.port("ws"), 50)) {
      driver.run(0, 3_000);
      settle(broker);
      Memory.now(); // what is lost is found after a collection, when the next buffer is taken
      driver.run(3_000, 4_000);

      assertThat(driver.verdicts().failures()).isEmpty();
      assertThat(log.faults()).isEmpty();
    } finally {
      ResourceLeakDetector.setLevel(before);
    }
  }

  /** Every connection gone, and the sessions that may stay for a second. */
  private static void settle(StartedBroker broker) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> broker.broker().sockets() == 0 && broker.broker().subscriptions() == 0);
  }
}

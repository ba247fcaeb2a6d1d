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
package io.mqueduct.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The broker's handle: a process that is killed and comes back, and one that stops in order. */
class RunningBrokerIT {
  @Test
  void comesBackOnTheSamePortAfterAKill() {
    try (RunningBroker broker = RunningBroker.startProcess(Map.of())) {
      WirePeer before = broker.connect("c").open();
      int port = broker.port("tcp");

      broker.kill();
      assertThat(before.drain()).isEmpty();
      broker.start();

      assertThat(broker.port("tcp")).isEqualTo(port);
      broker.connect("c").open().ping();
    }
  }

  @Test
  void saysGoodbyeWhenTheProcessIsAskedToStop() {
    try (RunningBroker broker = RunningBroker.startProcess(Map.of())) {
      WirePeer peer = broker.connect("c").open();

      broker.stop();

      peer.expectDisconnect(0x8B);
    }
  }
}

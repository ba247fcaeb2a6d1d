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
package io.mqueduct.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.WirePeer;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The section mqtt when it changes while there are sessions. */
class SessionSettingsIT {
  @TempDir Path directory;
  private @Nullable FollowingBroker broker;

  @AfterEach
  void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void aSessionThatIsConnectedFollowsAChangedLimit() {
    FollowingBroker running = start("mqtt: {max_mqueue_len: 2}");
    WirePeer subscriber = running.connect("s").receiveMaximum(1);
    subscriber.subscribe("t", 1);
    running.reconfigure("mqtt: {max_mqueue_len: 5}");

    Awaitility.await()
        .untilAsserted(
            () -> {
              running.publish("t", 7);
              int taken = 1;
              while (!subscriber.take().text().equals("m7")) { // the newest is never dropped
                taken++;
              }
              assertThat(taken).isEqualTo(6);
            });
  }

  @Test
  void aSessionThatWasAwayFollowsWhenItComesBack() {
    FollowingBroker running = start("mqtt: {upgrade_qos: false}");
    running.connect("s").durable().subscribe("t", 1).disconnect();
    running.reconfigure("mqtt: {upgrade_qos: true}");

    // a loop looks at the configuration ten times a second
    Awaitility.await()
        .untilAsserted(
            () -> {
              WirePeer subscriber = running.connect("s").durable().open();
              running.connect("p").publish("t", 0, "x");
              assertThat(subscriber.take().qos()).isEqualTo(1);
            });
  }

  private FollowingBroker start(String yaml) {
    FollowingBroker started = FollowingBroker.start(directory, yaml + "\n");
    broker = started;
    return started;
  }
}

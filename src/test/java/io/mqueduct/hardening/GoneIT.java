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
import static org.awaitility.Awaitility.await;

import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.Packet.Pingresp;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that vanish, go silent or take their time. */
class GoneIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private StartedBroker broker;

  @BeforeEach
  void start() {
    broker = StartedBroker.with(Map.of("limits.connect_timeout", "4s"));
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  private WirePeer connect(String clientId) {
    return broker.connect(clientId).patience(PATIENCE);
  }

  private static Socket socket(WirePeer peer) {
    return ((TcpWire) peer.wire()).socket();
  }

  @Test
  void aClientWhoseProcessDiesIsMissedAtOnce() throws IOException {
    try (WirePeer watcher = connect("watcher").subscribe("will", 1);
        WirePeer dying = connect("dying").will(Publish.to("will").payload("gone")).open()) {
      socket(dying).setSoLinger(true, 0); // what a killed process leaves unread is reset as well
      dying.cut();

      assertThat(watcher.take().text()).isEqualTo("gone");
    }
  }

  @Test
  void aClientThatEndsItsHalfIsClosed() throws IOException {
    try (WirePeer half = connect("half").open()) {
      socket(half).shutdownOutput();

      half.expectClosed();
      await().atMost(PATIENCE).until(() -> broker.broker().sockets() == 0);
    }
  }

  @Test
  void aSilentClientIsGivenUpAfterItsKeepAliveAndTold() {
    try (WirePeer silent = connect("silent").keepAlive(1).open()) {
      silent.expectDisconnect(0x8D);
    }
  }

  @Test
  void aConnectThatComesByteByByteIsAccepted() {
    try (WirePeer slow = connect("slow")) {
      for (byte each : slow.connectBytes()) {
        slow.sendRaw(new byte[] {each});
      }

      assertThat(slow.expect(Connack.class).code()).isZero();
      slow.sendRaw(new byte[] {(byte) 0xC0}).sendRaw(new byte[] {0});
      slow.expect(Pingresp.class);
    }
  }

  @Test
  void aConnectThatNeverEndsIsGivenUp() {
    try (WirePeer slow = connect("slow").version(Version.V311)) {
      byte[] connect = slow.connectBytes();
      long begun = System.nanoTime();

      slow.sendRaw(Arrays.copyOf(connect, connect.length - 1));

      assertThat(slow.drain()).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isGreaterThan(Duration.ofMillis(3900));
    }
  }

  @Test
  void theReasonArrivesAlsoWithBytesUnread() {
    try (WirePeer peer = connect("babbler").open()) {
      byte[] more = new byte[200_000];
      peer.sendRaw(new byte[] {(byte) 0xF7, 0}); // AUTH with reserved flags
      for (int i = 0; i < 20; i++) {
        peer.sendRaw(more); // as an unaware client does
      }

      peer.expectDisconnect(0x81);
    }
  }
}

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
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Very many connections in very little time. */
class StormIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private StartedBroker broker;

  @BeforeEach
  void start() {
    broker = StartedBroker.with(Map.of());
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  private WirePeer connect(String clientId) {
    return broker.connect(clientId).patience(PATIENCE);
  }

  /** False if another one with the same identifier was quicker. */
  private static boolean isAccepted(WirePeer peer) {
    try {
      return peer.sendConnect().expect(Connack.class).code() == 0;
    } catch (AssertionError e) {
      return false;
    }
  }

  private void awaitSockets(int count) {
    await().atMost(PATIENCE).until(() -> broker.broker().sockets() == count);
  }

  @Test
  void aThousandConnectionsAtOnceAllGetIn() {
    List<WirePeer> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(connect("c" + i).sendConnect());
    }

    for (WirePeer each : all) {
      assertThat(each.expect(Connack.class).code()).isZero();
    }
    assertThat(broker.broker().sockets()).isEqualTo(1_000);
    all.forEach(WirePeer::close);
    awaitSockets(0);
  }

  @Test
  void socketsThatOpenAndVanishLeaveNothing() throws IOException {
    int port = broker.port("tcp");
    byte[] connect = broker.connect("half").connectBytes();
    for (int i = 0; i < 1_000; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (i % 3 > 0) {
          socket.getOutputStream().write(connect, 0, i % 3 == 1 ? connect.length : 10);
        }
        socket.setSoLinger(i % 2 == 0, 0); // every other one is reset
      }
    }

    awaitSockets(0);
    connect("after").open().ping().close();
  }

  @Test
  void oneOfManyWithTheSameClientIdSurvivesAndHasOneSession() throws Exception {
    int port = broker.port("tcp");
    AtomicInteger accepted = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Version version = t % 2 == 0 ? Version.V5 : Version.V311;
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 250; i++) {
                    WirePeer peer =
                        new WirePeer(() -> TcpWire.plain(port), "same")
                            .patience(PATIENCE)
                            .version(version)
                            .durable();
                    if (isAccepted(peer)) {
                      accepted.incrementAndGet();
                    }
                    if (i % 2 == 0) {
                      peer.close();
                    }
                  }
                }));
      }
      for (Future<?> each : running) {
        each.get(120, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(accepted.get()).as("accepted of 1,000").isPositive();
    try (WirePeer last = connect("same").durable().subscribe("t", 1);
        WirePeer publisher = connect("publisher").open()) {
      awaitSockets(2);
      assertThat(broker.broker().subscriptions()).isEqualTo(1);
      publisher.publish("t", 1, "once");
      assertThat(last.take().text()).isEqualTo("once");
      last.expectNothing();
    }
  }
}

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

import io.mqueduct.testkit.StartedBroker;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A loop that is late does not hold it against its clients. */
class LateLoopIT {
  private static final byte[] CONNECT =
      "\u0010\r\u0000\u0004MQTT\u0005\u0002\u0000\u0000\u0000"
          .concat("\u0000\u0000")
          .getBytes(StandardCharsets.ISO_8859_1);

  /** So many that reading from them takes a pass or two. */
  private static final int CLIENTS = 40;

  @Test
  void aConnectThatCameInTimeIsAnsweredHoweverLateItIsRead() throws Exception {
    Map<String, String> settings =
        Map.of("limits.connect_timeout", "3s", "node.event_loops", "1", "api.enable", "false");
    try (StartedBroker broker = StartedBroker.with(settings)) {
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), broker.port("tcp"));
        client.setSoTimeout(30_000);
        clients.add(client);
      }
      await().until(() -> broker.broker().sockets() == CLIENTS);
      CountDownLatch asleep = makeLate(broker.eventLoop());
      asleep.await();
      for (Socket client : clients) {
        client.getOutputStream().write(CONNECT);
      }

      for (Socket client : clients) {
        assertThat(firstByte(client)).as("CONNACK").isEqualTo(0x20);
        client.close();
      }
    }
  }

  private static int firstByte(Socket client) throws IOException {
    return client.getInputStream().read();
  }

  /**
   * Two naps in one pass: when the first ends, ticks are due behind the second, and run after it
   * without a look at the sockets. The latch opens with the second.
   */
  private static CountDownLatch makeLate(EventLoop loop) {
    CountDownLatch second = new CountDownLatch(1);
    loop.execute(
        () -> {
          loop.schedule(
              () -> {
                second.countDown();
                nap(3500);
              },
              1,
              TimeUnit.MILLISECONDS);
          nap(400);
        });
    return second;
  }

  private static void nap(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

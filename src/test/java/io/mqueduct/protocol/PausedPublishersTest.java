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
package io.mqueduct.protocol;

import static io.mqueduct.protocol.EmbeddedClient.body;
import static io.mqueduct.protocol.EmbeddedClient.packet;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.routing.Subscription;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionSettings;
import io.netty.channel.DefaultEventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two publishers on one loop, one of which is too fast for another loop. */
@Timeout(30)
class PausedPublishersTest {
  private static final int PUBLISH = 0x30;

  private final CountDownLatch comesRound = new CountDownLatch(1);
  private final DefaultEventLoop others = new DefaultEventLoop();
  private final EmbeddedClient fast = new EmbeddedClient(4, null);
  private final EmbeddedClient calm = new EmbeddedClient("calm", fast);

  @AfterEach
  void close() {
    comesRound.countDown();
    others.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private static boolean isHeld(EmbeddedClient client) {
    return client.connection.channel().isHeld();
  }

  /** Twenty subscribers on a loop that is busy with something else. */
  private void crowd() {
    BrokerLoop busy = others.submit(() -> BrokerLoop.of(others)).syncUninterruptibly().getNow();
    for (int i = 0; i < 20; i++) {
      Session one = new Session("s" + i, SessionSettings.DEFAULTS, busy, DropListener.NONE, null);
      fast.router.subscribe(
          new Subscription(one, "many", null, 0, false, false, 0, Subscription.NO_IDENTIFIERS));
    }
    others.execute(
        () -> {
          try {
            comesRound.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** In one pass the fast one publishes, and then the calm one if it is to do so in that pass. */
  private void pass(boolean together) {
    for (int i = 0; i < 100; i++) {
      fast.sendWithinPass(packet(PUBLISH, body().text("many")));
    }
    if (!together) {
      fast.socket.runPendingTasks();
    }
    calm.send(PUBLISH, body().text("few"));
    fast.socket.runPendingTasks();
  }

  private void onlyTheFastOneIsPaused(boolean together) throws InterruptedException {
    Subscription few =
        new Subscription(
            calm.session, "few", null, 0, false, false, 0, Subscription.NO_IDENTIFIERS);
    fast.router.subscribe(few);
    crowd();
    for (int i = 0; i < 200 && !isHeld(fast); i++) {
      pass(together);
    }
    assertThat(isHeld(fast)).isTrue();
    assertThat(isHeld(calm)).isFalse();

    comesRound.countDown();
    while (isHeld(fast)) {
      others.submit(() -> true).sync();
      fast.socket.runPendingTasks();
    }
    assertThat(isHeld(calm)).isFalse();
  }

  @Test
  void whoPublishesAfterAPassWasTooMuchIsNotPausedForIt() throws InterruptedException {
    onlyTheFastOneIsPaused(false);
  }

  @Test
  void whoPublishesBehindWhatWasTooMuchIsNotPausedForIt() throws InterruptedException {
    onlyTheFastOneIsPaused(true);
  }
}

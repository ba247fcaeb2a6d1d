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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionSettings;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BrokerLoopTest {
  private final WatchedLoop eventLoop = new WatchedLoop();
  private final BrokerLoop loop = on(() -> BrokerLoop.of(eventLoop));

  private static final Message SMALL = message(1);
  private static final Message LARGE = message(BrokerLoop.MOST_COLLECTED_BYTES - 10);

  private static Message message(int size) {
    return new Message(
        TopicName.of("t"), new byte[size], new byte[0], 0, false, 0, Message.NEVER, "c", null);
  }

  private static final class WatchedLoop extends DefaultEventLoop {
    boolean hasTimers() {
      return nextScheduledTaskDeadlineNanos() >= 0;
    }
  }

  @AfterEach
  void close() {
    eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private <T> T on(Callable<T> task) {
    return eventLoop.submit(task).syncUninterruptibly().getNow();
  }

  private static void awaitMillisecondsAfter(long millis) {
    while (System.currentTimeMillis() <= millis + 2) {
      Thread.onSpinWait();
    }
  }

  @Test
  void knowsTheTimeInAPassThatNobodyAnnounced() {
    for (int i = 0; i < 20; i++) {
      awaitMillisecondsAfter(loop.nowMillis());
      long before = System.currentTimeMillis();

      assertThat(on(loop::nowMillis)).isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  void hasOneTimeInAPass() {
    on(
        () -> {
          long first = loop.nowMillis();
          awaitMillisecondsAfter(first);
          assertThat(loop.nowMillis()).isEqualTo(first);
          return true;
        });
  }

  @Test
  void collectsSoManyDeliveriesUntilItDrains() {
    Session session = new Session("c", SessionSettings.DEFAULTS, loop, DropListener.NONE, null);
    boolean[] collects = new boolean[2];
    on(
        () -> {
          for (int i = 0; i < BrokerLoop.MOST_COLLECTED; i++) {
            collects[0] = loop.collects(SMALL);
          }
          collects[1] = loop.collects(SMALL);
          loop.wake(session);
          return true;
        });

    assertThat(collects).containsExactly(true, false);
    assertThat(on(() -> loop.collects(SMALL))).isTrue();
  }

  @Test
  void collectsSoManyBytesUntilItDrains() {
    Session session = new Session("c", SessionSettings.DEFAULTS, loop, DropListener.NONE, null);
    boolean[] collects = new boolean[4];
    on(
        () -> {
          for (int i = 0; i < 100; i++) {
            collects[0] = loop.collects(LARGE); // one message, however many get it
          }
          collects[1] = loop.collects(message(LARGE.payload().length));
          collects[2] = loop.collects(LARGE);
          collects[3] = loop.collects(SMALL);
          loop.wake(session);
          return true;
        });

    assertThat(collects).containsExactly(true, false, true, true);
    assertThat(on(() -> loop.collects(LARGE))).isTrue();
  }

  @Test
  void endsAPassWhateverFailsInIt() {
    Runnable fault =
        () -> {
          throw new AssertionError("on purpose");
        };
    AtomicInteger done = new AtomicInteger();
    for (int pass = 1; pass <= 2; pass++) {
      on(
          () -> {
            loop.atEndOfPass(fault);
            loop.atEndOfPass(done::incrementAndGet);
            loop.flushAtEndOfPass(fault::run);
            loop.flushAtEndOfPass(done::incrementAndGet);
            return true;
          });
      assertThat(on(done::get)).isEqualTo(2 * pass);
    }
  }

  @Test
  void sleepsWhileNoSessionAskedToBeCalled() {
    assertThat(on(eventLoop::hasTimers)).isFalse();
  }

  @Test
  void callsASessionInTimeAndSleepsAgain() {
    Session session = new Session("c", SessionSettings.DEFAULTS, loop, DropListener.NONE, null);
    for (int millis : new int[] {1, 150, 450}) {
      long due = System.currentTimeMillis() + millis;
      // Measured by a timer of the same loop: a machine that is slow is slow for both.
      ScheduledFuture<Integer> late =
          on(
              () -> {
                loop.tickAt(session, due);
                loop.tickAt(session, due + 1);
                assertThat(eventLoop.hasTimers()).isTrue();
                return eventLoop.schedule(loop::deadlines, millis + 300, TimeUnit.MILLISECONDS);
              });

      await().pollInterval(2, TimeUnit.MILLISECONDS).until(() -> on(loop::deadlines) == 0);
      assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(due);
      assertThat(late.syncUninterruptibly().getNow()).as("left when it is late").isZero();
      assertThat(on(eventLoop::hasTimers)).isFalse();
    }
  }
}

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
package io.mqueduct.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final Router router =
      new Router(
          new RetainedStore(RetainedStore.Limits.NONE),
          new SharedRules(
              new SharedRules.Values(SharedStrategy.RANDOM, 0, false, false), Instant::now));
  private final RouteCache routes = router.newCache();
  private final Turns turns = new Turns();
  private final List<Interceptor.Listener> asking = new ArrayList<>();
  private int slowedDown;
  private int stored;

  /** Takes its time to grant a place. */
  private final class Slow implements Interceptor {
    @Override
    public boolean mayRefuse() {
      return true;
    }

    @Override
    public boolean isBusy() {
      return false;
    }

    @Override
    public Passage pass(Message message, @Nullable String peerHost, Listener listener) {
      return new Passage() {
        @Override
        public @Nullable String objection() {
          return null;
        }

        @Override
        public void reserve() {
          asking.add(listener);
        }

        @Override
        public void store() {
          stored++;
        }

        @Override
        public void giveUp() {}
      };
    }
  }

  private final class Client implements Publisher, Origin, Receipt {
    @Override
    public @Nullable String peerHost() {
      return null;
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void slowDown() {
      slowedDown++;
    }

    @Override
    public Turns turns() {
      return turns;
    }

    @Override
    public Publisher publisher() {
      return this;
    }

    @Override
    public boolean hasDurableId() {
      return false;
    }

    @Override
    public Receipt receipt(ReasonCode ifStored) {
      return this;
    }

    @Override
    public @Nullable StoredList publisherList() {
      return null;
    }

    @Override
    public int packetId() {
      return 1;
    }

    @Override
    public void stored() {}

    @Override
    public void failed(ReasonCode why) {}
  }

  private void publish(int qos, int bytes) {
    router.publish(
        new Message(
            TopicName.of("t"),
            new byte[bytes],
            Message.NO_BYTES,
            qos,
            false,
            0,
            Message.NEVER,
            "p",
            null),
        routes,
        new Client());
  }

  private int untilSlowedDown(int bytes) {
    router.intercept("t", new Slow());
    publish(1, bytes);
    int count = 0;
    while (slowedDown == 0 && count < 10 * Turns.MOST_UNANSWERED) {
      publish(0, bytes);
      count++;
    }
    return count;
  }

  @Test
  void whoPublishesBehindAMessageThatWaitsIsSlowedDown() {
    assertThat(untilSlowedDown(0)).isEqualTo(Turns.MOST_UNANSWERED);
    assertThat(turns.isFull()).isTrue();

    asking.get(0).reserved(true);

    assertThat(turns.isFull()).isFalse();
    assertThat(stored).isEqualTo(1 + Turns.MOST_UNANSWERED);
  }

  @Test
  void aFewLargeOnesAreEnough() {
    assertThat(untilSlowedDown(100_000)).isEqualTo(11);
  }
}

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

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.PlainSubscriber;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.routing.Subscription;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetainedReplayTest {
  private final RetainedStore store = new RetainedStore(RetainedStore.Limits.NONE);
  private final Router router =
      new Router(
          store,
          new SharedRules(
              new SharedRules.Values(SharedStrategy.RANDOM, 0, false, false), Instant::now));
  private final AtomicInteger again = new AtomicInteger();
  private boolean isThere = true;

  @Test
  void looksAtSoManyTopicsInVainThatItsLoopIsNotHeldUp() {
    for (int i = 0; i < 4 * RetainedReplay.STEPS; i++) {
      retain("a/" + i + "/x");
    }
    retain("b/1/y");
    RetainedReplay replay = replay("+/+/y");

    assertThat(replay.next()).isNull();
    assertThat(replay.isThrough()).isFalse();
    assertThat(again).hasValue(1);

    @Nullable Message found = replay.next();
    while (found == null && !replay.isThrough()) {
      found = replay.next();
    }
    assertThat(found).extracting(Message::topic).hasToString("b/1/y");
    assertThat(again).hasValue(4);
  }

  @Test
  void looksAtAllOfThemIfNobodyWouldStartItAgain() {
    for (int i = 0; i < 2 * RetainedReplay.STEPS; i++) {
      retain("a/" + i + "/x");
    }
    retain("b/1/y");
    isThere = false;

    assertThat(replay("+/+/y").next()).extracting(Message::topic).hasToString("b/1/y");
  }

  @Test
  void asksForNothingMoreWhenItIsThrough() {
    retain("a/1/x");
    RetainedReplay replay = replay("#");

    assertThat(replay.next()).isNotNull();
    assertThat(replay.next()).isNull();
    assertThat(replay.isThrough()).isTrue();
    assertThat(again).hasValue(0);
  }

  private void retain(String topic) {
    store.set(
        new Message(
            TopicName.of(topic),
            new byte[] {1},
            Message.NO_BYTES,
            0,
            true,
            0,
            Message.NEVER,
            "p",
            null));
  }

  private RetainedReplay replay(String filter) {
    return new RetainedReplay(
        new Subscription(
            new Somebody(), filter, null, 0, false, false, 0, Subscription.NO_IDENTIFIERS),
        router,
        null,
        replay -> isThere && again.incrementAndGet() > 0);
  }

  /** Whose subscription it is does not matter here. */
  private record Somebody() implements PlainSubscriber {
    @Override
    public String clientId() {
      return "s";
    }
  }
}

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
package io.mqueduct.session;

import static io.mqueduct.session.SessionFixture.rules;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionReplayTest {
  private final Map<String, String> retained = new TreeMap<>();
  private int pulled;

  /** Looks into the retained store at the time of the call, as the contract says. */
  private final class StoreReplay implements Replay {
    private final Subscription subscription;
    private final List<String> topics = new ArrayList<>(retained.keySet());

    StoreReplay(Subscription subscription) {
      this.subscription = subscription;
    }

    @Override
    public Subscription subscription() {
      return subscription;
    }

    @Override
    public @Nullable Message next() {
      if (topics.isEmpty()) {
        return null;
      }
      pulled++;
      return new Message(
          TopicName.of(retained.get(topics.remove(0))),
          Message.NO_BYTES,
          Message.NO_BYTES,
          1,
          true,
          0,
          Message.NEVER,
          "p",
          null);
    }
  }

  /** Has nothing, and counts who asks. */
  private final class EmptyReplay implements Replay {
    private final Subscription subscription;

    EmptyReplay(Session session, String filter) {
      subscription =
          new Subscription(session, filter, null, 1, false, false, 0, Subscription.NO_IDENTIFIERS);
    }

    @Override
    public Subscription subscription() {
      return subscription;
    }

    @Override
    public @Nullable Message next() {
      pulled++;
      return null;
    }
  }

  @Test
  void veryManyReplaysWithoutAnyMessageDoNotHoldUpTheLoop() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.online();
    f.publish(1, "first");
    for (int i = 0; i < 10_000; i++) {
      f.session.startReplay(new EmptyReplay(f.session, "f/" + i), f.loop.now);
    }
    assertThat(pulled).as("the window is full").isZero();

    f.puback(1);
    assertThat(pulled).isBetween(1, 100);
    f.publish(1, "second");
    assertThat(f.sent()).containsExactly("P1 first", "P2 second");
    f.puback(2);
    int rounds = 0;
    while (pulled < 10_000) {
      int before = pulled;
      assertThat(f.loop.woken).as("it goes on by itself").isNotEmpty();
      f.loop.run();
      assertThat(pulled - before).isBetween(1, 1_000_000);
      assertThat(++rounds).isLessThan(10_000);
    }
  }

  private void retain(int count) {
    for (int i = 0; i < count; i++) {
      retained.put(String.format("r%05d", i), String.format("r%05d", i));
    }
  }

  @Test
  void twelveThousandRetainedMessagesPassLimitsOfAnySizeAsTheyAreAcknowledged() {
    SessionFixture f =
        SessionFixture.with(rules().maxInflight(100).maxMqueueLen(1000).maxMqueueBytes(1000));
    f.online();
    retain(12_000);
    f.session.startReplay(new StoreReplay(f.subscription(1, false, false)), f.loop.now);
    assertThat(pulled).as("pulled, not pushed").isEqualTo(100);
    int acked = 0;
    while (f.session.inflight() > 0) {
      f.puback(++acked);
    }
    assertThat(acked).isEqualTo(12_000);
    assertThat(f.sent()).hasSize(12_000).allMatch(line -> line.endsWith(" R"));
    assertThat(f.drops).isEmpty();
  }

  @Test
  void qos0ReplayIsPacedByTheSocket() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    retain(10);
    f.out.congestedAfter = 4;
    f.session.startReplay(new StoreReplay(f.subscription(0, false, false)), f.loop.now);
    assertThat(f.sent()).hasSize(4);
    f.out.congestedAfter = 100;
    f.session.onWritable(f.loop.now);
    assertThat(f.sent()).hasSize(6).allMatch(line -> line.startsWith("P- "));
  }

  @Test
  void aLiveMessageIsNotFollowedByAnOlderRetainedOne() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.online();
    retain(2);
    f.session.startReplay(new StoreReplay(f.subscription(1, false, false)), f.loop.now);
    assertThat(f.sent()).containsExactly("P1 r00000 R");
    retained.put("r00001", "newer");
    f.publish(1, "newer");
    f.puback(1);
    assertThat(f.sent()).as("live messages go first").containsExactly("P2 newer");
    f.puback(2);
    assertThat(f.sent()).as("what is retained now").containsExactly("P3 newer R");
  }

  @Test
  void neitherLiveMessagesNorTheReplayStarve() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.online();
    retain(100);
    f.session.startReplay(new StoreReplay(f.subscription(1, false, false)), f.loop.now);
    for (int i = 1; i <= 160; i++) {
      f.publish(1, "live", "live");
      f.puback(i);
    }
    List<String> lines = f.sent();
    assertThat(lines).filteredOn(line -> line.endsWith(" R")).hasSizeBetween(10, 12);
    assertThat(lines).filteredOn(line -> line.endsWith("live")).hasSizeGreaterThan(145);
  }

  @Test
  void replayGoesOnAfterAReconnectAndEndsWithItsSubscription() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.online();
    retain(5);
    Subscription subscription = f.subscription(1, false, false);
    f.session.startReplay(new StoreReplay(subscription), f.loop.now);
    f.puback(1);
    f.cut();
    f.online();
    assertThat(f.sent()).containsExactly("P2+ r00001 R");
    f.puback(2);
    assertThat(f.sent()).containsExactly("P3 r00002 R");
    f.session.cancelReplay(subscription);
    f.puback(3);
    assertThat(f.sent()).isEmpty();
  }

  @Test
  void aSecondSubscribeReplacesTheReplayOfTheSameFilter() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.online();
    retain(2);
    f.session.startReplay(new StoreReplay(f.subscription(1, false, false)), f.loop.now);
    f.session.startReplay(new StoreReplay(f.subscription(1, false, false)), f.loop.now);
    f.puback(1);
    f.puback(2);
    f.puback(3);
    f.puback(4);
    assertThat(f.sent()).containsExactly("P1 r00000 R", "P2 r00000 R", "P3 r00001 R");
  }

  @Test
  void startingOneOfVeryManyReplaysLooksAtNoOther() {
    SessionFixture f = SessionFixture.with(rules());
    int[] looks = new int[1];
    for (int i = 0; i < 2000; i++) {
      Subscription own =
          new Subscription(
              f.session, "f/" + i, null, 1, false, false, 0, Subscription.NO_IDENTIFIERS);
      f.session.startReplay(
          new Replay() {
            @Override
            public Subscription subscription() {
              looks[0]++;
              return own;
            }

            @Override
            public @Nullable Message next() {
              return null;
            }
          },
          f.loop.now);
    }
    assertThat(looks[0]).isLessThan(10 * 2000);
  }
}

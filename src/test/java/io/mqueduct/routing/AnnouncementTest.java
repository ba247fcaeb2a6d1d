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

/** A message that is to reach everybody durable, however often that has to be tried. */
class AnnouncementTest {
  private final Router router =
      new Router(
          new RetainedStore(RetainedStore.Limits.NONE),
          new SharedRules(
              new SharedRules.Values(SharedStrategy.RANDOM, 0, false, false), Instant::now));
  private final Store store = new Store();
  private final List<String> told = new ArrayList<>();

  /** A store that answers when the test says so. */
  private static final class Store implements PlainJournal {
    private final List<Receipt> receipts = new ArrayList<>();
    private boolean busy;

    @Override
    public boolean store(
        Message message,
        boolean keep,
        Subscription[] targets,
        int count,
        SharedGroup[] groups,
        @Nullable Receipt receipt) {
      return !busy && receipts.add(receipt);
    }
  }

  /** A queue that answers when the test says so. */
  private static final class Queue implements Interceptor {
    private final List<Listener> asked = new ArrayList<>();

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
          throw new AssertionError("nobody is to be kept from it by a queue that is full");
        }

        @Override
        public void store() {
          asked.add(listener);
        }

        @Override
        public void giveUp() {}
      };
    }
  }

  private Announcement announcement(boolean retain) {
    router.journal(store);
    return router.announcement(
        new Message(
            TopicName.of("will"),
            new byte[] {1},
            Message.NO_BYTES,
            1,
            retain,
            0,
            Message.NEVER,
            "p",
            null),
        router.newCache());
  }

  private Queue queue() {
    Queue queue = new Queue();
    router.intercept("#", queue);
    return queue;
  }

  private void go(Announcement announced) {
    announced.go(done -> told.add(done ? "done" : "again"));
  }

  @Test
  void isDoneAtOnceIfNobodyDurableGetsIt() {
    go(announcement(false));

    assertThat(told).containsExactly("done");
  }

  @Test
  void isDoneWhenQueuesAndStoreHaveIt() {
    Queue one = queue();
    Queue two = queue();
    go(announcement(true));

    one.asked.get(0).stored(ReasonCode.SUCCESS, 0);
    store.receipts.get(0).stored();
    assertThat(told).isEmpty();
    two.asked.get(0).stored(ReasonCode.QUOTA_EXCEEDED, 100); // which trying again does not change
    assertThat(told).containsExactly("done");
  }

  @Test
  void triesOnlyThoseAgainThatDidNotTakeIt() {
    Queue one = queue();
    Queue two = queue();
    Announcement announced = announcement(true);
    go(announced);
    one.asked.get(0).stored(ReasonCode.SUCCESS, 0);
    two.asked.get(0).stored(ReasonCode.SERVER_BUSY, 0);
    store.receipts.get(0).stored();
    assertThat(told).containsExactly("again");

    go(announced);
    assertThat(one.asked).hasSize(1);
    assertThat(two.asked).hasSize(2);
    assertThat(store.receipts).hasSize(1);
    two.asked.get(1).stored(ReasonCode.SUCCESS, 0);
    assertThat(told).containsExactly("again", "done");
  }

  @Test
  void whoIsNotDurableGetsItOnceAlthoughTheStoreFailsAndRefuses() {
    Peer live = new Peer("live");
    router.subscribe(live.to("will", 1, false, false));
    Announcement announced = announcement(true);
    store.busy = true;
    go(announced);
    assertThat(told).containsExactly("again");
    assertThat(live.delivered).isEmpty();

    store.busy = false;
    go(announced);
    assertThat(live.delivered).hasSize(1);
    store.receipts.get(0).failed(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR);
    go(announced);
    store.receipts.get(1).stored();

    assertThat(told).containsExactly("again", "again", "done");
    assertThat(live.delivered).hasSize(1);
  }
}

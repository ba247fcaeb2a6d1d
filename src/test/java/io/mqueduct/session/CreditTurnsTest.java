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
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.CreditListener;
import io.mqueduct.routing.Settlement;
import io.mqueduct.routing.Subscriber;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Very many queues that lend to one session, few of which have something to lend. */
class CreditTurnsTest {
  private static final int MANY = 1000;
  private static final Settlement NOBODY =
      new Settlement() {
        @Override
        public void settled(ReasonCode code, @Nullable String reason) {}

        @Override
        public void returned(boolean wasSent) {}
      };

  private final SessionFixture f = SessionFixture.with(rules().maxInflight(2)).online();
  private final List<Integer> turns = new ArrayList<>();
  private int told;

  private final class Queue implements CreditListener {
    private final int number;
    private boolean isGone;

    Queue(int number) {
      this.number = number;
      f.session.addCreditListener(this);
    }

    @Override
    public void creditAvailable(Subscriber subscriber) {
      told++;
    }

    @Override
    public boolean waitsForTurn() {
      return true;
    }

    @Override
    public boolean turn(Subscriber subscriber) {
      if (!isGone) {
        turns.add(number);
      }
      return !isGone;
    }
  }

  private List<Queue> queues(int count) {
    List<Queue> queues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      queues.add(new Queue(i));
    }
    told = 0;
    return queues;
  }

  private void lend(int count) {
    for (int i = 0; i < count; i++) {
      f.session.lend(f.message("q", 1, Message.NEVER), f.subscription(1, false, false), 1, NOBODY);
    }
  }

  private void awaitAll(List<Queue> queues) {
    for (Queue each : queues) {
      f.session.awaitCredit(each);
    }
  }

  @Test
  void nobodyIsToldOfCreditThatWasThereAllTheTime() {
    queues(MANY);
    for (int i = 0; i < MANY; i++) {
      f.session.addCreditListener(subscriber -> told++);
    }
    told = 0;
    f.loop.current = false;
    lend(1);
    f.loop.run();
    f.loop.current = true;
    f.puback(1);
    assertThat(told).isZero();
    assertThat(turns).isEmpty();
  }

  @Test
  void thoseThatDoNotWaitForATurnAreToldAgainIfTheyFoundThatThereIsNone() {
    queues(MANY);
    f.session.addCreditListener(subscriber -> told++);
    told = 0;
    lend(2);
    assertThat(f.session.credit()).isZero();
    f.puback(1);
    f.puback(2);
    assertThat(told).isEqualTo(1);
  }

  @Test
  void onlyAsManyHaveTheirTurnAsThereIsCreditAndInOrder() {
    List<Queue> queues = queues(MANY);
    lend(2);
    awaitAll(queues);
    assertThat(turns).isEmpty();
    f.puback(1);
    assertThat(turns).containsExactly(0);
    lend(1);
    f.session.passCredit();
    assertThat(turns).as("it left nothing").containsExactly(0);
    f.puback(2);
    assertThat(turns).containsExactly(0, 1);
    f.session.passCredit();
    assertThat(turns).as("it left something").containsExactly(0, 1, 2);
    assertThat(told).isZero();
  }

  @Test
  void whoWaitsWhenThereIsCreditAlreadyHasItsTurnAtOnce() {
    List<Queue> queues = queues(2);
    awaitAll(queues);
    assertThat(turns).containsExactly(0, 1);
  }

  @Test
  void thoseThatWantNothingAnyMoreArePassedBy() {
    List<Queue> queues = queues(MANY);
    lend(2);
    awaitAll(queues);
    queues.subList(0, MANY - 1).forEach(each -> each.isGone = true);
    f.puback(1);
    assertThat(turns).containsExactly(MANY - 1);
  }

  @Test
  void thoseThatAreTakenOutDoNotPileUp() {
    Queue stays = new Queue(1);
    lend(2);
    for (int i = 2; i <= MANY; i++) {
      Queue goes = new Queue(i);
      f.session.awaitCredit(goes);
      f.session.removeCreditListener(goes);
    }
    f.session.awaitCredit(stays);
    f.puback(1);
    f.puback(2);
    assertThat(turns).contains(1).hasSizeLessThan(5);
  }

  /** What a queue does on its loop, which is not the session's. */
  private static final class Lender implements CreditListener {
    private final ThreadLoop loop;
    private final Session session;
    private final Subscription subscription;
    private final AtomicBoolean waits = new AtomicBoolean();
    private int left;

    Lender(ThreadLoop loop, Session session, int messages) {
      this.loop = loop;
      this.session = session;
      this.left = messages;
      this.subscription =
          new Subscription(session, "#", null, 1, false, false, 0, Subscription.NO_IDENTIFIERS);
    }

    @Override
    public void creditAvailable(Subscriber subscriber) {
      loop.run(this::look);
    }

    @Override
    public boolean waitsForTurn() {
      return true;
    }

    @Override
    public boolean turn(Subscriber subscriber) {
      waits.set(false);
      loop.run(this::look);
      return true;
    }

    private void look() {
      while (left > 0 && session.credit() > 0) {
        left--;
        Message message =
            new Message(
                TopicName.of("q"),
                Message.NO_BYTES,
                Message.NO_BYTES,
                1,
                false,
                0,
                Message.NEVER,
                "p",
                null);
        session.lend(message, subscription, 1, NOBODY);
      }
      if (left > 0 && waits.compareAndSet(false, true)) {
        session.awaitCredit(this);
      }
      session.passCredit();
    }
  }

  @Test
  @Timeout(60)
  void noTurnIsLostBetweenTheLoops() throws Exception {
    int lenders = 300;
    int messages = 100;
    ThreadLoop owner = new ThreadLoop();
    ThreadLoop[] others = {new ThreadLoop(), new ThreadLoop()};
    Session session =
        new Session("c", rules().maxInflight(3).build(), owner, (s, m, reason) -> {}, null);
    CountDownLatch acknowledged = new CountDownLatch(lenders * messages);
    Outlet client =
        new RecordedOutlet() {
          @Override
          public boolean publish(
              Message m, int id, int qos, boolean dup, boolean retain, int[] ids, long now) {
            owner.run(
                () -> {
                  session.puback(id, ReasonCode.SUCCESS, null, 1);
                  acknowledged.countDown();
                });
            return true;
          }
        };
    owner.run(
        () -> {
          for (int i = 0; i < lenders; i++) {
            session.addCreditListener(new Lender(others[i % 2], session, messages));
          }
          session.attach(client, AttachSettings.DEFAULTS, 1);
        });
    assertThat(acknowledged.await(50, TimeUnit.SECONDS))
        .as("%d are left", acknowledged.getCount())
        .isTrue();
  }
}

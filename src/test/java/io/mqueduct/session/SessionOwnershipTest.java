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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SessionOwnershipTest {
  private static Message message(int publisher, int number, int qos) {
    return new Message(
        TopicName.of(Integer.toString(number)),
        Message.NO_BYTES,
        Message.NO_BYTES,
        qos,
        false,
        0,
        Message.NEVER,
        Integer.toString(publisher),
        null);
  }

  @Test
  void aBatchFromAnotherThreadWakesTheOwnerOnce() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.loop.current = false;
    f.publish(1, "a", "b", "c");
    assertThat(f.loop.wakes).isEqualTo(1);
    assertThat(f.sent()).isEmpty();
    f.loop.run();
    assertThat(f.sent()).containsExactly("P1 a", "P2 b", "P3 c");
  }

  @Test
  void whatManySubscribersGetIsTakenTogetherAtTheEndOfThePass() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.publishToMany(1, "a", "b");
    f.publishToMany(0, "c");
    assertThat(f.loop.wakes).isEqualTo(1);
    assertThat(f.sent()).isEmpty();
    f.loop.run();
    assertThat(f.sent()).containsExactly("P1 a", "P2 b", "P- c");
  }

  @Test
  void whatComesAloneGoesOutBehindWhatWasCollected() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.publishToMany(1, "a");
    f.publish(1, "b");
    assertThat(f.sent()).containsExactly("P1 a", "P2 b");
    f.publishToMany(1, "c");
    f.puback(1);
    f.loop.run();
    assertThat(f.sent()).containsExactly("P3 c");
  }

  @Test
  void nothingIsCollectedWhenItWouldTakeMuchMemory() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.publishToMany(0, "a");
    f.loop.collects = false;
    f.publishToMany(0, "b");
    assertThat(f.sent()).containsExactly("P- a", "P- b");
  }

  @Test
  void messagesThatComeTogetherGoOutInOrderBehindWhatIsInTheInbox() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.loop.current = false;
    f.publishTogether(1, "a", "b", "c");
    f.publish(1, "d");
    assertThat(f.sent()).isEmpty();
    f.loop.current = true;
    f.publishTogether(1, "e", "f");
    assertThat(f.sent()).containsExactly("P1 a", "P2 b", "P3 c", "P4 d", "P5 e", "P6 f");
    assertThat(f.loop.wakes).isEqualTo(1);
  }

  @Test
  void messagesThatComeTogetherStayInOrderWhenOneOfThemEndsTheConnection() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.out.onPublish =
        topic -> {
          if (topic.equals("b")) {
            f.cut();
          }
        };
    f.loop.current = false;
    f.publishTogether(1, "a", "b", "c", "d");
    f.publish(1, "e");
    f.loop.current = true;
    f.loop.run();
    f.online();
    assertThat(f.sent()).containsExactly("P1+ a", "P2+ b", "P3 c", "P4 d", "P5 e");
  }

  @Test
  void messagesThatComeTogetherStayInLineWhenOneOfThemFails() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.out.onPublish =
        topic -> {
          if (topic.equals("b")) {
            throw new IllegalStateException("broken");
          }
        };
    assertThatThrownBy(() -> f.publishTogether(0, "a", "b", "c", "d"))
        .isInstanceOf(IllegalStateException.class);
    f.out.onPublish = topic -> {};
    f.session.drain(f.loop.now);
    assertThat(f.sent()).containsExactly("P- a", "P- c", "P- d");
  }

  @Test
  void eachOfTheMessagesThatComeTogetherCountsInTheInbox() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules().maxMqueueLen(0));
    f.loop.current = false;
    String[] topics = new String[Ownership.INBOX_QOS0_LIMIT / 2];
    Arrays.fill(topics, "t");
    f.publishTogether(0, topics);
    f.publishTogether(0, topics);
    f.publishTogether(0, "dropped", "dropped");
    f.publishTogether(1, "kept", "kept");
    f.loop.run();
    assertThat(f.session.stats().dropped(DropReason.QOS0_MSG)).isEqualTo(2);
    assertThat(f.session.stats().mqueueLen()).isEqualTo(Ownership.INBOX_QOS0_LIMIT + 2);
  }

  @Test
  void whatIsInTheInboxComesBeforeWhatTheOwnerDelivers() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    f.loop.current = false;
    f.publish(0, "a");
    f.loop.current = true;
    f.publish(0, "b");
    assertThat(f.sent()).containsExactly("P- a", "P- b");
  }

  @Test
  void qos0IsDroppedWhenTheOwnerDoesNotComeRound() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules().maxMqueueLen(0));
    f.loop.current = false;
    for (int i = 0; i < Ownership.INBOX_QOS0_LIMIT + 5; i++) {
      f.publish(0, "t");
    }
    f.publish(1, "kept");
    f.loop.run();
    assertThat(f.session.stats().dropped(DropReason.QOS0_MSG)).isEqualTo(5);
    assertThat(f.session.stats().mqueueLen()).isEqualTo(Ownership.INBOX_QOS0_LIMIT + 1);
  }

  @Test
  void largeMessagesCountForWhatTheyTakeWhileTheOwnerDoesNotComeRound() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules().maxMqueueLen(0));
    byte[] megabyte = new byte[1 << 20];
    f.loop.current = false;
    for (int i = 0; i < 31; i++) {
      f.publish(1, "t", megabyte);
    }
    assertThat(f.loop.overloads).isZero();
    for (int i = 31; i < 256; i++) {
      f.publish(1, "t", megabyte);
    }
    assertThat(f.loop.overloads).as("publishers are told").isBetween(220, 225);
    assertThat(f.session.stats().dropped(DropReason.QOS0_MSG)).isZero();
    f.publish(0, "t");
    f.publish(1, "kept", megabyte);
    f.loop.run();
    assertThat(f.session.stats().dropped(DropReason.QOS0_MSG)).isEqualTo(1);
    assertThat(f.session.stats().mqueueLen()).isEqualTo(257);
  }

  @Test
  void aWakeUpOfTheOldOwnerIsPassedOnToTheNewOne() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    ManualLoop other = new ManualLoop();
    other.current = false;
    f.loop.current = false;
    f.publish(1, "a");
    f.loop.current = true;
    f.session.handOver(other);
    f.loop.current = false;
    f.loop.woken.remove().drain(f.loop.now);
    assertThat(f.session.stats().mqueueLen()).isZero();
    other.run();
    assertThat(f.session.stats().mqueueLen()).isEqualTo(1);
  }

  @Test
  void whatGivesTheSessionAwayWithinAnOperationLeavesItToItsNewOwner() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    ManualLoop other = new ManualLoop();
    other.current = false;
    f.out =
        new RecordedOutlet() {
          @Override
          public void disconnect(ReasonCode code, String why) {
            f.cut();
            f.session.handOver(other);
          }
        };
    f.session.attach(f.out, AttachSettings.DEFAULTS, f.loop.now);
    f.session.acceptQos2(7, f.loop.now); // is released by itself when its time has come
    f.publish(2, "a");
    f.puback(1); // of another kind than it is owed
    assertThat(f.session.owner()).isSameAs(other);
    assertThat(other.tickAt).as("asked for by another loop").isEqualTo(Long.MAX_VALUE);
    other.run();
    assertThat(other.tickAt).isLessThan(Long.MAX_VALUE);
  }

  @Test
  void aSessionWithAConnectionIsNotHandedOver() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.online();
    assertThatThrownBy(() -> f.session.handOver(f.loop)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void oneDeliveryThatFailsDoesNotTakeTheOthersAlong() {
    SessionFixture f = SessionFixture.with(SessionFixture.rules());
    f.out =
        new RecordedOutlet() {
          @Override
          public boolean publish(
              Message m, int id, int qos, boolean dup, boolean retain, int[] ids, long now) {
            if (m.topic().text().equals("bad")) {
              throw new IllegalArgumentException("bad");
            }
            return super.publish(m, id, qos, dup, retain, ids, now);
          }
        };
    f.session.attach(f.out, AttachSettings.DEFAULTS, f.loop.now);
    f.loop.current = false;
    f.publish(0, "a", "bad", "b");
    assertThatThrownBy(f.loop::run).isInstanceOf(IllegalArgumentException.class);
    f.loop.current = true;
    f.publish(0, "c");
    f.loop.run();
    assertThat(f.sent()).containsExactly("P- a", "P- b", "P- c");
  }

  /** Publishers on their own threads, while the session moves between loops and connections. */
  @Test
  @Timeout(60)
  void nothingIsLostOrReorderedWhileTheSessionMoves() throws Exception {
    int publishers = 3;
    int each = 20_000;
    ThreadLoop[] loops = {new ThreadLoop(), new ThreadLoop(), new ThreadLoop()};
    List<String> lost = new ArrayList<>();
    Session session =
        new Session(
            "c",
            SessionSettings.DEFAULTS.toBuilder().maxMqueueLen(0).maxInflight(0).build(),
            loops[0],
            (s, m, reason) -> lost.add(m.topic() + " " + reason),
            null);
    Subscription all =
        new Subscription(session, "#", null, 0, false, false, 0, Subscription.NO_IDENTIFIERS);
    int[] next = new int[publishers];
    List<String> wrong = new ArrayList<>();
    int[] arrived = {0};
    CountDownLatch done = new CountDownLatch(1);
    Outlet outlet =
        new RecordedOutlet() {
          @Override
          public boolean publish(
              Message m, int id, int qos, boolean dup, boolean retain, int[] ids, long now) {
            int publisher = Integer.parseInt(m.publisher());
            if (Integer.parseInt(m.topic().text()) != next[publisher]++) {
              wrong.add(m.publisher() + ":" + m.topic());
            }
            if (++arrived[0] == publishers * each) {
              done.countDown();
            }
            return true;
          }
        };
    for (int p = 0; p < publishers; p++) {
      int publisher = p;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  session.deliver(message(publisher, i, 0), all);
                }
              });
      thread.setDaemon(true);
      thread.start();
    }
    move(session, loops, 0, outlet, done);
    assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
    assertThat(wrong).isEmpty();
    assertThat(lost).isEmpty();
  }

  private static void move(
      Session session, ThreadLoop[] loops, int at, Outlet outlet, CountDownLatch done) {
    loops[at].run(
        () -> {
          session.attach(outlet, AttachSettings.DEFAULTS, 1);
          session.detach(1);
          int to = ThreadLocalRandom.current().nextInt(loops.length);
          session.handOver(loops[to]);
          if (done.getCount() > 0) {
            move(session, loops, to, outlet, done);
          }
        });
  }
}

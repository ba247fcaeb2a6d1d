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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to a message for a session: every row of the table. */
class SessionDecisionTest {
  @ParameterizedTest(name = "qos {0} {1} storeQos0={2}: {3}")
  @CsvSource({
    "0, free,      true,  sent",
    "0, free,      false, sent",
    "0, full,      true,  waits",
    "0, full,      false, sent",
    "0, congested, true,  waits",
    "0, congested, false, dropped",
    "0, both,      true,  waits",
    "0, both,      false, dropped",
    "0, away,      true,  waits",
    "0, away,      false, dropped",
    "1, free,      true,  sent",
    "1, full,      true,  waits",
    "1, congested, true,  sent",
    "1, behind,    true,  waits",
    "1, away,      false, waits",
    "2, free,      true,  sent",
    "2, full,      false, waits",
    "2, away,      true,  waits",
  })
  void decides(int qos, String condition, boolean storeQos0, String outcome) {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1).storeQos0(storeQos0));
    if (!condition.equals("away")) {
      f.online();
    }
    if (condition.equals("full") || condition.equals("both")) {
      f.publish(1, "older");
    }
    f.out.congested =
        condition.equals("congested") || condition.equals("both") || condition.equals("behind");
    if (condition.equals("behind")) {
      f.publish(0, "older");
    }
    f.sent();
    int waited = f.session.stats().mqueueLen();

    f.publish(qos, "t");

    assertThat(f.sent()).hasSize(outcome.equals("sent") ? 1 : 0);
    assertThat(f.session.stats().mqueueLen() - waited).isEqualTo(outcome.equals("waits") ? 1 : 0);
    assertThat(f.drops).hasSize(outcome.equals("dropped") ? 1 : 0);
    assertThat(f.session.stats().dropped(DropReason.QOS0_MSG)).isEqualTo(f.drops.size());
  }

  @Test
  void qos0KeepsItsPlaceAndEverythingGoesOnWhenTheSocketCanTakeMore() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.out.congested = true;
    f.publish(0, "a");
    f.publish(1, "b");
    f.publish(0, "c");
    assertThat(f.sent()).isEmpty();
    f.out.congested = false;
    f.session.onWritable(f.loop.now);
    assertThat(f.sent()).containsExactly("P- a", "P1 b", "P- c");
  }

  @Test
  void waitingMessagesKeepTheirOrderEvenIfTheSocketRecoversUnnoticed() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.out.congested = true;
    f.publish(0, "a");
    f.out.congested = false;
    f.publish(0, "b");
    assertThat(f.sent()).containsExactly("P- a", "P- b");
  }

  @Test
  void eachFreedSlotIsFilledAtOnceWithAllThatWaitsBeforeTheNextAcknowledgedOne() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.online();
    f.publish(1, "a");
    f.publish(0, "b");
    f.publish(1, "c", "d");
    f.sent();
    f.puback(1);
    assertThat(f.sent()).containsExactly("P- b", "P2 c");
  }

  @Test
  void messagesThatAreDroppedOnTheWayGiveTheirSlotBackAtOnce() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.publishExpiring(1, "expired", 1000);
    f.session.deliver(
        new Message(
            TopicName.of("big"),
            new byte[300],
            Message.NO_BYTES,
            1,
            false,
            0,
            Message.NEVER,
            "p",
            null),
        f.subscription(1, false, false));
    f.publish(1, "ok");
    f.loop.now += 1000;
    f.out = new RecordedOutlet();
    f.out.maxPayload = 128;
    f.session.attach(f.out, AttachSettings.DEFAULTS, f.loop.now);
    assertThat(f.sent()).hasSize(1).first().asString().endsWith(" ok");
    assertThat(f.drops).containsExactly("expired expired", "big too_large");
    assertThat(f.session.stats().inflight()).isEqualTo(1);
  }

  @Test
  void noLocalKeepsTheClientsOwnMessagesAway() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    Message own =
        new Message(
            TopicName.of("t"),
            new byte[0],
            Message.NO_BYTES,
            1,
            false,
            0,
            Message.NEVER,
            "c",
            null);
    f.session.deliver(own, f.subscription(1, true, false));
    assertThat(f.sent()).isEmpty();
    assertThat(f.drops).containsExactly("t no_local");
    f.session.deliver(own, f.subscription(1, false, false));
    assertThat(f.sent()).containsExactly("P1 t");
  }

  @Test
  void anExpiredMessageIsNotSent() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publishExpiring(1, "t", 0);
    assertThat(f.sent()).isEmpty();
    assertThat(f.drops).containsExactly("t expired");
  }

  @ParameterizedTest
  @CsvSource({
    "0,2,false,0",
    "1,2,false,1",
    "2,1,false,1",
    "2,2,false,2",
    "0,2,true,2",
    "2,0,true,0"
  })
  void effectiveQosIsTheLesserUnlessUpgraded(int published, int granted, boolean upgrade, int qos) {
    SessionFixture f = SessionFixture.with(rules().upgradeQos(upgrade));
    f.online();
    f.session.deliver(
        f.message("t", published, Message.NEVER), f.subscription(granted, false, false));
    assertThat(f.sent()).containsExactly(qos == 0 ? "P- t" : "P1 t");
    assertThat(f.session.inflight()).isEqualTo(qos == 0 ? 0 : 1);
  }

  @ParameterizedTest
  @CsvSource({"true,true,P1 t R", "true,false,P1 t", "false,true,P1 t"})
  void retainFlagOfLiveMessagesFollowsRetainAsPublished(
      boolean retained, boolean asPublished, String line) {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.session.deliver(
        new Message(
            TopicName.of("t"),
            new byte[0],
            Message.NO_BYTES,
            1,
            retained,
            0,
            Message.NEVER,
            "",
            null),
        f.subscription(1, false, asPublished));
    assertThat(f.sent()).containsExactly(line);
  }

  @Test
  void limitIsWhatItSaysWhileTheClientIsAway() {
    SessionFixture f = SessionFixture.with(rules().maxMqueueLen(5).maxInflight(3));
    for (int i = 0; i < 20; i++) {
      f.publish(1, "t" + i);
    }
    assertThat(f.session.stats().mqueueLen()).isEqualTo(5);
    assertThat(f.session.stats().dropped(DropReason.QUEUE_FULL)).isEqualTo(15);
    f.online();
    assertThat(f.sent()).containsExactly("P1 t15", "P2 t16", "P3 t17");
    f.puback(1, 2, 3);
    assertThat(f.sent()).containsExactly("P4 t18", "P5 t19");
    assertThat(f.session.stats().dropped()).isEqualTo(15);
  }

  @Test
  void expiredMessagesLeaveWhileTheClientIsAway() {
    SessionFixture f = SessionFixture.with(rules());
    for (int i = 0; i < 1000; i++) {
      f.publishExpiring(1, "t", 3000);
    }
    assertThat(f.loop.tickAt).isEqualTo(f.loop.now + 3000);
    f.loop.advance(f.session, 3000);
    assertThat(f.session.stats().mqueueLen()).isZero();
    assertThat(f.session.stats().dropped(DropReason.EXPIRED)).isEqualTo(1000);
    assertThat(f.session.nextTickMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatWasOwedWhenTheSessionEndsIsCounted() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(2));
    f.online();
    f.publish(2, "a", "b", "c");
    f.pubrec(1);
    f.session.end(f.loop.now);
    f.publish(1, "late");
    assertThat(f.drops)
        .containsExactly("b session_expired", "c session_expired", "late session_expired");
    assertThat(f.session.stats().inflight()).isZero();
    assertThat(f.session.stats().mqueueLen()).isZero();
    assertThat(f.session.isEnded()).isTrue();
  }

  @Test
  void purgeEmptiesTheQueueAndTheGauge() {
    SessionFixture f = SessionFixture.with(rules());
    f.publish(1, "a", "b");
    assertThat(f.session.purgeQueue()).isEqualTo(2);
    assertThat(f.session.stats().mqueueLen()).isZero();
    f.online();
    assertThat(f.sent()).isEmpty();
  }

  @Test
  void subscriptionIdentifiersStayWithTheDelivery() {
    SessionFixture f = SessionFixture.with(rules());
    Subscription with =
        new Subscription(f.session, "#", null, 1, false, false, 0, new int[] {5, 6});
    f.session.deliver(f.message("t", 1, Message.NEVER), with);
    int[][] seen = new int[1][];
    f.session.attach(
        new Outlet() {
          @Override
          public boolean isCongested() {
            return false;
          }

          @Override
          public boolean publish(
              Message m, int id, int qos, boolean dup, boolean retain, int[] ids, long now) {
            seen[0] = ids;
            return true;
          }

          @Override
          public void pubrel(int id, io.mqueduct.message.ReasonCode code) {}

          @Override
          public void disconnect(io.mqueduct.message.ReasonCode code, String why) {}
        },
        AttachSettings.DEFAULTS,
        f.loop.now);
    assertThat(seen[0]).containsExactly(5, 6);
  }
}

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
import io.mqueduct.routing.Settlement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deliveries that a named queue or a shared group lends to a session. */
class SessionLendingTest {
  private final List<String> told = new ArrayList<>();
  private SessionFixture f = SessionFixture.with(rules().maxInflight(2));

  private final class Told implements Settlement {
    private final String topic;

    Told(String topic) {
      this.topic = topic;
    }

    @Override
    public void settled(ReasonCode code, @org.jspecify.annotations.Nullable String reason) {
      told.add(topic + " " + code);
    }

    @Override
    public void returned(boolean wasSent) {
      told.add(topic + (wasSent ? " returned" : " not sent"));
    }

    @Override
    public boolean mayWaitWhileAway() {
      return !topic.startsWith("queue");
    }
  }

  private void lend(int qos, String... topics) {
    for (String topic : topics) {
      Message message = f.message(topic, 0, Message.NEVER);
      f.session.lend(message, f.subscription(1, true, false), qos, new Told(topic));
    }
  }

  @Test
  void aLentMessageIsSettledByItsAcknowledgement() {
    f.online();
    lend(1, "a", "b");
    assertThat(f.sent()).containsExactly("P1 a", "P2 b");
    f.puback(1);
    f.session.puback(2, ReasonCode.QUOTA_EXCEEDED, "later", f.loop.now);
    assertThat(told).containsExactly("a SUCCESS", "b QUOTA_EXCEEDED");
  }

  @Test
  void creditIsTheRoomInTheWindow() {
    assertThat(f.session.credit()).isNotPositive();
    f.online();
    assertThat(f.session.credit()).isEqualTo(2);
    lend(1, "a", "b");
    assertThat(f.session.credit()).isNotPositive();
    f.puback(1);
    assertThat(f.session.credit()).isEqualTo(1);
    f.out.congested = true;
    f.session.onWritable(f.loop.now);
    assertThat(f.session.credit()).isNotPositive();
    f.cut();
    assertThat(f.session.credit()).isNotPositive();
  }

  @Test
  void creditIsNotMoreThanMayWait() {
    f = SessionFixture.with(rules().maxInflight(5).maxMqueueLen(2));
    f.online();
    assertThat(f.session.credit()).isEqualTo(2);
    lend(1, "a", "b");
    assertThat(f.session.credit()).as("they are on their way").isEqualTo(2);
    f.out.congested = true;
    lend(1, "c", "d");
    f.out.congested = false;
    assertThat(f.session.credit()).isZero();
    assertThat(told).isEmpty();
  }

  @Test
  void creditCountsWhatIsStillInTheInbox() {
    f.online();
    f.loop.current = false;
    lend(1, "a", "b");
    assertThat(f.session.credit()).isNotPositive();
    f.loop.run();
    assertThat(f.sent()).containsExactly("P1 a", "P2 b");
    assertThat(f.session.credit()).isZero();
  }

  @Test
  void creditIsNeverTooHighWhileLentMessagesAreTakenIn() {
    List<Integer> seen = new ArrayList<>();
    f.out =
        new RecordedOutlet() {
          @Override
          public boolean publish(
              Message m, int id, int qos, boolean dup, boolean retain, int[] ids, long now) {
            seen.add(f.session.credit()); // as a queue on another loop might
            return true;
          }
        };
    f.session.attach(f.out, AttachSettings.DEFAULTS, f.loop.now);
    f.loop.current = false;
    lend(1, "a", "b");
    f.loop.run();
    assertThat(seen).containsExactly(0, 0);
  }

  @Test
  void whatWasLentGoesBackInOrderWhenTheClientGoesAndIsNotReplayed() {
    f.online();
    lend(1, "a", "b", "c");
    f.cut();
    assertThat(told).containsExactly("a returned", "b returned", "c not sent");
    f.online();
    f.publish(1, "x");
    assertThat(f.sent()).as("no replay, and no identifier again").containsExactly("P3 x");
    assertThat(f.drops).isEmpty();
  }

  @Test
  void aQos2DeliveryThatWasSentIsCompletedWithTheSameClient() {
    f.online();
    lend(2, "a");
    f.cut();
    assertThat(told).isEmpty();
    f.online();
    assertThat(f.sent()).containsExactly("P1+ a");
    f.pubrec(1);
    assertThat(told).containsExactly("a SUCCESS");
    lend(2, "b");
    f.session.end(f.loop.now);
    assertThat(told).as("MQTT-4.8.2-4").endsWith("b UNSPECIFIED_ERROR");
  }

  @Test
  void lentToAClientThatIsAwayWaitsForItOrGoesBackAtTheEnd() {
    lend(1, "a", "b");
    assertThat(f.session.stats().mqueueLen()).isEqualTo(2);
    f.online();
    assertThat(f.sent()).containsExactly("P1 a", "P2 b");
    f.cut();
    lend(1, "c");
    f.session.end(f.loop.now);
    lend(1, "d");
    assertThat(told).containsExactly("a returned", "b returned", "c not sent", "d not sent");
    assertThat(f.drops).isEmpty();
  }

  @Test
  void aQueuesMessageThatComesTooLateGoesBackAtOnce() {
    f.online();
    f.loop.current = false;
    lend(1, "queue1");
    f.loop.current = true;
    f.cut();
    lend(1, "queue2");
    assertThat(told).containsExactly("queue1 not sent", "queue2 not sent");
    assertThat(f.sent()).isEmpty();
  }

  @Test
  void lentAndNormalMessagesShareTheWindowInTurns() {
    f.online();
    f.publish(1, "n1", "n2", "n3", "n4", "n5");
    assertThat(f.session.credit()).as("one turn although normal ones wait").isEqualTo(1);
    lend(1, "q1");
    assertThat(f.session.credit()).isZero();
    f.sent();
    f.puback(1);
    assertThat(f.sent()).containsExactly("P3 q1");
    lend(1, "q2");
    f.puback(2);
    assertThat(f.sent()).containsExactly("P4 n3");
    f.puback(3);
    assertThat(f.sent()).containsExactly("P5 q2");
    f.puback(4);
    assertThat(f.sent()).containsExactly("P6 n4");
  }

  @Test
  void aClientWithoutProgressGivesBackWhatItCannotTakeAndHasNoCreditUntilItMoves() {
    f.online();
    f.publish(1, "n1", "n2", "n3");
    lend(1, "q1");
    f.loop.advance(f.session, Lane.PATIENCE_MILLIS);
    assertThat(told).containsExactly("q1 not sent");
    assertThat(f.session.credit()).isNotPositive();
    f.puback(1);
    f.puback(2);
    assertThat(f.session.credit()).isPositive();
  }

  @Test
  void tooLargeForThisClientIsSaidAndCounted() {
    f.online();
    f.out.maxPayload = 1;
    lend(1, "a");
    assertThat(told).containsExactly("a PACKET_TOO_LARGE");
    assertThat(f.drops).containsExactly("a too_large");
    assertThat(f.session.inflight()).isZero();
  }

  @Test
  void limitsOfTheMqueueMakeNoDropsOfWhatIsLent() {
    f = SessionFixture.with(rules().maxMqueueLen(1));
    lend(1, "a", "b");
    assertThat(told).containsExactly("b not sent");
    assertThat(f.drops).isEmpty();
  }

  @Test
  void givesNoCreditForWhatWouldComeBackAtOnce() {
    f = SessionFixture.with(rules().maxInflight(4).maxMqueueLen(1));
    f.online();
    f.publish(1, "a", "b", "c", "d", "e");
    assertThat(f.session.credit()).isEqualTo(1);

    lend(1, "q");

    assertThat(f.session.credit()).isZero();
  }

  @Test
  void aBacklogFlowsThroughCreditWithoutStalls() {
    f.online();
    List<String> backlog = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      backlog.add("q" + i);
    }
    f.session.addCreditListener(
        s -> {
          while (!backlog.isEmpty() && s.credit() > 0) {
            lend(1, backlog.remove(0));
          }
        });
    int acked = 0;
    while (acked < 500) {
      assertThat(f.session.inflight()).as("after " + acked).isPositive();
      f.puback(++acked);
    }
    assertThat(told).hasSize(500).allMatch(line -> line.endsWith(" SUCCESS"));
  }

  @Test
  void deepCreditDoesNotNestCalls() {
    f = SessionFixture.with(rules().maxInflight(0));
    int[] left = {60_000};
    f.session.addCreditListener(
        s -> {
          while (left[0] > 0 && s.credit() > 0) {
            left[0]--;
            lend(1, "q");
          }
        });
    f.online();
    assertThat(f.session.inflight()).isEqualTo(60_000);
  }

  @Test
  void whatASettlementDeliversToTheSameSessionComesAfterwards() {
    f.online();
    Settlement again =
        new Settlement() {
          @Override
          public void settled(ReasonCode code, @org.jspecify.annotations.Nullable String reason) {
            f.publish(1, "answer");
          }

          @Override
          public void returned(boolean wasSent) {}
        };
    f.session.lend(f.message("a", 1, Message.NEVER), f.subscription(1, false, false), 1, again);
    f.puback(1);
    f.loop.run();
    assertThat(f.sent()).containsExactly("P1 a", "P2 answer");
  }
}

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
import io.mqueduct.routing.Settlement;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a restart keeps: shown by one session, put into another. */
class SessionStateTest {

  private static void copy(Session from, Session to, long now) {
    SessionState.show(
        from,
        new SessionVisitor() {
          @Override
          public void inflight(
              int packetId,
              int qos,
              boolean released,
              boolean retain,
              boolean lent,
              long sinceMillis,
              @Nullable Message message,
              int[] identifiers) {
            SessionState.restoreInflight(
                to, packetId, qos, released, retain, sinceMillis, message, identifiers);
          }

          @Override
          public void waiting(
              Message message, int qos, boolean retain, boolean lent, int[] identifiers) {
            SessionState.restoreWaiting(to, message, qos, retain, identifiers, now);
          }

          @Override
          public void awaitingRel(int packetId, long sinceMillis) {
            SessionState.restoreAwaitingRel(to, packetId, sinceMillis);
          }

          @Override
          public void subscription(Subscription subscription) {
            to.subscriptions().put(subscription);
          }
        });
    SessionState.restoreLastPacketId(to, SessionState.lastPacketId(from));
  }

  @Test
  void aRestoredSessionOwesTheSameInTheSameOrderWithTheSameIds() {
    SessionFixture before = SessionFixture.with(rules().maxInflight(3).awaitRelTimeoutMillis(1000));
    before.online();
    before.publish(1, "a");
    before.publish(2, "b", "c");
    before.publish(1, "d");
    before.publish(0, "e");
    before.pubrec(2);
    before.session.acceptQos2(9, before.loop.now);
    before.session.subscriptions().put(before.subscription(1, false, false));

    SessionFixture after = SessionFixture.with(rules().maxInflight(3).awaitRelTimeoutMillis(1000));
    after.loop.now = before.loop.now;
    copy(before.session, after.session, after.loop.now);
    assertThat(after.session.inflight()).isEqualTo(3);
    assertThat(after.session.stats().mqueueLen()).isEqualTo(2);

    after.online();
    assertThat(after.sent()).containsExactly("P1+ a", "R2", "P3+ c");
    after.puback(1);
    assertThat(after.sent()).as("identifiers go on where they were").containsExactly("P4 d");
    after.pubcomp(2);
    assertThat(after.sent()).containsExactly("P- e");
    assertThat(after.session.acceptQos2(9, after.loop.now)).isEqualTo(Qos2Arrival.REPEAT);
    assertThat(after.session.subscriptions().size()).isEqualTo(1);
  }

  @Test
  void lentMessagesAreMarked() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1));
    f.online();
    List<Boolean> lent = new ArrayList<>();
    Settlement settlement =
        new Settlement() {
          @Override
          public void settled(
              io.mqueduct.message.ReasonCode code,
              @org.jspecify.annotations.Nullable String reason) {}

          @Override
          public void returned(boolean wasSent) {}
        };
    f.session.lend(
        f.message("a", 1, Message.NEVER), f.subscription(1, false, false), 1, settlement);
    f.publish(1, "b");
    f.session.lend(
        f.message("c", 1, Message.NEVER), f.subscription(1, false, false), 1, settlement);
    SessionState.show(
        f.session,
        new SessionVisitor() {
          @Override
          public void inflight(
              int packetId,
              int qos,
              boolean released,
              boolean retain,
              boolean isLent,
              long sinceMillis,
              @Nullable Message message,
              int[] identifiers) {
            lent.add(isLent);
          }

          @Override
          public void waiting(
              Message message, int qos, boolean retain, boolean isLent, int[] identifiers) {
            lent.add(isLent);
          }

          @Override
          public void awaitingRel(int packetId, long sinceMillis) {}

          @Override
          public void subscription(Subscription subscription) {}
        });
    assertThat(lent).containsExactly(true, false, true);
  }
}

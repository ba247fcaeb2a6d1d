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

import io.mqueduct.config.ListenerSettings;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When connections are looked at, and which. */
class TimeLimitsTest {
  private final EmbeddedClient client = new EmbeddedClient(5, null);
  private final Connection connection = client.connection;
  private final ConnectionTable table = new ConnectionTable();

  private void keepAlive(long silenceMillis) {
    connection.negotiated =
        new Negotiated(
            Integer.MAX_VALUE, 10, 0, silenceMillis, 60, true, true, TopicName.of("nowhere"));
  }

  private Connection another() {
    ListenerSettings listener = connection.peer.listener();
    return new Connection(connection.services, new Peer(null, listener, List.of()), 0);
  }

  private List<Connection> turn() {
    List<Connection> shown = new ArrayList<>();
    table.turn(shown::add);
    return shown;
  }

  @Test
  void aSilentClientIsLookedAtWhenItsTimeIsUpAndNotBefore() {
    keepAlive(90_000);
    connection.heardAtMillis = 1_000;
    assertThat(TimeLimits.untilLookMillis(connection, 1_000)).isEqualTo(90_001);
    assertThat(TimeLimits.untilLookMillis(connection, 91_001)).isZero();

    table.opened(connection);
    table.lookIn(90_000, connection);
    for (int i = 0; i < 89; i++) {
      assertThat(turn()).isEmpty();
    }
    assertThat(turn()).containsExactly(connection);
  }

  @Test
  void aClientWithoutKeepAliveIsNotLookedAt() {
    keepAlive(0);
    assertThat(TimeLimits.untilLookMillis(connection, 1_000)).isEqualTo(LookWheel.NEVER);
  }

  @Test
  void aClientThatWasNotReadFromCountsAsHeardUntilItIsAgain() {
    keepAlive(90_000);
    connection.channel().hold();
    connection.heardAtMillis = 0;
    client.loop.passBegins();
    long before = client.loop.nowMillis();

    connection.channel().resume();

    assertThat(connection.heardAtMillis).isGreaterThanOrEqualTo(before);
  }

  @Test
  void aConnectionThatIsBeingClosedIsLookedAtInTime() {
    keepAlive(90_000);
    connection.disconnect(ReasonCode.SERVER_BUSY, "as the test wants it");

    long closed = connection.closedAtMillis;
    assertThat(TimeLimits.untilLookMillis(connection, closed))
        .isEqualTo(LoopServices.CLOSE_TIMEOUT_MILLIS + 1);
    assertThat(TimeLimits.untilLookMillis(connection, closed + 60_000)).isEqualTo(1);
  }

  @Test
  void aConnectionThatIsGoneIsNotLookedAtAnyMore() {
    table.opened(connection);
    table.lookIn(1_000, connection);
    table.gone(connection);
    table.lookIn(1_000, connection);

    assertThat(turn()).isEmpty();
    assertThat(turn()).isEmpty();
  }

  @Test
  void aWalkInPortionsMissesNobodyWhoeverGoesMeanwhile() {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(another());
      table.opened(all.get(i));
    }
    List<Connection> seen = new ArrayList<>();
    int left = table.size();
    for (int i = 0; left > 0; i++) {
      left =
          table.some(
              left,
              7,
              each -> {
                seen.add(each);
                if (seen.size() % 3 == 0) {
                  table.gone(each);
                }
              });
      table.opened(another());
      if (i % 4 == 0) {
        Connection gone = all.get(i);
        table.gone(gone);
        all.remove(gone);
      }
    }
    assertThat(seen).containsAll(all);
  }
}

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

import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboundQos2Test {
  private final InboundQos2 table = new InboundQos2();

  @Test
  void onlyTheFirstArrivalOfAnIdIsRoutedUntilItIsReleased() {
    assertThat(table.accept(7, 100, 0)).isEqualTo(Qos2Arrival.FIRST);
    assertThat(table.accept(7, 100, 0)).isEqualTo(Qos2Arrival.REPEAT);
    assertThat(table.release(7)).isTrue();
    assertThat(table.release(7)).isFalse();
    assertThat(table.accept(7, 100, 0)).isEqualTo(Qos2Arrival.FIRST);
  }

  @Test
  void aRepeatOfWhatIsNotStoredYetIsAnsweredAsTheFirst() {
    List<ReasonCode> answers = new ArrayList<>();
    table.accept(7, 100, 0);
    Qos2Commit commit = table.commits(7);
    assertThat(table.accept(7, 100, 0)).isEqualTo(Qos2Arrival.REPEAT_OF_UNSTORED);
    table.follow(7, answers::add);
    assertThat(answers).isEmpty();

    assertThat(table.settle(7, commit, ReasonCode.SUCCESS)).isFalse();

    assertThat(answers).containsExactly(ReasonCode.SUCCESS);
    assertThat(table.accept(7, 100, 0)).isEqualTo(Qos2Arrival.REPEAT);
  }

  @Test
  void aRepeatOfWhatCouldNotBeStoredIsRefusedAndTheIdIsFree() {
    List<ReasonCode> answers = new ArrayList<>();
    table.accept(7, 100, 0);
    Qos2Commit commit = table.commits(7);
    table.follow(7, answers::add);

    assertThat(table.settle(7, commit, ReasonCode.QUOTA_EXCEEDED)).isTrue();

    assertThat(answers).containsExactly(ReasonCode.QUOTA_EXCEEDED);
  }

  @Test
  void anAnswerForAnEarlierMessageOfTheSameIdIsIgnored() {
    table.accept(7, 100, 0);
    Qos2Commit earlier = table.commits(7);
    table.release(7);
    table.accept(7, 100, 0);
    table.commits(7);

    assertThat(table.settle(7, earlier, ReasonCode.QUOTA_EXCEEDED)).isFalse();

    assertThat(table.accept(7, 100, 0)).isEqualTo(Qos2Arrival.REPEAT_OF_UNSTORED);
  }

  @Test
  void aRepeatIsFineInAFullTable() {
    table.accept(1, 2, 0);
    table.accept(2, 2, 0);
    assertThat(table.accept(3, 2, 0)).isEqualTo(Qos2Arrival.FULL);
    assertThat(table.accept(2, 2, 0)).isEqualTo(Qos2Arrival.REPEAT);
    assertThat(table.accept(3, 0, 0)).as("0 is no limit").isEqualTo(Qos2Arrival.FIRST);
  }

  @Test
  void idsAreReleasedInOrderOfAgeWhenTheyHaveWaitedTooLong() {
    table.accept(5, 0, 100);
    table.accept(2, 0, 200);
    table.accept(9, 0, 300);
    assertThat(table.dueMillis(1000)).isEqualTo(1100);
    assertThat(table.tick("c", 1000, 1099)).isZero();
    assertThat(table.tick("c", 1000, 1200)).isEqualTo(2);
    assertThat(table.dueMillis(1000)).isEqualTo(1300);
    assertThat(table.release(9)).isTrue();
    assertThat(table.dueMillis(1000)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void idsSurviveReconnectsAndTimeOutWhileTheClientIsAway() {
    SessionFixture f = SessionFixture.with(rules().awaitRelTimeoutMillis(5000));
    f.online();
    assertThat(f.session.acceptQos2(4, f.loop.now)).isEqualTo(Qos2Arrival.FIRST);
    f.cut();
    f.online();
    assertThat(f.session.acceptQos2(4, f.loop.now)).isEqualTo(Qos2Arrival.REPEAT);
    assertThat(f.session.stats().awaitingRel()).isEqualTo(1);
    f.cut();
    f.loop.advance(f.session, 5000);
    assertThat(f.session.stats().awaitingRel()).isZero();
    assertThat(f.session.releaseQos2(4)).isFalse();
  }
}

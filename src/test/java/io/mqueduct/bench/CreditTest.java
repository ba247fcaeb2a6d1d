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
package io.mqueduct.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CreditTest {
  @Test
  void aMessageCountsUntilAllReceiversHaveIt() {
    Credit credit = new Credit(3, 2, 0);
    send(credit, 3);
    assertThat(credit.available()).isZero();

    assertThat(credit.isDone(credit.delivered(1))).isFalse();
    assertThat(credit.available()).isZero();
    assertThat(credit.isDone(credit.delivered(1))).isTrue();
    assertThat(credit.available()).isEqualTo(1);
  }

  @Test
  void aLaterOneDoesNotFreeWhatIsBeforeIt() {
    Credit credit = new Credit(3, 1, 0);
    send(credit, 3);

    credit.delivered(2);
    assertThat(credit.available()).isZero();
    credit.delivered(1);
    assertThat(credit.available()).isEqualTo(2);
  }

  @Test
  void aSecondDeliveryIsOneTooManyAlsoWhenTheMessageIsLongDone() {
    Credit credit = new Credit(3, 1, 0);
    send(credit, 1);

    assertThat(credit.isTooMany(credit.delivered(1))).isFalse();
    assertThat(credit.isTooMany(credit.delivered(1))).isTrue();
    credit.available();
    assertThat(credit.isTooMany(credit.delivered(1))).isTrue();
  }

  @Test
  void runsOnThroughTheRingForLong() {
    Credit credit = new Credit(5, 1, 0);
    for (int i = 1; i <= 10_000; i++) {
      assertThat(credit.available()).isEqualTo(5);
      credit.sent();
      assertThat(credit.isTooMany(credit.delivered(i))).isFalse();
    }
  }

  @Test
  void whatIsForgivenIsFreeAndComesTooLate() {
    Credit credit = new Credit(3, 1, 0);
    send(credit, 3);
    credit.delivered(2);

    assertThat(credit.forgive()).isEqualTo(3);
    assertThat(credit.available()).isEqualTo(3);
    credit.delivered(1);
    send(credit, 3);
    assertThat(credit.available()).isZero();
  }

  @Test
  void aNewerOneOfTheKeyStandsForThoseBeforeIt() {
    Credit credit = new Credit(6, 1, 2);
    send(credit, 6);

    assertThat(credit.isDone(credit.delivered(5))).isTrue();
    assertThat(credit.superseded()).isEqualTo(2);
    assertThat(credit.available()).isEqualTo(1);
    credit.delivered(2);
    assertThat(credit.superseded()).isEqualTo(2);
    assertThat(credit.available()).isEqualTo(3);
  }

  @Test
  void whatWasTakenForSupersededAndComesAfterAllIsNeitherSupersededNorTooMany() {
    Credit credit = new Credit(6, 1, 2);
    send(credit, 6);
    credit.delivered(5);

    assertThat(credit.isTooMany(credit.delivered(3))).isFalse();
    assertThat(credit.superseded()).isEqualTo(1);
    assertThat(credit.isTooMany(credit.delivered(3))).isTrue();
    credit.available();
    assertThat(credit.isTooMany(credit.delivered(1))).isFalse();
    assertThat(credit.superseded()).isZero();
    assertThat(credit.isTooMany(credit.delivered(1))).isTrue();
  }

  private static void send(Credit credit, int messages) {
    for (int i = 0; i < messages; i++) {
      credit.sent();
    }
  }
}

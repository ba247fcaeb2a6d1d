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

import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AckQueueTest {
  private final List<String> written = new ArrayList<>();
  private final AckQueue acks =
      new AckQueue((id, qos, code, fill, reason) -> written.add(id + " qos " + qos + " " + code));

  @Test
  void answersInTheOrderOfTheMessagesWhateverIsDoneFirst() {
    AckQueue.Pending first = acks.add(1, 1);
    AckQueue.Pending second = acks.add(2, 2);
    AckQueue.Pending third = acks.add(3, 1);

    third.done(ReasonCode.SUCCESS);
    second.done(ReasonCode.QUOTA_EXCEEDED);
    assertThat(written).isEmpty();

    first.done(ReasonCode.SUCCESS);
    assertThat(written)
        .containsExactly("1 qos 1 SUCCESS", "2 qos 2 QUOTA_EXCEEDED", "3 qos 1 SUCCESS");
    assertThat(acks.isEmpty()).isTrue();
  }

  @Test
  void countsMessagesOfQos1ApartSinceTheSessionCountsThoseOfQos2() {
    AckQueue.Pending one = acks.add(1, 1);
    acks.add(2, 2);
    acks.add(3, 1);
    assertThat(acks.size()).isEqualTo(3);
    assertThat(acks.sizeOfQos1()).isEqualTo(2);

    one.done(ReasonCode.SUCCESS);

    assertThat(acks.sizeOfQos1()).isEqualTo(1);
  }
}

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
package io.mqueduct.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private final QueueBench q = new QueueBench();
  private final Leases http = new Leases("http", q.queue, soon -> {});
  private final List<List<Handout>> answers = new ArrayList<>();

  LeasesTest() {
    q.queue.attach(http, q.now);
  }

  private void pull(int max, long waitMillis) {
    http.pull(max, 5000, waitMillis, answers::add, q.now);
  }

  private List<String> answer(int index) {
    return answers.get(index).stream().map(h -> Messages.payload(h.message())).toList();
  }

  @Test
  void takesWhatThereIsUpToTheNumberAndNoMore() {
    for (int i = 0; i < 5; i++) {
      q.publish("m" + i);
    }
    pull(3, 0);
    assertThat(answer(0)).containsExactly("m0", "m1", "m2");
    assertThat(q.queue.stats(q.now).unacknowledged()).isEqualTo(3);
    q.publish("m5");
    assertThat(http.held()).isEqualTo(3);
    assertThat(http.settle(answers.get(0).get(1).sequence(), 1, ReasonCode.SUCCESS, null, q.now))
        .isTrue();
    assertThat(http.settle(answers.get(0).get(1).sequence(), 1, ReasonCode.SUCCESS, null, q.now))
        .isFalse();
    assertThat(q.queue.depth()).isEqualTo(5);
  }

  @Test
  void waitsForTheFirstMessageOrTheEndOfItsTime() {
    pull(10, 1000);
    assertThat(answers).isEmpty();
    q.publish("m");
    http.tick(q.now);
    assertThat(answer(0)).containsExactly("m");
    pull(10, 1000);
    q.now += 1000;
    http.tick(q.now);
    assertThat(answer(1)).isEmpty();
    q.publish("later");
    assertThat(http.credit()).isZero();
    assertThat(q.queue.hasVisible(q.now)).isTrue();
  }

  @Test
  void sharesWithOtherConsumersAndGivesBackWhatIsNotAcknowledgedInTime() {
    q.publish("m");
    pull(1, 0);
    FakeConsumer mqtt = q.attach("mqtt", 10);
    q.publish("n");
    assertThat(mqtt.payloads()).containsExactly("n");
    q.now += 5000;
    http.tick(q.now);
    assertThat(mqtt.payloads()).containsExactly("n", "m");
    assertThat(mqtt.seen.get(1).deliveries()).isEqualTo(2);
    assertThat(http.isIdle()).isTrue();
  }

  @Test
  void countsItsDeadlines() {
    assertThat(http.dueMillis()).isEqualTo(Long.MAX_VALUE);
    pull(1, 700);
    assertThat(http.dueMillis()).isEqualTo(q.now + 700);
    q.publish("m");
    assertThat(http.dueMillis()).isLessThanOrEqualTo(q.now); // to be answered
    http.tick(q.now);
    assertThat(http.dueMillis()).isEqualTo(q.now + 5000);
  }
}

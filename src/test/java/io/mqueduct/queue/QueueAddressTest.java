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

import io.mqueduct.routing.TopicRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueAddressTest {
  private final TopicRules topics = new TopicRules(16);

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "$queue/jobs, jobs, -",
        "$queue/jobs/a/+/#, jobs, a/+/#",
        "$queue/a.b-c_1//x, a.b-c_1, /x",
        "$q/a/b, /a/b, a/b",
        "$q/#, /#, #",
        "$queue/q/$SYS/x, q, $SYS/x"
      })
  void namesAQueue(String filter, String name, String wanted) {
    assertThat(QueueAddress.parse(filter, topics)).isEqualTo(new QueueAddress.Queue(name, wanted));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$queue/",
        "$queue/ä",
        "$queue/-a",
        "$queue/#",
        "$queue/q/",
        "$queue/q/a/#/b",
        "$queue/q/$share/g/t",
        "$queue/q/$queue/r",
        "$q/",
        "$q/a+",
        "$q/$q/a",
        "$share/g/$queue/q",
        "$share/g/$q/t"
      })
  void isInvalid(String filter) {
    assertThat(QueueAddress.parse(filter, topics)).isInstanceOf(QueueAddress.Invalid.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a/b", "$SYS/#", "$share/g/a", "$queues/a", "queue/a", "$share/", "$qx/a"})
  void isNoQueue(String filter) {
    assertThat(QueueAddress.parse(filter, topics)).isEqualTo(new QueueAddress.None());
  }

  @Test
  void refusesAFilterThatIsTooLongForTheNameOfItsQueue() {
    String most = "a".repeat(1024);
    assertThat(QueueAddress.parse("$q/" + most, new TopicRules(16)))
        .isEqualTo(new QueueAddress.Queue("/" + most, most));
    assertThat(QueueAddress.parse("$q/" + most + "a", new TopicRules(16)))
        .isEqualTo(new QueueAddress.Invalid("is too long for a name"));
  }

  @Test
  void isWithinAMountpointAndSaysSoInItsText() {
    var within = new QueueAddress.Queue("jobs", null, "tenant/t1/");
    assertThat(within.fits("tenant/t1/#")).isTrue();
    assertThat(within.fits("tenant/t10/#")).isFalse();
    assertThat(within.fits("tenant/+/x")).isFalse();
    assertThat(within.text()).isEqualTo("$queue/jobs/tenant/t1/##");
    assertThat(QueueAddress.parse(within.text(), topics))
        .as("no client can write it")
        .isInstanceOf(QueueAddress.Invalid.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$queue/jobs", "$queue/jobs/a/#", "$q/a/b", "$queue/jobs/tenant/t1/##"})
  void isFoundAgainByTheTextOfItsSubscription(String text) {
    assertThat(QueueAddress.ofSubscription(text))
        .isInstanceOfSatisfying(
            QueueAddress.Queue.class, queue -> assertThat(queue.text()).isEqualTo(text));
  }
}

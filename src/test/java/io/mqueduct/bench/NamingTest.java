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

class NamingTest {
  private final Naming own = new Naming("run", "g", "jobs", null, null);

  @Test
  void aQueueIsMadeForTheTopicsOfTheRun() {
    assertThat(own.filterOf(Scenario.QUEUE, 3)).isEqualTo("$queue/jobs/run/#");
    assertThat(own.topicOf(Scenario.QUEUE, 2)).isEqualTo("run/2");
  }

  @Test
  void aQueueThatIsThereIsConsumedByItsName() {
    Naming given = new Naming("run", "g", "jobs", "jobs/new", null);

    assertThat(given.filterOf(Scenario.QUEUE, 3)).isEqualTo("$queue/jobs");
    assertThat(given.topicOf(Scenario.QUEUE, 2)).isEqualTo("jobs/new");
  }

  @Test
  void severalQueuesTakeOneNumberEachOfAllPublishers() {
    assertThat(own.filtersOf(2))
        .containsExactly("$queue/jobs-0/run/+/00000000", "$queue/jobs-1/run/+/00000001");
    assertThat(own.numberedTopicOf(5)).isEqualTo("run/5");
    assertThat(new Naming("run", "g", "jobs", "jobs/new", null).numberedTopicOf(5))
        .isEqualTo("jobs/new/5");
  }

  @Test
  void pairsMeetOnATopicOfTheirOwnAndGroupsShareAll() {
    assertThat(own.filterOf(Scenario.PAIR, 7)).isEqualTo(own.topicOf(Scenario.PAIR, 7));
    assertThat(own.filterOf(Scenario.SHARED, 7)).isEqualTo("$share/g/run/#");
    assertThat(own.filterOf(Scenario.FANOUT, 7)).isEqualTo(own.topicOf(Scenario.FANOUT, 0));
  }
}

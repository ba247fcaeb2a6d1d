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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.QueueDirectory.Standing;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.TopicRules;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueDirectoryTest {
  private final SpecReader reader = new SpecReader(new TopicRules(16), 1_000_000);
  private final QueueDirectory<String> directory =
      new QueueDirectory<>(
          reader, 3, new QueueDirectory.Template(Map.of("is_lastvalue", false, "shards", 2)));

  private QueueSpec spec(String name, String filter) {
    return reader.create(Map.of("name", name, "topic_filter", filter));
  }

  private static QueueAddress.Queue at(String name, String filter) {
    return new QueueAddress.Queue(name, filter);
  }

  @Test
  void attachesWhoWaitedWhenAFittingQueueComes() {
    assertThat(directory.subscribe("a", at("q", null))).isEqualTo(Standing.WAITING);
    assertThat(directory.subscribe("b", at("q", "t/#"))).isEqualTo(Standing.WAITING);
    assertThat(directory.subscribe("c", at("q", "other"))).isEqualTo(Standing.WAITING);
    assertThat(directory.created(spec("q", "t/#"))).containsExactly("a", "b");
    assertThat(directory.waiting("q")).containsExactly("c");
    assertThat(directory.subscribe("d", at("q", null))).isEqualTo(Standing.ATTACHED);
  }

  @Test
  void letsConsumersOfADeletedQueueWaitForTheNext() {
    directory.created(spec("q", "t/#"));
    directory.subscribe("a", at("q", null));
    directory.subscribe("b", at("q", "t/#"));
    assertThat(directory.deleted("q")).containsExactly("a", "b");
    assertThat(directory.created(spec("q", "u"))).containsExactly("a");
    assertThat(directory.deleted("nope")).isEmpty();
  }

  @Test
  void takesTwoFiltersOfOneClientForOneConsumer() {
    directory.created(spec("q", "t/#"));
    assertThat(directory.subscribe("a", at("q", null))).isEqualTo(Standing.ATTACHED);
    assertThat(directory.subscribe("a", at("q", "t/#"))).isEqualTo(Standing.UNCHANGED);
    assertThat(directory.unsubscribe("a", at("q", null))).isFalse();
    assertThat(directory.unsubscribe("a", at("q", "t/#"))).isTrue();
    assertThat(directory.unsubscribe("a", at("q", "t/#"))).isFalse();
    assertThat(directory.deleted("q")).isEmpty();
  }

  @Test
  void createsFromTheTemplateIfTheSubscriptionNamesAFilter() {
    assertThat(directory.toCreate(at("q", null))).isNull();
    QueueSpec made = directory.toCreate(at("q", "t/#"));
    assertThat(made).isNotNull();
    assertThat(made.name()).isEqualTo("q");
    assertThat(made.topicFilter()).isEqualTo("t/#");
    assertThat(made.isLastValue()).isFalse();
    assertThat(made.shards()).isEqualTo(2);
    directory.created(made);
    assertThat(directory.toCreate(at("q", "other"))).isNull();
    assertThat(directory.toCreate(at("/t/+", "t/+")).name()).isEqualTo("/t/+");
    directory.rules(reader, 3, null);
    assertThat(directory.toCreate(at("r", "t"))).isNull();
  }

  @Test
  void saysWhyAQueueCannotBeMade() {
    directory.created(spec("a", "t"));
    assertThatThrownBy(() -> directory.requireRoomFor("a"))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.ALREADY_EXISTS));
    directory.created(spec("b", "t"));
    directory.created(spec("c", "t"));
    assertThatThrownBy(() -> directory.toCreate(at("d", "t")))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.QUOTA_EXCEEDED));
    assertThatThrownBy(() -> directory.require("z")).hasMessage("there is no queue z");
  }

  @Test
  void listsInTheOrderOfNamesWithACursor() {
    directory.created(spec("b", "t"));
    directory.created(spec("a", "t"));
    directory.created(spec("c", "t"));
    assertThat(directory.list(null, 2)).extracting(QueueSpec::name).containsExactly("a", "b");
    assertThat(directory.list("b", 2)).extracting(QueueSpec::name).containsExactly("c");
    assertThat(directory.count()).isEqualTo(3);
  }
}

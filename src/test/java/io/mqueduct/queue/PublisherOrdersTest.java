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

import io.mqueduct.queue.property.PublishProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublisherOrdersTest {
  private static PublisherOrders of(String... properties) {
    return PublisherOrders.of(PublishProperties.with(new byte[0], properties));
  }

  @Test
  void readsWhatIsAskedFor() {
    assertThat(of("mq-delay", "0").delayMillis()).isZero();
    assertThat(of("mq-delay", "315360000000").delayMillis()).isEqualTo(315_360_000_000L);
    assertThat(of("mq-dedup-id", "a").dedupId()).isEqualTo("a");
    PublisherOrders both = of("x", "y", "mq-delay", "5", "mq-dedup-id", "b", "mq-delay", "no");
    assertThat(both).isEqualTo(new PublisherOrders(5, "b", null));
    assertThat(of("x", "y", "mq-other", "z")).isEqualTo(new PublisherOrders(-1, null, null));
    assertThat(of()).isEqualTo(new PublisherOrders(-1, null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "-1", "+1", "1.5", "5s", " 5", "315360000001", "9999999999999999999"})
  void saysWhatIsWrongWithADelay(String delay) {
    assertThat(of("mq-delay", delay).fault())
        .isEqualTo(
            "mq-delay: \"" + delay + "\" is no number of milliseconds from 0 to 315360000000");
  }

  @Test
  void saysWhatIsWrongWithAnIdentifier() {
    assertThat(of("mq-dedup-id", "").fault()).isEqualTo("mq-dedup-id: is empty");
    assertThat(of("mq-dedup-id", "\u00e9".repeat(256)).fault()).isNull();
    assertThat(of("mq-dedup-id", "\u00e9".repeat(256) + "x").fault())
        .isEqualTo("mq-dedup-id: is longer than 512 bytes");
  }

  @Test
  void showsNoMoreOfAValueThanFitsIntoALine() {
    String fault = of("mq-delay", "a\nb" + "x".repeat(60_000)).fault();
    assertThat(fault).startsWith("mq-delay: \"a?bxxx").contains("...").hasSizeLessThan(150);
  }

  @Test
  void aQueueDropsWhatItCannotDoWhenNobodyIsToldAndCountsIt() {
    QueueBench q = new QueueBench();
    assertThat(q.publish("late", "mq-delay", "soon")).isEqualTo(Publication.Outcome.IGNORED);
    assertThat(q.publish("twice", "mq-dedup-id", "")).isEqualTo(Publication.Outcome.IGNORED);
    assertThat(q.publish("fine", "mq-delay", "0")).isEqualTo(Publication.Outcome.STORED);
    assertThat(q.queue.stats(q.now).depth()).isOne();
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("bad_property", 2L);
  }
}

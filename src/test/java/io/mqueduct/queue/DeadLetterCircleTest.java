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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.Publication.Outcome;
import io.mqueduct.queue.property.PublishProperties;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Dead letters that come back to a queue that they died in. */
class DeadLetterCircleTest {
  private static QueueBench queue(String name, Object... more) {
    Object[] fields = new Object[more.length + 4];
    fields[0] = "name";
    fields[1] = name;
    fields[2] = "dead_letter";
    fields[3] = Map.of("queue", "next");
    System.arraycopy(more, 0, fields, 4, more.length);
    return new QueueBench(fields);
  }

  /** Has a message die in a queue; returns what the next one gets. */
  private static Message die(QueueBench queue, Message message) {
    assertThat(queue.publish(message)).isEqualTo(Outcome.STORED);
    FakeConsumer consumer = queue.attach("c", 1);
    queue.settle(consumer, 0, ReasonCode.PAYLOAD_FORMAT_INVALID);
    queue.queue.detach(consumer, queue.now);
    Message dead = queue.dead.get(queue.dead.size() - 1);
    queue.deadDone();
    assertThat(queue.queue.depth()).isZero();
    return dead;
  }

  private static long dropped(QueueBench queue) {
    return queue.queue.stats(queue.now).dropped().getOrDefault("dead_letter_cycle", 0L);
  }

  @Test
  void areNotTakenAgainHoweverLongTheCircleIs() {
    QueueBench a = queue("a");
    QueueBench b = queue("b");
    QueueBench c = queue("c");
    Message afterA = die(a, Messages.of("t/1", "poison"));
    Message afterB = die(b, afterA);
    Message afterC = die(c, afterB);

    assertThat(a.publish(afterC)).isEqualTo(Outcome.IGNORED);
    assertThat(a.queue.depth()).isZero();
    assertThat(dropped(a)).isOne();
    assertThat(b.publish(afterC)).isEqualTo(Outcome.IGNORED);
    assertThat(queue("d").publish(afterC)).isEqualTo(Outcome.STORED);
    assertThat(Deaths.of(afterC)).containsExactly("a", "b", "c");
    assertThat(Facts.origin(afterC)).isEqualTo("c");
  }

  @Test
  void needNoPlaceInAFullQueueThatDoesNotTakeThem() {
    QueueBench a =
        queue("a", "overflow", "reject_publish", "limits", Map.of("max_shard_message_count", 1));
    Message dead = die(a, Messages.of("t/1", "poison"));
    a.publish("fills it");
    Publication publication = new Publication(dead, null, (outcome, fill, why) -> {});

    assertThat(a.queue.reserve(publication)).isTrue();
    a.queue.publish(publication, a.now);
    a.log.run();

    assertThat(a.queue.depth()).isOne();
    assertThat(dropped(a)).isOne();
  }

  @Test
  void beginAnewWhenAClientPublishesThemAgain() {
    QueueBench a = queue("a");
    Message dead = die(a, Messages.of("t/1", "mended"));
    Message copy =
        new Message(
            dead.topic(),
            dead.payload(),
            dead.properties(),
            1,
            false,
            dead.publishedAtMillis() + 1,
            Message.NEVER,
            "mender",
            null);

    assertThat(PublishProperties.user(die(a, copy).properties(), Deaths.BEFORE)).isNull();
  }

  @Test
  void beginAnewWhenTheyAreRedriven() {
    QueueBench a = queue("a");
    Message dead = die(queue("b"), die(a, Messages.of("t/1", "poison")));

    Message back = Facts.revived(dead, "dlq", 7, dead.publishedAtMillis());

    assertThat(Deaths.of(back)).isEmpty();
    assertThat(PublishProperties.user(back.properties(), "mq-dedup-id")).isEqualTo("dlq:7");
    assertThat(a.publish(back)).isEqualTo(Outcome.STORED);
  }
}

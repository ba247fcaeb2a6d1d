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
import io.mqueduct.queue.spec.DeadLetter;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dead letter names itself, so that whoever gets it twice can tell. */
class DeadLetterIdTest {
  private static String id(Message dead) {
    return String.valueOf(PublishProperties.user(dead.properties(), "mq-dedup-id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"topic", "queue"})
  void isStoredOnceThoughABrokerIsKilledBetweenSendingAndRemovingIt(String way) {
    QueueBench q = new QueueBench("dead_letter", Map.of(way, "dead"));
    FakeConsumer a = q.attach("a", 10);
    q.publish("bad", "mq-dedup-id", "of its publisher");
    q.settle(a, 0, ReasonCode.PAYLOAD_FORMAT_INVALID);
    assertThat(q.dead).hasSize(1);

    q.deadReplies.clear(); // the broker that would have heard them is no more
    q.restart();
    q.later(60_000);

    assertThat(q.dead).hasSize(2);
    assertThat(q.dead).allSatisfy(each -> assertThat(id(each)).isEqualTo("q:1"));
    QueueBench graves = new QueueBench("name", "graves", "topic_filter", "#");
    assertThat(graves.publish(q.dead.get(0))).isEqualTo(Outcome.STORED);
    assertThat(graves.publish(q.dead.get(1))).isEqualTo(Outcome.DUPLICATE);
    assertThat(graves.queue.depth()).isOne();
  }

  @ParameterizedTest
  @ValueSource(ints = {255, 510, 511, 1024})
  void isAnIdThatAQueueTakesHoweverLongTheNameOfTheOtherOne(int length) {
    String name = "/" + "x".repeat(length - 1);
    QueueEntry entry = new QueueEntry(Messages.of("t/1", "bad"), 0, 0, null);
    entry.sequence = 17;
    var departure = new QueueEntry.Departure(DropReason.REJECTED, null);
    Message dead = Facts.dead(entry, name, departure, new DeadLetter.ToQueue("graves"), 5);
    Message back = Facts.revived(dead, name, 18, 6);

    assertThat(new QueueBench("name", "graves").publish(dead)).isEqualTo(Outcome.STORED);
    assertThat(new QueueBench().publish(back)).isEqualTo(Outcome.STORED);
    assertThat(id(dead)).endsWith(":17").isNotEqualTo(id(Facts.revived(dead, name + "y", 17, 6)));
  }
}

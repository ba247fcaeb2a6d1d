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
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an operator does to single messages. */
class InspectionTest {
  private final QueueBench q = new QueueBench();
  private final Inspection inspection = new Inspection(q.queue, q.log);

  private List<Inspection.Seen> browse() {
    List<Inspection.Seen> all = new ArrayList<>();
    int lane = 0;
    long from = 0;
    while (from >= 0) {
      Future<Inspection.Page> page = inspection.browse(lane, from, 3);
      q.log.run();
      all.addAll(page.result().seen());
      lane = page.result().lane();
      from = page.result().from();
    }
    return all;
  }

  private boolean remove(long sequence) {
    Future<Boolean> removed = inspection.remove(sequence, false);
    q.log.run();
    return removed.result();
  }

  private void now() {
    q.now = System.currentTimeMillis(); // messages of long ago are not shown
  }

  @Test
  void showsWhereEachMessageIs() {
    now();
    FakeConsumer slow = q.attach("slow", 1);
    q.publish("has");
    q.publish("waits");
    q.publish("hidden", "mq-delay", "60000");
    q.publish("next");
    List<Inspection.Seen> seen = browse();
    assertThat(seen.stream().map(each -> Messages.payload(each.stored().message())))
        .containsExactly("has", "waits", "next", "hidden");
    assertThat(seen.stream().map(Inspection.Seen::state))
        .containsExactly(
            Inspection.State.DELIVERED,
            Inspection.State.WAITING,
            Inspection.State.WAITING,
            Inspection.State.DELAYED);
    assertThat(seen.get(0).consumer()).isEqualTo("slow");
    assertThat(seen.get(0).deliveries()).isEqualTo(1);
    q.settle(slow, 0, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(browse().get(0).state()).isEqualTo(Inspection.State.RETRYING);
  }

  @Test
  void aMessageThatIsRemovedIsGoneWhoeverHasIt() {
    now();
    FakeConsumer slow = q.attach("slow", 1);
    q.publish("has");
    q.publish("waits");
    q.publish("last");
    long has = browse().get(0).stored().sequence();
    assertThat(remove(has)).isTrue();
    assertThat(remove(has)).isFalse();
    assertThat(remove(browse().get(0).stored().sequence())).isTrue();
    assertThat(q.queue.depth()).isEqualTo(1);
    q.settle(slow, 0, ReasonCode.UNSPECIFIED_ERROR);
    assertThat(slow.payloads()).containsExactly("has", "last");
    q.ack(slow);
    assertThat(q.queue.depth()).isZero();
    assertThat(q.log.bytes()).isZero();
    assertThat(q.queue.stats(q.now).dropped()).containsEntry("purged", 2L);
  }

  @Test
  void aRemovedMessageDoesNotComeBackWhenTheStoreRefusesWhatItGaveWayTo() {
    now();
    q.queue.spec(
        q.reader.create(QueueBench.body("limits", java.util.Map.of("max_shard_message_count", 1L))),
        q.now);
    FakeConsumer slow = q.attach("slow", 1);
    q.publish("has");
    long has = browse().get(0).stored().sequence();
    q.log.failAppends(1);
    q.queue.publish(
        new Publication(Messages.of("c", "t/1", "newer", q.now), null, (o, fill, why) -> {}),
        q.now);
    inspection.remove(has, false); // while the newer one is on its way
    q.log.run();
    assertThat(q.queue.depth()).isZero();
    slow.window = 10;
    q.later(1000);
    assertThat(slow.payloads()).containsExactly("has");
    assertThat(q.log.bytes()).isZero();
  }

  @Test
  void aMessageInTheStoreAloneIsRemovedThere() {
    now();
    for (int i = 0; i < 3000; i++) {
      q.publish("m" + i);
    }
    List<Inspection.Seen> seen = browse();
    assertThat(seen).hasSize(3000);
    long last = seen.get(2999).stored().sequence();
    assertThat(remove(last)).isTrue();
    assertThat(remove(last)).isFalse();
    assertThat(remove(last + 1)).isFalse();
    assertThat(q.queue.depth()).isEqualTo(2999);
    FakeConsumer fast = q.attach("fast", 5000);
    q.log.run();
    q.later(1000);
    assertThat(fast.payloads()).hasSize(2999).doesNotContain("m2999");
  }

  @Test
  void showsWhatIsStoredToThoseWhoFollow() {
    List<String> followed = new ArrayList<>();
    Inspection.Follower follower =
        new Inspection.Follower() {
          @Override
          public void stored(
              long sequence, io.mqueduct.message.Message message, long visibleAtMillis) {
            followed.add(Messages.payload(message));
          }

          @Override
          public void ended() {
            followed.add("end");
          }
        };
    q.publish("before");
    inspection.follow(follower);
    q.publish("a");
    q.log.failAppends(1);
    q.publish("refused");
    inspection.unfollow(follower);
    q.publish("after");
    inspection.follow(follower);
    inspection.end();
    assertThat(followed).containsExactly("a", "end");
  }

  @Test
  void aMessageIsCountedOnceThatIsRemovedWhileAnotherReplacesIt() {
    QueueBench many = new QueueBench("is_lastvalue", true);
    many.budgetBytes = 100; // most of it is in the store alone
    many.restart();
    for (int i = 0; i < 20; i++) {
      many.publish(Messages.of("k" + i, "t/1", "m" + i, many.now));
    }
    for (String each : List.of("replaced", "newest")) {
      Message message = Messages.of("key", "t/1", each, many.now);
      many.queue.publish(new Publication(message, null, (outcome, fill, why) -> {}), many.now);
    }
    Random last =
        new Random() {
          @Override
          public int nextInt(int bound) {
            return bound - 1;
          }
        };
    many.log.step(last); // whether there is a third one is looked up
    many.log.step(last); // and there is none
    many.log.holdReads(true);
    many.log.step(last); // the first one is stored
    many.log.step(last); // and the queue hears of it
    long sequence = many.log.rows.lastKey();
    new Inspection(many.queue, many.log).remove(sequence, false);
    many.log.holdReads(false);
    many.log.step(last); // it is read
    many.log.holdReads(true);
    many.log.step(last); // and removed
    assertThat(many.log.rows).containsKey(sequence);
    many.log.holdReads(false);
    many.log.run();
    assertThat(many.log.rows).hasSize(21);
    assertThat(many.queue.depth()).isEqualTo(21);
    assertThat(many.queue.bytes()).isEqualTo(many.log.bytes());
  }
}

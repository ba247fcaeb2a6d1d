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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.Publication.Outcome;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.PlainSubscriber;
import io.mqueduct.routing.Settlement;
import io.mqueduct.routing.Subscription;
import io.mqueduct.routing.TopicRules;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.QueueCommand;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue on the real state machine of the store; the test's thread is the loop. */
class StoreQueueLogTest {
  private final SpecReader reader = new SpecReader(new TopicRules(16), 7 * 86_400_000L);
  private final LinkedBlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
  private final Mailbox mailbox = new Mailbox(loop::add);
  private final long now = System.currentTimeMillis();
  private Store store;
  private StoreQueueLog.Numbers numbers;
  private QueueSpec spec;
  private NamedQueue queue;
  private StoreQueueLog log;

  @BeforeEach
  void openStore() {
    store = Store.inMemory(StoreSettings.DEFAULT, DropListener.NONE);
    numbers = new StoreQueueLog.Numbers(declare("q"), declare("q/dedup"), 300_000, 10_000);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private long declare(String name) {
    CompletableFuture<Long> number = new CompletableFuture<>();
    store
        .log()
        .append(
            new QueueCommand.DeclareQueue(name, 0, ""),
            new CommitCallback() {
              @Override
              public void committed(long sequence, long result) {
                number.complete(result);
              }

              @Override
              public void failed(BrokerException why) {
                number.completeExceptionally(why);
              }
            });
    return number.join();
  }

  private void open(Object... fields) {
    spec = reader.create(QueueBench.body(fields));
    reopen();
  }

  private void reopen() {
    var recovered = StoreQueueLog.recover(store.reader(), numbers);
    log = new StoreQueueLog(store, numbers, recovered, mailbox, Runnable::run);
    queue =
        new NamedQueue(
            spec,
            log,
            recovered,
            (target, message, reply) -> {},
            new MemoryBudget(1 << 20),
            new Random(3),
            () -> now);
  }

  private void runUntil(BooleanSupplier done) {
    try {
      while (!done.getAsBoolean()) {
        Runnable task = loop.poll(10, TimeUnit.SECONDS);
        assertThat(task).as("nothing happens any more").isNotNull();
        task.run();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private List<Outcome> publish(List<Message> messages) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Message each : messages) {
      queue.publish(new Publication(each, null, (o, fill, why) -> outcomes.add(o)), now);
    }
    runUntil(() -> outcomes.size() == messages.size());
    return outcomes;
  }

  private Message message(String publisher, String payload, String... properties) {
    return Messages.of(publisher, "t/1", payload, now, properties);
  }

  private FakeConsumer attach(int window) {
    FakeConsumer consumer = new FakeConsumer("a", window);
    queue.attach(consumer, now);
    return consumer;
  }

  private void ack(FakeConsumer consumer, int index) {
    queue.settled(consumer.held.remove(index), ReasonCode.SUCCESS, null, now);
  }

  /** The store has all of it, and counts as the queue does. */
  private void checkCounts() {
    log.flush();
    runUntil(
        () -> store.reader().counts(numbers.queue()).count() == queue.depth() || loop.isEmpty());
    declare("barrier");
    assertThat(store.reader().counts(numbers.queue()).count()).isEqualTo(queue.depth());
    assertThat(store.reader().counts(numbers.queue()).bytes()).isEqualTo(queue.bytes());
  }

  @Test
  void aShardSaysWhenItIsToBeLookedAtAndOnceWhenItIsUsed() {
    open("ack_timeout", "5s");
    List<Object> touches = new ArrayList<>();
    QueueShard shard = new QueueShard("q", 0, log, queue, mailbox, () -> touches.add(queue));
    shard.tick(now);
    assertThat(shard.nextTickMillis()).isBetween(now + 400, now + 500);
    assertThat(touches).isEmpty();

    shard.queue().attach(new FakeConsumer("a", 1), now);
    shard.queue();
    assertThat(touches).hasSize(1);
    shard.tick(now + 1);
    assertThat(touches).hasSize(1);

    publish(List.of(message("p", "delayed", "mq-delay", "300")));
    shard.leases("http", now + 2);
    assertThat(touches).hasSize(2);
    shard.tick(now + 3);
    assertThat(shard.nextTickMillis()).isBetween(now + 290, now + 300);
  }

  /** A client that says by hand what becomes of what it was lent. */
  private static final class Borrower implements PlainSubscriber {
    final List<Settlement> lent = new ArrayList<>();

    @Override
    public String clientId() {
      return "borrower";
    }

    @Override
    public int inflight() {
      return lent.size();
    }

    @Override
    public void lend(Message message, Subscription subscription, int qos, Settlement settlement) {
      lent.add(settlement);
    }

    @Override
    public int credit() {
      return 10 - lent.size();
    }
  }

  @Test
  void whatAClientAcknowledgedBeforeItUnsubscribedGoesToNobodyElse() {
    open();
    Borrower client = new Borrower();
    SessionConsumer session =
        new SessionConsumer(
            new Subscription(
                client, "$queue/q", null, 1, false, false, 0, Subscription.NO_IDENTIFIERS));
    session.attach(List.of(new QueueShard("q", 0, log, queue, mailbox, () -> {})));
    publish(List.of(message("p", "acknowledged"), message("p", "open")));
    runUntil(() -> client.lent.size() == 2);
    FakeConsumer other = new FakeConsumer("other", 10);
    queue.attach(other, now);

    session.creditAvailable(client); // has the queue look at it, in a moment
    client.lent.get(0).settled(ReasonCode.SUCCESS, null);
    session.attach(List.of());
    runUntil(loop::isEmpty);

    assertThat(other.payloads()).containsExactly("open");
  }

  @Test
  void keepsABacklogAcrossARestartAndHandsItOutInOrder() {
    open();
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 6000; i++) {
      messages.add(message("c", "m" + i));
    }
    assertThat(publish(messages)).containsOnly(Outcome.STORED);
    reopen();
    assertThat(queue.depth()).isEqualTo(6000);
    FakeConsumer a = attach(50);
    while (a.seen.size() < 6000 || !a.held.isEmpty()) {
      runUntil(() -> !a.held.isEmpty());
      ack(a, 0);
    }
    assertThat(a.payloads())
        .hasSize(6000)
        .startsWith("m0")
        .endsWith("m5999")
        .isSortedAccordingTo(
            (x, y) ->
                Integer.compare(
                    Integer.parseInt(x.substring(1)), Integer.parseInt(y.substring(1))));
    checkCounts();
    assertThat(store.reader().counts(numbers.queue()).count()).isZero();
  }

  @Test
  void remembersWhatWasSettledOutOfOrderAndHowOftenItWasDelivered() {
    open();
    publish(List.of(message("c", "0"), message("c", "1"), message("c", "2"), message("c", "3")));
    FakeConsumer a = attach(10);
    runUntil(() -> a.seen.size() == 4);
    ack(a, 2);
    ack(a, 0);
    queue.detach(a, now);
    checkCounts();
    reopen();
    FakeConsumer b = attach(10);
    runUntil(() -> b.seen.size() == 2);
    assertThat(b.payloads()).containsExactly("1", "3");
    assertThat(b.seen).allMatch(h -> h.deliveries() == 2);
  }

  @Test
  void remembersWhatWasRejectedForGood() {
    open("dead_letter", Map.of("queue", "full"));
    publish(List.of(message("c", "0"), message("c", "1")));
    FakeConsumer a = attach(10);
    runUntil(() -> a.seen.size() == 2);
    Handout rejected = a.held.remove(0);
    queue.settled(rejected, ReasonCode.PAYLOAD_FORMAT_INVALID, null, now);
    queue.detach(a, now);
    checkCounts();
    assertThat(store.reader().isRejected(numbers.queue(), rejected.sequence())).isTrue();
    assertThat(store.reader().deliveries(numbers.queue(), rejected.sequence())).isEqualTo(1);
    reopen();
    FakeConsumer b = attach(10);
    runUntil(() -> !b.seen.isEmpty());
    assertThat(b.payloads()).containsExactly("1");
    assertThat(b.seen.get(0).deliveries()).isEqualTo(2);
    assertThat(queue.deliveries.departing().first()).isNotNull();
  }

  @Test
  void dropsTheOldestInTheSameCommand() {
    open("limits", Map.of("max_shard_message_count", 5));
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      messages.add(message("c", "m" + i));
    }
    assertThat(publish(messages)).containsOnly(Outcome.STORED);
    checkCounts();
    assertThat(store.reader().counts(numbers.queue()).count()).isEqualTo(5);
    assertThat(attach(10).payloads()).containsExactly("m95", "m96", "m97", "m98", "m99");
  }

  @Test
  void replacesValuesInMemoryAndInTheStoreAlone() {
    open("is_lastvalue", true);
    for (int round = 0; round < 2; round++) {
      List<Message> messages = new ArrayList<>();
      for (int i = 0; i < 3000; i++) {
        messages.add(message("k" + i, round + "/" + i, "mq-delay", i % 2 == 0 ? "0" : "1"));
      }
      publish(messages);
      checkCounts();
      assertThat(queue.depth()).isEqualTo(3000);
    }
    reopen();
    List<Message> again = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      again.add(message("k" + i, "2/" + i));
    }
    publish(again);
    checkCounts();
    assertThat(queue.depth()).isEqualTo(3000);
  }

  @Test
  void knowsRepetitionsAfterARestart() {
    open();
    assertThat(publish(List.of(message("c", "m", "mq-dedup-id", "7"))))
        .containsOnly(Outcome.STORED);
    FakeConsumer a = attach(1);
    runUntil(() -> !a.held.isEmpty());
    ack(a, 0);
    checkCounts();
    reopen();
    assertThat(publish(List.of(message("c", "m", "mq-dedup-id", "7"))))
        .containsOnly(Outcome.DUPLICATE);
    assertThat(queue.depth()).isZero();
  }

  @Test
  void purgesInPortionsAndKeepsWhatIsHandedOut() {
    open();
    FakeConsumer a = attach(3);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      messages.add(message("c", "m" + i));
    }
    publish(messages);
    assertThat(queue.purge(now, why -> {})).isEqualTo(3997);
    runUntil(() -> store.reader().counts(numbers.queue()).count() == 3);
    checkCounts();
    ack(a, 0);
    assertThat(publish(List.of(message("c", "new")))).containsOnly(Outcome.STORED);
    assertThat(a.payloads()).containsExactly("m0", "m1", "m2", "new");
  }

  @Test
  void refusesWhatTheStoreDoesNotTakeAnyMore() {
    open();
    publish(List.of(message("c", "m")));
    store.close();
    assertThat(publish(List.of(message("c", "n")))).containsOnly(Outcome.FAILED);
    assertThat(queue.depth()).isEqualTo(1);
  }
}

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
import io.mqueduct.queue.Publication.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A {@code key_ordered} queue with few keys and next to no memory under random operations, so that
 * most of its messages are left to the store again and again: each key stays in order and with one
 * consumer at a time, nothing is lost or comes twice, and every number is exact.
 */
class KeyCrowdModelTest {
  @Property(tries = 400)
  void keepsEachKeyInOrder(@ForAll long seed) {
    new Run(seed).run();
  }

  @Example
  void keepsEachKeyInOrderForKnownSeeds() {
    new Run(7003198).run(); // a key that filled the memory was handed out after that was looked at
    new Run(7023346).run(); // one that came back kept older ones of its key in the store
  }

  @Example
  void leavesManyToTheStore() {
    int runs = 60;
    AtomicInteger crowded = new AtomicInteger();
    LongStream.range(0, runs).forEach(seed -> crowded.addAndGet(new Run(seed).run() ? 1 : 0));
    assertThat(crowded).hasValueGreaterThan(runs / 3);
  }

  /** One random life of a queue. */
  private static final class Run {
    private final long seed;
    private final Random random;
    private final QueueBench q;
    private final List<FakeConsumer> consumers = new ArrayList<>();
    private final Map<String, Integer> published = new HashMap<>();
    private final Map<String, Integer> last = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> over = new HashSet<>();
    private final List<QueueLog.Place> expired = new ArrayList<>();
    private final boolean delays;
    private final int keys;
    private boolean readsFail;
    private long readsFailedMillis;
    private boolean wasCrowded;

    Run(long seed) {
      this.seed = seed;
      random = new Random(seed);
      delays = random.nextInt(4) == 0;
      keys = 1 + random.nextInt(6);
      int limit = random.nextInt(3) == 0 ? 150 : 1_000_000;
      q =
          new QueueBench(
              "dispatch_strategy",
              "key_ordered",
              "ack_timeout",
              "infinity",
              "limits",
              Map.of("max_shard_message_count", limit));
      q.budgetBytes = random.nextInt(4) == 0 ? 1 << 20 : 300;
      q.restart();
    }

    /** Whether messages were left to the store. */
    boolean run() {
      try {
        int steps = 50 + random.nextInt(250);
        for (int i = 0; i < steps; i++) {
          step();
          wasCrowded |= !q.queue.contents.backlog.passedBy.isEmpty();
          if (random.nextInt(5) == 0 && !readsFail) {
            checkRest();
          }
        }
        finish();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e, e);
      }
      return wasCrowded;
    }

    private void step() {
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3 -> publish();
        case 4 -> attach();
        case 5, 6, 7, 8, 9 -> settle();
        case 10 -> later(random.nextInt(600));
        case 11 -> oddThing();
        case 12 -> tellOfExpired();
        default -> {
          int steps = random.nextInt(6);
          for (int i = 0; i < steps; i++) {
            q.log.step(random);
          }
        }
      }
    }

    private void publish() {
      int burst = 1 + random.nextInt(random.nextInt(3) == 0 ? 60 : 4);
      boolean isHot = random.nextBoolean();
      for (int i = 0; i < burst; i++) {
        String key = "k" + (isHot ? 0 : random.nextInt(keys));
        String id = key + ":" + published.merge(key, 1, Integer::sum);
        String[] delay =
            delays && random.nextInt(5) == 0
                ? new String[] {"mq-delay", String.valueOf(random.nextInt(500))}
                : new String[0];
        q.now++;
        q.queue.publish(
            new Publication(
                Messages.of(key, "t/1", id, q.now, delay),
                null,
                (outcome, fill, why) ->
                    assertThat(outcome).isIn(Outcome.STORED, Outcome.IGNORED)), // as it closes
            q.now);
      }
    }

    private void attach() {
      if (consumers.size() < 4) {
        consumers.add(attached("w" + random.nextInt(20), random.nextInt(6)));
      } else if (random.nextBoolean()) {
        q.queue.detach(consumers.remove(random.nextInt(4)), q.now);
      } else {
        FakeConsumer one = consumers.get(random.nextInt(4));
        one.window = random.nextInt(6);
        q.queue.creditAvailable(one, q.now);
      }
    }

    private FakeConsumer attached(String id, int window) {
      FakeConsumer consumer = new FakeConsumer(id, window);
      consumer.onDeliver = handout -> handedOut(consumer, handout);
      q.queue.attach(consumer, q.now);
      return consumer;
    }

    private void handedOut(FakeConsumer consumer, Handout handout) {
      String id = Messages.payload(handout.message());
      String key = handout.message().publisher();
      assertThat(over).as("handed out again").doesNotContain(id);
      int number = Integer.parseInt(id.substring(id.indexOf(':') + 1));
      if (seen.add(id) && !delays) {
        assertThat(number).as("number in " + key).isGreaterThan(last.getOrDefault(key, 0));
        last.put(key, number);
      }
      for (FakeConsumer each : consumers) {
        if (each != consumer) {
          assertThat(each.held)
              .as(key + " with one consumer at a time")
              .noneMatch(h -> h.isOpen() && h.message().publisher().equals(key));
        }
      }
    }

    private void settle() {
      for (int i = random.nextInt(4); i >= 0 && !consumers.isEmpty(); i--) {
        FakeConsumer one = consumers.get(random.nextInt(consumers.size()));
        if (!one.held.isEmpty()) {
          Handout handout = one.held.remove(random.nextInt(one.held.size()));
          over.add(Messages.payload(handout.message()));
          q.queue.settled(handout, ReasonCode.SUCCESS, null, q.now);
        }
      }
    }

    private void later(long millis) {
      q.now += millis;
      q.queue.tick(q.now);
    }

    private void oddThing() {
      switch (random.nextInt(9)) {
        case 0 -> q.queue.purge(q.now, why -> {});
        case 1 -> {
          q.log.run();
          tellOfExpired();
          consumers.clear();
          q.restart();
        }
        case 2, 3 -> {
          readsFail = !readsFail;
          q.log.failReads(readsFail);
          readsFailedMillis = q.now;
        }
        case 4, 5 -> expire();
        default -> removeOne();
      }
    }

    /** An operator removes a message, wherever it is. */
    private void removeOne() {
      List<Long> sequences = List.copyOf(q.log.rows.keySet());
      if (!sequences.isEmpty()) {
        long sequence = sequences.get(random.nextInt(sequences.size()));
        String id = Messages.payload(q.log.rows.get(sequence).message());
        new Inspection(q.queue, q.log)
            .remove(sequence, false)
            .onSuccess(was -> over.addAll(was ? Set.of(id) : Set.of()));
      }
    }

    /** The store lets messages go that only it has, and says so later. */
    private void expire() {
      q.log.run();
      for (long sequence : List.copyOf(q.log.rows.keySet())) {
        FakeLog.Row row = q.log.rows.get(sequence);
        long place = Places.place(row.lane(), sequence);
        if (random.nextInt(3) == 0 && q.queue.contents.backlog.passedBy.contains(place)) {
          q.log.rows.remove(sequence);
          expired.add(new QueueLog.Place(row.lane(), sequence, row.message().sizeBytes()));
        }
      }
    }

    private void tellOfExpired() {
      expired.forEach(each -> q.queue.expiredInStore(each, q.now));
      expired.clear();
    }

    private void checkRest() {
      q.log.run();
      tellOfExpired();
      later(0);
      q.log.run();
      assertThat(q.queue.depth()).as("depth").isEqualTo(q.log.rows.size());
      assertThat(q.queue.bytes()).as("bytes").isEqualTo(q.log.bytes());
      if (q.now - readsFailedMillis < 1_000) {
        return; // it is not read again yet
      }
      assertThat(q.queue.oldest().isKnown()).isTrue();
      long oldest =
          q.log.rows.isEmpty()
              ? q.now
              : q.log.rows.firstEntry().getValue().message().publishedAtMillis();
      assertThat(q.queue.stats(q.now).oldestAgeMillis()).as("age").isEqualTo(q.now - oldest);
    }

    /** Whoever can take something gets it; then a consumer comes that takes everything. */
    private void finish() {
      readsFail = false;
      q.log.failReads(false);
      q.log.run();
      later(1_000);
      checkRest();
      KeyProgress progress = new KeyProgress(q.queue, q.log);
      for (int i = 0; i < 3; i++) {
        later(500);
        progress.look();
      }
      if (q.queue.consumerStats(q.now).stream().anyMatch(each -> each.credit() > 0)) {
        progress.check(q.now);
      }
      for (FakeConsumer each : List.copyOf(consumers)) {
        consumers.remove(each);
        q.queue.detach(each, q.now);
      }
      FakeConsumer greedy = attached("greedy", Integer.MAX_VALUE);
      for (int i = 0; i < 100_000 && q.queue.depth() > 0; i++) {
        q.log.run();
        while (!greedy.held.isEmpty()) {
          Handout handout = greedy.held.remove(0);
          over.add(Messages.payload(handout.message()));
          q.queue.settled(handout, ReasonCode.SUCCESS, null, q.now);
        }
        later(100);
      }
      q.log.run();
      assertThat(q.queue.depth()).isZero();
      assertThat(q.queue.intake.parked()).isZero();
      assertThat(q.log.rows).isEmpty();
      assertThat(q.budget.usedBytes()).as("memory in use").isZero();
    }
  }
}

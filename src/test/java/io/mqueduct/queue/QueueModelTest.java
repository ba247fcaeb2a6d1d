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

import static io.mqueduct.queue.spec.DispatchStrategy.KEY_ORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.Publication.Outcome;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.TopicRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A queue under random operations, with a store that answers at random moments: nothing that was
 * accepted is lost, nothing that was acknowledged comes back, limits hold at every moment, and
 * there is never a visible message beside a consumer that could take it.
 */
class QueueModelTest {
  @Property(tries = 600)
  void keepsItsPromises(@ForAll long seed) {
    new Run(seed).run();
  }

  @Example
  void keepsItsPromisesForKnownSeeds() {
    new Run(-7198912).run(); // a key went from one consumer without credit to the next
    new Run(420828).run(); // a key went to one that others had filled, time and again
    new Run(-1029675).run(); // an operator removed what another one was about to replace
    LongStream.range(0, 200).forEach(seed -> new Run(seed).run());
  }

  /** One random life of a queue. */
  static final class Run {
    private final long seed;
    private final Random random;
    private final SpecReader reader = new SpecReader(new TopicRules(128), 7 * 86_400_000L);
    private final FakeLog log = new FakeLog();
    private final List<FakeConsumer> consumers = new ArrayList<>();
    private final List<FakeConsumer> former = new ArrayList<>();
    private final Map<String, Outcome> outcomes = new HashMap<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> dead = new HashSet<>();
    private final List<Runnable> deadReplies = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final boolean removesOne; // not with seeds that are older than this
    private final boolean lastValue;
    private final boolean rejecting;
    private final int limit;
    private final int keys;
    private long now = 1_000_000;
    private int published;
    private boolean failed;
    private QueueSpec spec;
    private NamedQueue queue;

    Run(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      removesOne = (seed & 1) == 1;
      lastValue = random.nextBoolean();
      rejecting = random.nextInt(3) == 0;
      limit = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(40);
      keys = random.nextBoolean() ? 6 : 80;
      spec = reader.create(body());
      open();
    }

    private void open() {
      queue =
          new NamedQueue(
              spec,
              log,
              log.recovered(),
              (target, message, reply) -> {
                String id = Messages.payload(message);
                boolean isSafe = random.nextInt(4) > 0;
                deadReplies.add(
                    () -> {
                      if (isSafe) {
                        dead.add(id);
                      }
                      reply.done(isSafe);
                    });
              },
              new MemoryBudget(random.nextBoolean() ? 1 << 20 : 200),
              random,
              () -> now);
    }

    private Map<String, Object> body() {
      return RandomQueue.body(random, lastValue, rejecting, limit);
    }

    void run() {
      try {
        int steps = 20 + random.nextInt(300);
        for (int i = 0; i < steps; i++) {
          step();
          checkLimit();
        }
        finish();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e, e);
      }
    }

    private void step() {
      switch (random.nextInt(14)) {
        case 0, 1, 2, 3 -> publish();
        case 4 -> attach();
        case 5, 6, 7 -> settle();
        case 8 -> later(random.nextInt(3) == 0 ? 600 : random.nextInt(60));
        case 9 -> leave();
        case 10 -> oddThing();
        default -> {
          int steps = random.nextInt(6);
          for (int i = 0; i < steps; i++) {
            log.step(random);
          }
        }
      }
      if (random.nextInt(4) == 0) {
        log.run();
        checkRest();
      }
    }

    private void publish() {
      int burst = random.nextInt(5) == 0 ? 1 + random.nextInt(40) : 1;
      for (int i = 0; i < burst; i++) {
        String id = "m" + published++;
        List<String> properties = new ArrayList<>();
        if (random.nextInt(6) == 0) {
          properties.addAll(List.of("mq-delay", String.valueOf(random.nextInt(300))));
        }
        if (random.nextInt(10) == 0) {
          properties.addAll(List.of("mq-dedup-id", "d" + random.nextInt(5)));
        }
        Message message =
            Messages.of(
                "c" + random.nextInt(keys),
                "t/x",
                id,
                now,
                random.nextInt(8) == 0 ? now + 200 : Message.NEVER,
                properties.toArray(String[]::new));
        queue.publish(
            new Publication(
                message,
                null,
                (outcome, fill, why) ->
                    assertThat(outcomes.put(id, outcome)).as("second reply").isNull()),
            now);
      }
    }

    private void attach() {
      if (consumers.size() < 5) {
        FakeConsumer consumer = consumer("w" + random.nextInt(20), random.nextInt(8));
        consumers.add(consumer);
        queue.attach(consumer, now);
      } else {
        FakeConsumer one = consumers.get(random.nextInt(consumers.size()));
        one.window = random.nextInt(10);
        queue.creditAvailable(one, now);
      }
    }

    private FakeConsumer consumer(String id, int window) {
      FakeConsumer consumer = new FakeConsumer(id, window);
      consumer.onDeliver =
          handout -> {
            String payload = Messages.payload(handout.message());
            seen.add(payload);
            assertThat(acknowledged).as("handed out again").doesNotContain(payload);
          };
      return consumer;
    }

    private void settle() {
      List<FakeConsumer> all = new ArrayList<>(consumers);
      all.addAll(former);
      if (all.isEmpty()) {
        return;
      }
      FakeConsumer one = all.get(random.nextInt(all.size()));
      int count = 1 + random.nextInt(4);
      for (int i = 0; i < count && !one.held.isEmpty(); i++) {
        Handout handout = one.held.remove(random.nextInt(one.held.size()));
        String id = Messages.payload(handout.message());
        if (random.nextInt(12) == 0) {
          queue.returned(handout, random.nextBoolean(), now);
          continue;
        }
        ReasonCode code = RandomQueue.code(random);
        if (!code.isError()) {
          acknowledged.add(id);
        }
        queue.settled(handout, code, null, now);
      }
    }

    private void later(long millis) {
      now += millis;
      queue.tick(now);
    }

    private void leave() {
      if (!consumers.isEmpty() && random.nextBoolean()) {
        FakeConsumer one = consumers.remove(random.nextInt(consumers.size()));
        if (random.nextBoolean()) {
          queue.detach(one, now);
          former.add(one);
        } else {
          queue.away(one, now);
          while (!one.held.isEmpty()) {
            queue.returned(one.held.remove(0), random.nextBoolean(), now);
          }
        }
      }
    }

    private void oddThing() {
      switch (random.nextInt(8)) {
        case 0 -> {
          log.failAppends(random.nextInt(3));
          failed = true;
        }
        case 1 -> {
          spec = reader.replace(spec, body());
          queue.spec(spec, now);
        }
        case 2 -> {
          if (removesOne && random.nextBoolean()) {
            removeOne();
          } else {
            queue.purge(now, why -> {});
          }
        }
        case 3 -> restart();
        default -> {
          if (!deadReplies.isEmpty()) {
            deadReplies.remove(0).run();
          }
        }
      }
    }

    /** An operator removes a message, wherever it is. */
    private void removeOne() {
      List<Long> sequences = List.copyOf(log.rows.keySet());
      if (!sequences.isEmpty()) {
        long sequence = sequences.get(random.nextInt(sequences.size()));
        Set<String> id = Set.of(Messages.payload(log.rows.get(sequence).message()));
        new Inspection(queue, log)
            .remove(sequence, false)
            .onSuccess(was -> acknowledged.addAll(was ? id : Set.of()));
      }
    }

    /** The store has done all that was asked; what consumers have goes back. */
    private void restart() {
      log.run();
      while (!deadReplies.isEmpty()) {
        deadReplies.remove(0).run();
      }
      log.run();
      queue.close(now);
      log.run();
      consumers.clear();
      former.clear();
      open();
      log.run();
    }

    private void checkLimit() {
      long max = log.takeMaxRows();
      if (!failed) { // what gives way to a message that is refused is back for a moment
        assertThat(max).isLessThanOrEqualTo(limit);
      }
    }

    /** With the store at rest, everything adds up. */
    private void checkRest() {
      assertThat(log.rows.size()).as("limit").isLessThanOrEqualTo(limit);
      assertThat(queue.depth()).as("depth").isEqualTo(log.rows.size());
      assertThat(queue.bytes()).as("bytes").isEqualTo(log.bytes());
      assertThat(queue.oldest().isKnown()).as("oldest is known").isTrue();
      long oldest =
          log.rows.isEmpty() ? now : log.rows.firstEntry().getValue().message().publishedAtMillis();
      assertThat(queue.stats(now).oldestAgeMillis()).as("oldest age").isEqualTo(now - oldest);
      if (hasCredit() && spec.dispatchStrategy() != KEY_ORDERED) {
        assertThat(queue.hasVisible(now)).as("visible beside credit").isFalse();
      }
      assertThat(queue.stats(now).stalledMillis()).isLessThanOrEqualTo(1000);
    }

    private boolean hasCredit() {
      int most = spec.consumerMaxInflight();
      return queue.consumerStats(now).stream()
          .anyMatch(each -> each.credit() > 0 && !each.paused() && held(each.id()) < most);
    }

    private int held(String id) {
      int held = 0;
      for (FakeConsumer each : consumers) {
        if (each.id().equals(id)) {
          held = Math.max(held, each.held.size());
        }
      }
      return held;
    }

    /** A consumer that takes everything comes: then nothing may be left. */
    private void finish() {
      log.failAppends(0);
      log.run();
      checkRest();
      KeyProgress progress = new KeyProgress(queue, log);
      for (int i = 0; i < 3; i++) {
        later(500);
        progress.look();
      }
      if (hasCredit() && spec.dispatchStrategy() == KEY_ORDERED) {
        progress.check(now);
      }
      for (FakeConsumer each : List.copyOf(consumers)) {
        queue.detach(each, now);
      }
      consumers.clear();
      FakeConsumer greedy = consumer("greedy", Integer.MAX_VALUE);
      queue.attach(greedy, now);
      for (int i = 0; i < 400 && queue.depth() > 0; i++) {
        log.run();
        while (!deadReplies.isEmpty()) {
          deadReplies.remove(0).run();
        }
        for (Handout handout : List.copyOf(greedy.held)) {
          String id = Messages.payload(handout.message());
          acknowledged.add(id);
          greedy.held.remove(handout);
          queue.settled(handout, ReasonCode.SUCCESS, null, now);
        }
        later(1000);
      }
      log.run();
      assertThat(queue.depth()).isZero();
      assertThat(log.rows).isEmpty();
      checkNothingLost();
    }

    private void checkNothingLost() {
      Map<String, String> ends = log.ends;
      QueueStats stats = queue.stats(now);
      outcomes.forEach(
          (id, outcome) -> {
            if (outcome == Outcome.STORED) {
              assertThat(ends).as("end of " + id).containsKey(id);
              if (ends.get(id).equals("removed")
                  && !acknowledged.contains(id)
                  && !dead.contains(id)) {
                // Expiring, handed out, or beyond the limit when the store failed.
                boolean mayGo = log.expiring.contains(id) || seen.contains(id) || failed;
                assertThat(mayGo).as(id + " was dropped, " + stats.dropped()).isTrue();
              }
            }
          });
      assertThat(outcomes).hasSize(published);
      if (!failed) {
        assertThat(outcomes.values()).doesNotContain(Outcome.FAILED);
      }
    }
  }
}

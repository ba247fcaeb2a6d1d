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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.Publication.Outcome;
import io.mqueduct.queue.spec.DeadLetter;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.TopicRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A queue on a log that answers at once, with a clock that a test sets. */
final class QueueBench {
  final SpecReader reader = new SpecReader(new TopicRules(128), 7 * 86_400_000L);
  final FakeLog log = new FakeLog();
  final List<Message> dead = new ArrayList<>();
  final List<DeadLetter> deadTargets = new ArrayList<>();
  final List<Runnable> deadReplies = new ArrayList<>();
  boolean deadIsSafe = true;
  NamedQueue queue;
  long now = 10_000;
  long budgetBytes = 1 << 20;
  MemoryBudget budget;

  QueueBench(Object... fields) {
    queue = open(reader.create(body(fields)), log.recovered());
  }

  static Map<String, Object> body(Object... fields) {
    Map<String, Object> body = new HashMap<>();
    body.put("name", "q");
    body.put("topic_filter", "t/#");
    body.put("is_lastvalue", false);
    body.put("dispatch_strategy", "round_robin");
    for (int i = 0; i < fields.length; i += 2) {
      body.put((String) fields[i], fields[i + 1]);
    }
    return body;
  }

  NamedQueue open(QueueSpec spec, QueueLog.Recovered recovered) {
    budget = new MemoryBudget(budgetBytes);
    return new NamedQueue(
        spec,
        log,
        recovered,
        (target, message, reply) -> {
          dead.add(message);
          deadTargets.add(target);
          boolean isSafe = deadIsSafe;
          deadReplies.add(() -> reply.done(isSafe));
        },
        budget,
        new Random(7),
        () -> now);
  }

  /** What the log holds, in a new queue. */
  void restart() {
    log.run();
    QueueSpec spec = queue.spec();
    queue.close(now);
    log.run();
    queue = open(spec, log.recovered());
    log.run();
  }

  /** Publishes and waits; returns the outcome. */
  @Nullable Outcome publish(String payload, String... properties) {
    return publish(Messages.of("c", "t/1", payload, now, properties));
  }

  @Nullable Outcome publish(Message message) {
    Outcome[] outcome = new Outcome[1];
    queue.publish(new Publication(message, null, (o, fill, why) -> outcome[0] = o), now);
    log.run();
    return outcome[0];
  }

  FakeConsumer attach(String id, int window) {
    FakeConsumer consumer = new FakeConsumer(id, window);
    queue.attach(consumer, now);
    log.run();
    return consumer;
  }

  void settle(FakeConsumer consumer, int index, ReasonCode code) {
    Handout handout = consumer.held.remove(index);
    queue.settled(handout, code, "because", now);
    log.run();
  }

  void ack(FakeConsumer consumer) {
    settle(consumer, 0, ReasonCode.SUCCESS);
  }

  void later(long millis) {
    now += millis;
    queue.tick(now);
    log.run();
  }

  void deadDone() {
    while (!deadReplies.isEmpty()) {
      deadReplies.remove(0).run();
    }
    log.run();
  }
}

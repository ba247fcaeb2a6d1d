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
package io.mqueduct.queue.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Starvation;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Does random things to one queue of a broker, and compares with what the queue owes ({@link
 * QueueLedger}): what a publisher was told is stored comes until it is settled, nothing that is
 * settled, replaced or removed comes again, nobody gets what somebody else has, and nothing waits
 * for a second while a consumer has room. One thread.
 */
final class QueueModel implements AutoCloseable {
  private static final int KEYS = 50;
  private static final long STALL_NANOS = 1_000_000_000L;

  /** From the socket to the queue's loop and to the store's writer; a commit comes on top. */
  private static final long HOPS_NANOS = 1_000_000_000L;

  /** What is done to it. */
  record Kind(boolean isLastValue, boolean isKeyed, boolean isAutoCreated, JsonObject fields) {}

  private final RunningBroker broker;
  private final String queue;
  private final Kind kind;
  private final Random random;
  private final QueueLedger ledger;
  private final Starvation starvation = new Starvation();
  private final List<String> script = new ArrayList<>();
  private final ModelConsumers consumers;
  private QueueApi api;
  private WirePeer maker;
  private boolean exists;
  private int published;
  private long longestWaitNanos;
  private long longestCommitNanos;

  QueueModel(RunningBroker broker, String queue, Kind kind, long seed) {
    this.broker = broker;
    this.queue = queue;
    this.kind = kind;
    this.random = new Random(seed);
    this.api = new QueueApi(broker, queue);
    this.ledger = new QueueLedger(kind.isLastValue());
    this.consumers = new ModelConsumers(broker, queue, ledger, random, this::note);
    this.maker = broker.connect("maker");
  }

  boolean exists() {
    return exists;
  }

  List<String> script() {
    return script;
  }

  /** What it did, in numbers. */
  String figures() {
    return "published=%d redelivered=%d longest wait=%d ms, longest commit=%d ms, forgiven=%d"
        .formatted(
            published,
            consumers.duplicates(),
            longestWaitNanos / 1_000_000,
            longestCommitNanos / 1_000_000,
            ledger.forgiven());
  }

  private void note(String what) {
    script.add(what);
  }

  /** One more consumer. */
  void join() {
    consumers.join();
  }

  /** Something is acknowledged so long before a kill that it must not come back. */
  void acknowledgeInTime() {
    consumers.acknowledge();
    long until = System.nanoTime() + 2 * (HOPS_NANOS + longestCommitNanos);
    while (System.nanoTime() < until) {
      consumers.receiveAll();
    }
  }

  /** The queue has something that it must not have after a kill. */
  void publishAndPurge(int count) {
    publish(count);
    purge();
  }

  /** One random operation. */
  void step() {
    if (!exists && random.nextInt(3) == 0) {
      create();
      return;
    }
    switch (random.nextInt(48)) {
      case 0, 1 -> remove();
      case 2 -> purge();
      case 3 -> delete();
      case 4, 5, 6, 7, 8, 9 -> settleDown();
      default -> {
        switch (random.nextInt(11)) {
          case 0, 1, 2 -> publish(1 + random.nextInt(12));
          case 3 -> consumers.join();
          case 4, 5, 6 -> consumers.acknowledge();
          case 7 -> consumers.reject();
          case 8 -> consumers.cut();
          case 9 -> consumers.unsubscribe();
          default -> consumers.takeOver();
        }
      }
    }
  }

  void create() {
    note("create");
    if (kind.isAutoCreated() && random.nextBoolean()) {
      String filter = kind.fields().getString("topic_filter");
      broker.connect("creator").subscribe("$queue/" + queue + "/" + filter, 1).disconnect();
    } else {
      api.create(kind.fields());
    }
    exists = true;
  }

  private void delete() {
    if (!exists) {
      return;
    }
    note("delete");
    api.delete();
    exists = false;
    consumers.receiveAll(); // what was on its way
    ledger.deleted();
    consumers.forgetAll();
  }

  private void purge() {
    if (!exists) {
      return;
    }
    consumers.receiveAll(); // what was said before is heard
    int before = api.browse().size();
    long purged = api.purge();
    Set<String> kept = api.browse().keySet();
    note("purge " + purged + ", kept " + kept);
    assertThat(purged).isEqualTo(before - kept.size());
    consumers.receiveAll();
    assertThat(kept).containsAll(ledger.owedOf(consumers.held()));
    ledger.purged(kept);
  }

  /** Looks at what is there, and removes one of it, whoever has it. */
  private void remove() {
    if (!exists) {
      return;
    }
    consumers.receiveAll();
    Map<String, String> there = api.browse();
    assertThat(there.keySet()).containsAll(ledger.owed());
    assertThat(there.keySet()).as("in the queue, and done with").noneMatch(ledger::isGone);
    if (there.isEmpty()) {
      return;
    }
    String id = List.copyOf(there.keySet()).get(random.nextInt(there.size()));
    note("remove " + id);
    if (api.remove(there.get(id))) {
      consumers.receiveAll();
      ledger.removed(id);
      consumers.forget(id);
    }
  }

  void publish(int count) {
    note("publish " + count);
    for (int i = 0; i < count; i++) {
      String id = "m" + ++published;
      String topic = topic();
      int qos = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(2);
      long since = System.nanoTime();
      int code = maker.publishForCode(Publish.to(topic).qos(qos, 0).payload(id));
      if (!exists || code >= 0x80) {
        assertThat(code).isIn(0, 0x10, 0x97);
        ledger.never(id);
      } else if (qos == 0) {
        ledger.perhaps(id, topic);
      } else {
        longestCommitNanos = Math.max(longestCommitNanos, System.nanoTime() - since);
        ledger.stored(id, topic);
        consumers.receiveAll(); // what was on its way before
        ledger.committed(id);
      }
    }
    maker.ping();
  }

  private String topic() {
    return kind.isLastValue() ? queue + "/" + random.nextInt(KEYS) : queue;
  }

  /** Publishes without waiting for the answers. */
  void publishBlindly(int count) {
    note("publish blindly " + count);
    for (int i = 0; i < count; i++) {
      String id = "m" + ++published;
      String topic = topic();
      if (exists) {
        ledger.perhaps(id, topic);
      } else {
        ledger.never(id);
      }
      maker.send(Publish.to(topic).qos(1, maker.nextId()).payload(id));
    }
  }

  /**
   * The broker is killed, or stopped in order, and started again. A killed process leaves all that
   * it has written to the page cache, whatever {@code durability.fsync} says: what may come again
   * is what was settled and not committed, in the time of one commit and of the way to it.
   */
  void restart(boolean isKilled) {
    note(isKilled ? "kill" : "restart");
    if (isKilled) {
      long lost = starvation.nanos();
      long killedAt = System.nanoTime();
      broker.kill();
      lost = starvation.nanos() - lost;
      ledger.killed(killedAt, HOPS_NANOS + longestCommitNanos + lost);
    } else {
      broker.stop();
      ledger.stopped();
    }
    broker.start();
    api = new QueueApi(broker, queue); // the connections of the other are dead
    assertThat(api.exists()).as("the queue is there").isEqualTo(exists);
    maker = broker.connect("maker");
    consumers.comeBack();
  }

  /** What is stored for sure, waits for nothing, and has a consumer that could take it. */
  private Set<String> stuck() {
    Set<String> stuck = new LinkedHashSet<>();
    for (String id : ledger.owed()) {
      if (ledger.waits(id) && !consumers.held().contains(id) && canMove(id)) {
        stuck.add(id);
      }
    }
    return stuck;
  }

  /** With {@code key_ordered} who has something of a key gets the rest of it. */
  private boolean canMove(String id) {
    if (kind.isKeyed()) {
      String key = ledger.keyOf(id); // of a regular queue, the topic: there is one publisher
      Set<ModelConsumer> havers = consumers.holdersOf(other -> ledger.keyOf(other).equals(key));
      if (!havers.isEmpty()) {
        return havers.stream().anyMatch(ModelConsumer::hasRoom);
      }
    }
    return consumers.anyHasRoom();
  }

  /** Waits until nothing more can move, and sees that it does not take long. */
  void settleDown() {
    note("settle down");
    long movedAt = System.nanoTime();
    long lost = starvation.nanos();
    while (true) {
      int moved = consumers.receiveAll();
      long now = System.nanoTime();
      if (moved > 0) {
        movedAt = now;
        lost = starvation.nanos();
        continue;
      }
      Set<String> stuck = stuck();
      if (stuck.isEmpty()) {
        return;
      }
      long waited = now - movedAt - (starvation.nanos() - lost);
      longestWaitNanos = Math.max(longestWaitNanos, waited);
      if (waited > STALL_NANOS) {
        throw new AssertionError(stuck + " wait though a consumer has room");
      }
    }
  }

  /** Consumes everything; what must have come by then is compared. */
  void finish() {
    note("finish");
    if (!exists) {
      create();
    }
    maker.ping();
    consumers.leave();
    WirePeer last = broker.connect("last").subscribe("$queue/" + queue, 1);
    Set<String> got = new HashSet<>();
    long movedAt = System.nanoTime();
    Set<String> wanted = ledger.owed();
    while (!got.containsAll(wanted) || System.nanoTime() - movedAt < 500_000_000L) {
      for (Publish each : last.readWaiting()) {
        ledger.came(each.text());
        assertThat(got.add(each.text())).as("once to one who acknowledges " + each).isTrue();
        last.ack(PacketType.PUBACK, each.id(), 0);
        movedAt = System.nanoTime();
      }
      if (System.nanoTime() - movedAt > 10_000_000_000L) {
        wanted.removeAll(got);
        throw new AssertionError("lost: " + wanted);
      }
    }
  }

  @Override
  public void close() {
    starvation.close();
  }
}

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
import io.mqueduct.testkit.WirePeer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Does random things to one queue of a broker, and knows what a queue owes: what a publisher was
 * told is stored comes until it is settled, nothing that is settled comes again, nobody gets what
 * somebody else has, and nothing waits while a consumer has room. One thread.
 */
final class QueueModel {
  private static final int WINDOW = 6;
  private static final long STALL_NANOS = 3_000_000_000L; // a second, and what a busy machine takes
  private static final long COMMIT_NANOS = 1_000_000_000L;

  private final RunningBroker broker;
  private final String queue;
  private final boolean isKeyed;
  private final Random random;
  private final List<String> script = new ArrayList<>();
  private final Map<Integer, Consumer> consumers = new LinkedHashMap<>();
  private final Set<String> stored = new HashSet<>();
  private final Set<String> perhapsStored = new HashSet<>();
  private final Set<String> refused = new HashSet<>();
  private final Map<String, Long> settledAt = new HashMap<>();
  private final Set<String> perhapsSettled = new HashSet<>();
  private final Set<String> rejected = new HashSet<>();
  private final Map<String, Consumer> holders = new HashMap<>();
  private WirePeer maker;
  private int published;
  private int clients;
  private int duplicates;
  private long longestWaitNanos;

  /** A worker that is connected. */
  private static final class Consumer {
    final int number;
    final boolean isDurable;
    WirePeer peer;
    final Map<String, Publish> held = new LinkedHashMap<>();
    boolean slowedDown;

    Consumer(int number, boolean isDurable, WirePeer peer) {
      this.number = number;
      this.isDurable = isDurable;
      this.peer = peer;
    }
  }

  QueueModel(RunningBroker broker, String queue, boolean isKeyed, long seed) {
    this.broker = broker;
    this.isKeyed = isKeyed;
    this.queue = queue;
    this.random = new Random(seed);
    this.maker = broker.connect("maker");
  }

  int published() {
    return published;
  }

  int duplicates() {
    return duplicates;
  }

  long longestWaitMillis() {
    return longestWaitNanos / 1_000_000;
  }

  List<String> script() {
    return script;
  }

  private void note(String what) {
    script.add(what);
  }

  /** One random operation. */
  void step() {
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> publish(1 + random.nextInt(8));
      case 3 -> join();
      case 4, 5, 6 -> acknowledge();
      case 7 -> reject();
      case 8 -> cut();
      case 9 -> unsubscribe();
      case 10 -> takeOver();
      default -> settleDown();
    }
  }

  void publish(int count) {
    note("publish " + count);
    for (int i = 0; i < count; i++) {
      String id = "m" + ++published;
      int qos = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(2);
      int code = maker.publishForCode(Publish.to(queue).qos(qos, 0).payload(id));
      if (qos == 0) {
        perhapsStored.add(id);
      } else if (code >= 0x80) {
        assertThat(code).isEqualTo(0x97);
        refused.add(id);
      } else {
        stored.add(id);
      }
    }
    maker.ping();
  }

  /** Publishes without waiting for the answers. */
  void publishBlindly(int count) {
    note("publish blindly " + count);
    for (int i = 0; i < count; i++) {
      String id = "m" + ++published;
      perhapsStored.add(id);
      maker.send(Publish.to(queue).qos(1, maker.nextId()).payload(id));
    }
  }

  /** One more consumer, if there are not many. */
  void join() {
    if (consumers.size() >= 4) {
      return;
    }
    int number = ++clients;
    boolean isDurable = random.nextBoolean();
    note("join " + number + (isDurable ? " durable" : ""));
    WirePeer peer = broker.connect("c" + number).receiveMaximum(WINDOW);
    if (isDurable) {
      peer.durable();
    }
    peer.subscribe("$queue/" + queue, 1);
    consumers.put(number, new Consumer(number, isDurable, peer));
  }

  private Consumer anyone() {
    List<Consumer> all = List.copyOf(consumers.values());
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  /** Takes what has come to a consumer; how much it was. */
  private int receive(Consumer consumer) {
    int came = 0;
    for (Publish each : consumer.peer.readWaiting()) {
      String id = each.text();
      came++;
      assertThat(refused.contains(id)).as("%s was refused", id).isFalse();
      assertThat(stored.contains(id) || perhapsStored.contains(id)).as("published " + id).isTrue();
      assertThat(settledAt.containsKey(id)).as("%s was settled before", id).isFalse();
      Consumer other = holders.put(id, consumer);
      if (other != null) {
        throw new AssertionError(
            "%s came to c%d, but c%d has it".formatted(each, consumer.number, other.number));
      }
      if (Worker.deliveryCount(each) > 1) {
        duplicates++;
      }
      assertThat(each.dup()).isFalse();
      consumer.held.put(id, each);
    }
    assertThat(consumer.held.size()).isLessThanOrEqualTo(WINDOW);
    return came;
  }

  private void acknowledge() {
    Consumer consumer = anyone();
    if (consumer == null) {
      return;
    }
    receive(consumer);
    int count = Math.min(consumer.held.size(), 1 + random.nextInt(WINDOW));
    note("c" + consumer.number + " acknowledges " + count);
    List<String> ids = List.copyOf(consumer.held.keySet()).subList(0, count);
    for (String id : ids) {
      consumer.peer.puback(consumer.held.remove(id).id());
      holders.remove(id);
      perhapsSettled.add(id);
    }
    receive(consumer); // its PINGRESP says that they were taken
    long now = System.nanoTime();
    ids.forEach(id -> settledAt.put(id, now));
  }

  private void reject() {
    Consumer consumer = anyone();
    if (consumer == null) {
      return;
    }
    receive(consumer);
    if (consumer.held.isEmpty()) {
      return;
    }
    String id = consumer.held.keySet().iterator().next();
    int code = new int[] {0x80, 0x83, 0x97}[random.nextInt(3)];
    note("c" + consumer.number + " rejects " + id + " 0x" + Integer.toHexString(code));
    holders.remove(id);
    rejected.add(id);
    consumer.slowedDown |= code == 0x97;
    Worker.reject(consumer.peer, consumer.held.remove(id), code);
  }

  private void release(Consumer consumer) {
    consumer.held.keySet().forEach(holders::remove);
    consumer.held.clear();
  }

  private void cut() {
    Consumer consumer = anyone();
    if (consumer != null) {
      note("c" + consumer.number + " is cut");
      consumers.remove(consumer.number);
      release(consumer);
      if (random.nextBoolean()) {
        consumer.peer.cut();
      } else {
        consumer.peer.send("e000");
      }
    }
  }

  private void unsubscribe() {
    Consumer consumer = anyone();
    if (consumer != null) {
      note("c" + consumer.number + " unsubscribes");
      receive(consumer);
      consumers.remove(consumer.number);
      release(consumer);
      consumer.peer.unsubscribe("$queue/" + queue);
    }
  }

  private void takeOver() {
    Consumer consumer = anyone();
    if (consumer == null) {
      return;
    }
    note("c" + consumer.number + " connects again");
    release(consumer);
    consumer.slowedDown = false;
    consumer.peer = broker.connect("c" + consumer.number).receiveMaximum(WINDOW);
    if (consumer.isDurable) {
      consumer.peer.durable();
      assertThat(consumer.peer.connack().sessionPresent()).isTrue();
    } else {
      consumer.peer.subscribe("$queue/" + queue, 1);
    }
  }

  /** The broker is killed, or stopped in order, and started again. */
  void restart(boolean isKilled) {
    note(isKilled ? "kill" : "restart");
    long killedAt = System.nanoTime();
    if (isKilled) {
      broker.kill();
      settledAt.entrySet().removeIf(each -> killedAt - each.getValue() < COMMIT_NANOS);
    } else {
      broker.stop();
    }
    holders.clear();
    List<Consumer> durable = consumers.values().stream().filter(each -> each.isDurable).toList();
    consumers.clear();
    broker.start();
    maker = broker.connect("maker");
    for (Consumer each : durable) {
      each.held.clear();
      each.slowedDown = false;
      each.peer = broker.connect("c" + each.number).durable().receiveMaximum(WINDOW);
      assertThat(each.peer.connack().sessionPresent()).isTrue();
      consumers.put(each.number, each);
    }
  }

  /** What is stored for sure, was never refused, and nobody has. */
  private long waiting() {
    long waiting = 0;
    for (String id : stored) {
      if (!perhapsSettled.contains(id) && !rejected.contains(id) && !holders.containsKey(id)) {
        waiting++;
      }
    }
    return waiting;
  }

  private boolean hasRoom() {
    boolean isHeld = consumers.values().stream().anyMatch(each -> !each.held.isEmpty());
    if (isKeyed && isHeld) { // one publisher is one key, and who has some of it gets the rest
      return consumers.values().stream()
          .anyMatch(each -> !each.slowedDown && !each.held.isEmpty() && each.held.size() < WINDOW);
    }
    return consumers.values().stream()
        .anyMatch(each -> !each.slowedDown && each.held.size() < WINDOW);
  }

  /** Waits until nothing more can move, and sees that it does not take long. */
  void settleDown() {
    note("settle down");
    long movedAt = System.nanoTime();
    while (true) {
      int moved = 0;
      for (Consumer each : consumers.values()) {
        moved += receive(each);
      }
      long now = System.nanoTime();
      if (moved > 0) {
        movedAt = now;
      } else if (waiting() == 0 || !hasRoom()) {
        return;
      } else {
        longestWaitNanos = Math.max(longestWaitNanos, now - movedAt);
        if (now - movedAt > STALL_NANOS) {
          throw new AssertionError(waiting() + " messages wait though a consumer has room");
        }
      }
    }
  }

  /** Consumes everything; what must have come by then is compared. */
  void finish() {
    note("finish");
    maker.ping();
    for (Consumer each : List.copyOf(consumers.values())) {
      consumers.remove(each.number);
      release(each);
      each.peer.disconnect();
    }
    WirePeer last = broker.connect("last").subscribe("$queue/" + queue, 1);
    Set<String> got = new HashSet<>();
    long movedAt = System.nanoTime();
    Set<String> wanted = new HashSet<>(stored);
    wanted.removeAll(perhapsSettled);
    while (!got.containsAll(wanted) || System.nanoTime() - movedAt < 500_000_000L) {
      for (Publish each : last.readWaiting()) {
        assertThat(settledAt.containsKey(each.text())).as("settled before %s", each).isFalse();
        assertThat(refused).doesNotContain(each.text());
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
}

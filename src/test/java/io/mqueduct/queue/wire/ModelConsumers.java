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
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The consumers of a {@link QueueModel}, who do random things. One thread. */
final class ModelConsumers {
  private final RunningBroker broker;
  private final String queue;
  private final QueueLedger ledger;
  private final Random random;
  private final Consumer<String> script;
  private final Map<Integer, ModelConsumer> consumers = new LinkedHashMap<>();
  private final Map<String, ModelConsumer> holders = new HashMap<>();
  private int clients;
  private int duplicates;

  ModelConsumers(
      RunningBroker broker,
      String queue,
      QueueLedger ledger,
      Random random,
      Consumer<String> script) {
    this.broker = broker;
    this.queue = queue;
    this.ledger = ledger;
    this.random = random;
    this.script = script;
  }

  private void note(String what) {
    script.accept(what);
  }

  /** Messages that came more than once. */
  int duplicates() {
    return duplicates;
  }

  /** What they have, as the queue sees it. */
  Set<String> held() {
    return holders.keySet();
  }

  /** The queue does not wait for what becomes of a message, whoever has it. */
  void forget(String id) {
    holders.remove(id);
  }

  void forgetAll() {
    holders.clear();
  }

  /** Whether somebody could take a message. */
  boolean anyHasRoom() {
    return consumers.values().stream().anyMatch(ModelConsumer::hasRoom);
  }

  /** Who has something of a kind. */
  Set<ModelConsumer> holdersOf(Predicate<String> kind) {
    Set<ModelConsumer> some = new HashSet<>();
    holders.forEach(
        (id, holder) -> {
          if (kind.test(id)) {
            some.add(holder);
          }
        });
    return some;
  }

  /** One more consumer, if there are not many. */
  void join() {
    if (consumers.size() >= 4) {
      return;
    }
    int number = ++clients;
    boolean isDurable = random.nextBoolean();
    note("join " + number + (isDurable ? " durable" : ""));
    WirePeer peer = broker.connect("c" + number).receiveMaximum(ModelConsumer.WINDOW);
    if (isDurable) {
      peer.durable();
    }
    peer.subscribe("$queue/" + queue, 1);
    consumers.put(number, new ModelConsumer(number, isDurable, peer));
  }

  private ModelConsumer anyone() {
    List<ModelConsumer> all = List.copyOf(consumers.values());
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  /** Takes what has come to all of them; how much it was. */
  int receiveAll() {
    int came = 0;
    for (ModelConsumer each : consumers.values()) {
      came += receive(each);
    }
    return came;
  }

  /** Takes what has come to a consumer; how much it was. */
  private int receive(ModelConsumer consumer) {
    int came = 0;
    for (Publish each : consumer.peer.readWaiting()) {
      String id = each.text();
      came++;
      ledger.came(id);
      ModelConsumer other = holders.put(id, consumer);
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
    assertThat(consumer.held.size()).isLessThanOrEqualTo(ModelConsumer.WINDOW);
    return came;
  }

  void acknowledge() {
    ModelConsumer consumer = anyone();
    if (consumer == null) {
      return;
    }
    receive(consumer);
    int count = Math.min(consumer.held.size(), 1 + random.nextInt(ModelConsumer.WINDOW));
    note("c" + consumer.number + " acknowledges " + count);
    List<String> ids = new ArrayList<>();
    for (String id : List.copyOf(consumer.held.keySet()).subList(0, count)) {
      consumer.peer.puback(consumer.held.remove(id).id());
      if (holders.remove(id) != null) { // else it is none of the queue any more
        ids.add(id);
      }
    }
    receive(consumer); // its PINGRESP says that they were taken
    long now = System.nanoTime();
    ids.forEach(id -> ledger.settled(id, now));
  }

  void reject() {
    ModelConsumer consumer = anyone();
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
    ledger.rejected(id);
    consumer.slowedDown |= code == 0x97;
    Worker.reject(consumer.peer, consumer.held.remove(id), code);
  }

  private void release(ModelConsumer consumer) {
    consumer.held.keySet().forEach(holders::remove);
    consumer.held.clear();
  }

  void cut() {
    ModelConsumer consumer = anyone();
    if (consumer != null) {
      note("c" + consumer.number + " is cut");
      consumers.remove(consumer.number);
      receive(consumer);
      release(consumer);
      if (random.nextBoolean()) {
        consumer.peer.cut();
      } else {
        consumer.peer.send("e000");
      }
    }
  }

  void unsubscribe() {
    ModelConsumer consumer = anyone();
    if (consumer != null) {
      note("c" + consumer.number + " unsubscribes");
      receive(consumer);
      consumers.remove(consumer.number);
      release(consumer);
      consumer.peer.unsubscribe("$queue/" + queue);
    }
  }

  void takeOver() {
    ModelConsumer consumer = anyone();
    if (consumer == null) {
      return;
    }
    note("c" + consumer.number + " connects again");
    receive(consumer);
    release(consumer);
    consumer.slowedDown = false;
    consumer.peer = broker.connect("c" + consumer.number).receiveMaximum(ModelConsumer.WINDOW);
    if (consumer.isDurable) {
      consumer.peer.durable();
      assertThat(consumer.peer.connack().sessionPresent()).isTrue();
    } else {
      consumer.peer.subscribe("$queue/" + queue, 1);
    }
  }

  /** The broker has been started again: those whose sessions last are there again, too. */
  void comeBack() {
    holders.clear();
    List<ModelConsumer> durable =
        consumers.values().stream().filter(each -> each.isDurable).toList();
    consumers.clear();
    for (ModelConsumer each : durable) {
      each.held.clear();
      each.slowedDown = false;
      each.peer = broker.connect("c" + each.number).durable().receiveMaximum(ModelConsumer.WINDOW);
      assertThat(each.peer.connack().sessionPresent()).isTrue();
      consumers.put(each.number, each);
    }
  }

  /** They all go, in order. */
  void leave() {
    for (ModelConsumer each : List.copyOf(consumers.values())) {
      consumers.remove(each.number);
      receive(each);
      release(each);
      each.peer.disconnect();
    }
  }
}

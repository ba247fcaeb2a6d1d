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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Named queues of a broker whose process was killed once, in the middle of everything. */
class QueueCrashIT {
  private static final String[] CLIENTS = {"a", "a/b", "a:b", "A", "x".repeat(200), "schön-日本"};
  private static final String[] QUEUES = {"a.b", "a-b", "a_b", "A.B", "ab", "1"};
  private static final int[] SIZES = {0, 1, 100, 70_000, 1_000_000, 5};

  private static RunningBroker broker;
  private static final Map<String, Set<String>> SENT = new HashMap<>();

  @BeforeAll
  static void prepareAndKill() {
    broker =
        RunningBroker.startProcess(
            Map.of(
                "mq.auto_create.lastvalue", "false",
                "mq.auto_create.regular", "true",
                "mqtt.max_inflight", "100"));
    consumeSome();
    publishWithIdentifiers();
    rejectThreeTimes();
    leaveAPersistentConsumer();
    publishWithoutPubrel();
    publishFromAllClients();
    // All that went before is in the store with this: it has one order for everything.
    broker.connect("fence").publish(Publish.to("fence").qos(1, 0).payload("x").retained());
    broker.kill();
    broker.start();
  }

  @AfterAll
  static void end() {
    broker.close();
  }

  private static void create(String name, String filter) {
    WirePeer maker = broker.connect("creator");
    maker.subscribe("$queue/" + name + "/" + filter, 1);
    maker.disconnect();
  }

  private static void consumeSome() {
    create("q", "cmd/+");
    WirePeer maker = broker.connect("maker");
    for (int i = 1; i <= 50; i++) {
      maker.publish("cmd/" + i, 1 + i % 2, "m" + i);
    }
    WirePeer early = broker.connect("early").subscribe("$queue/q", 1);
    early.take(5);
    early.ping();
    maker.publish("cmd/51", 1, "m51"); // behind the five in the store
  }

  @Test
  void keepsWhatWasAcknowledgedToPublishersAndNothingThatWasConsumed() {
    WirePeer worker = broker.connect("worker").subscribe("$queue/q", 1);
    var first = worker.readPublishes(46);
    assertThat(first.texts()).isEqualTo(Worker.texts(6, 51));
    assertThat(first).noneMatch(Publish::dup);
    WirePeer second = broker.connect("second").subscribe("$queue/q", 1);
    second.expectNothing();
    Worker.ack(worker, first);
    worker.ping();
    second.expectNothing();
  }

  private static void publishWithIdentifiers() {
    create("d", "d/#");
    WirePeer maker = broker.connect("maker");
    for (String id : new String[] {"a", "b", "c"}) {
      maker.publish(Publish.to("d/1").qos(1, 0).payload(id).user("mq-dedup-id", id));
    }
    WirePeer worker = broker.connect("worker-d").subscribe("$queue/d", 1);
    worker.take();
    worker.ping();
    maker.publish(Publish.to("d/1").qos(1, 0).payload("d").user("mq-dedup-id", "d"));
  }

  @Test
  void knowsIdentifiersAgainOfWhatWasStoredBeforeTheCrash() {
    WirePeer maker = broker.connect("maker");
    for (String id : new String[] {"a", "b", "c", "d", "e"}) {
      Publish again = Publish.to("d/1").qos(2, 0).payload(id).user("mq-dedup-id", id);
      assertThat(maker.publishForCode(again)).isZero();
    }
    WirePeer worker = broker.connect("worker-d2").subscribe("$queue/d", 1);
    assertThat(worker.take(4).texts()).as("a was consumed").containsExactly("b", "c", "d", "e");
    worker.expectNothing();
  }

  private static void rejectThreeTimes() {
    create("c", "c");
    broker.publish("c", 1);
    WirePeer worker = broker.connect("worker-c").subscribe("$queue/c", 1);
    for (int i = 1; i <= 3; i++) {
      Publish got = worker.readPublish();
      assertThat(Worker.deliveryCount(got)).isEqualTo(i);
      Worker.reject(worker, got, 0x80);
    }
    worker.readPublish();
    broker.publish("c", 1); // behind what the queue has said of the first one to the store
  }

  @Test
  void countsDeliveriesOverACrash() {
    Publish again = broker.connect("worker-c2").subscribe("$queue/c", 1).readPublish();
    assertThat(Worker.deliveryCount(again)).as("the one that was cut short too").isEqualTo(5);
  }

  private static void leaveAPersistentConsumer() {
    WirePeer worker = broker.connect("").clientId("stays").durable().receiveMaximum(4);
    worker.subscribe("$queue/p/p/+", 1);
    broker.publish("p/1", 6);
    worker.readPublishes(4);
  }

  @Test
  void goesOnServingPersistentConsumersWithoutANewSubscribe() {
    WirePeer again = broker.connect("").clientId("stays").durable().receiveMaximum(4);
    assertThat(again.connack().sessionPresent()).isTrue();
    assertThat(again.take(6).texts()).containsExactlyInAnyOrderElementsOf(Worker.texts(1, 6));
    again.expectNothing();
    broker.publish("p/2", 2);
    assertThat(again.take(2).texts()).containsExactly("m1", "m2");
  }

  private static void publishWithoutPubrel() {
    create("e", "e");
    WirePeer maker = broker.connect("").clientId("maker-e").durable();
    maker.send(Publish.to("e").qos(2, 5).payload("m"));
    assertThat(maker.expectAck(PacketType.PUBREC, 5).code()).isZero();
  }

  @Test
  void keepsAQos2PublishOnceThoughTheCrashCameBeforeThePubrel() {
    WirePeer maker = broker.connect("").clientId("maker-e").durable();
    maker.send(Publish.to("e").qos(2, 5).payload("m").again());
    maker.expectAck(PacketType.PUBREC, 5);
    maker.pubrel(5).expectAck(PacketType.PUBCOMP, 5);
    WirePeer worker = broker.connect("worker-e").subscribe("$queue/e", 1);
    assertThat(worker.take().text()).isEqualTo("m");
    worker.expectNothing();
  }

  private static void publishFromAllClients() {
    Random random = new Random(31);
    for (String queue : QUEUES) {
      create(queue, "iso/" + queue + "/#");
    }
    for (int c = 0; c < CLIENTS.length; c++) {
      WirePeer maker = broker.connect("").clientId(CLIENTS[c]);
      for (int q = 0; q < QUEUES.length; q++) {
        byte[] payload = new byte[SIZES[(c + q) % SIZES.length]];
        random.nextBytes(payload);
        maker.publish(Publish.to("iso/" + QUEUES[q] + "/t").qos(1, 0).payload(payload));
        SENT.computeIfAbsent(QUEUES[q], name -> new HashSet<>()).add(digest(payload));
      }
    }
  }

  @Test
  void keepsQueuesAndClientsApartWhateverTheirNames() {
    for (String queue : QUEUES) {
      WirePeer worker = broker.connect("").clientId("worker").subscribe("$queue/" + queue, 1);
      Set<String> got = new HashSet<>();
      for (int i = 0; i < CLIENTS.length; i++) {
        got.add(digest(worker.take().payload()));
      }
      worker.expectNothing();
      assertThat(got).as(queue).isEqualTo(SENT.get(queue));
      worker.disconnect();
    }
  }

  private static String digest(byte[] payload) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(payload);
      return payload.length + ":" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

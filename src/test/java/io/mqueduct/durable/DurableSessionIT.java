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
package io.mqueduct.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What survives when the broker's process is killed, seen by clients over a socket. */
class DurableSessionIT {
  private static RunningBroker broker;

  @BeforeAll
  static void start() {
    // Slow, so that nothing is stored by luck when a test kills the broker.
    broker =
        RunningBroker.startProcess(
            Map.of("mqtt.max_mqueue_len", "20", "durability.commit_interval", "100ms"));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static void killAndStart() {
    broker.kill();
    broker.start();
  }

  /**
   * When it is acknowledged, what was given to the store before is committed. A PUBLISH is given to
   * it at the latest before it is sent, an acknowledgement see {@link WirePeer#settled}.
   */
  private static void fence() {
    try (WirePeer peer = broker.connect("fence")) {
      peer.publish(Publish.to("fence").qos(1, 1).payload("x").retained());
      peer.disconnect();
    }
  }

  private static void publish(String topic, int qos, String... texts) {
    try (WirePeer peer = broker.connect("publisher")) {
      for (String text : texts) {
        peer.publish(topic, qos, text);
      }
      peer.disconnect();
    }
  }

  @Test
  void deliversInOrderWhatASessionWasOwedBeforeAKill() {
    broker.connect("away").durable().subscribe("away/#", 2).disconnect();
    publish("away/a", 1, "1");
    publish("away/b", 2, "2");
    publish("away/a", 1, "3");

    killAndStart();

    WirePeer again = broker.connect("away").durable();
    assertThat(again.connack().sessionPresent()).isTrue();
    assertThat(again.take(3).texts()).containsExactly("1", "2", "3");
    again.settled().expectNothing();
    again.disconnect();

    killAndStart();

    broker.connect("away").durable().open().expectNothing();
  }

  @Test
  void sendsTheWindowAgainWithTheSameIdentifiersAfterAKill() {
    WirePeer peer = broker.connect("window").durable().subscribe("window", 1);
    publish("window", 1, "1", "2");
    var before = peer.readPublishes(2);
    fence();

    killAndStart();

    WirePeer again = broker.connect("window").durable();
    var after = again.take(2);
    assertThat(after.texts()).containsExactly("1", "2");
    assertThat(after.ids()).isEqualTo(before.ids());
    assertThat(after).allMatch(Publish::dup);
    publish("window", 1, "3");
    assertThat(before.ids()).doesNotContain(again.take().id());
  }

  @Test
  void owesOnlyThePubrelOfWhatWasReceivedBeforeAKill() {
    WirePeer peer = broker.connect("release").durable().subscribe("release", 2);
    publish("release", 2, "1");
    int id = peer.readPublish().id();
    peer.pubrec(id).expectAck(PacketType.PUBREL, id);

    killAndStart();

    WirePeer again = broker.connect("release").durable();
    again.expectAck(PacketType.PUBREL, id);
    again.pubcomp(id).expectNothing();
  }

  @Test
  void knowsAPublishersIdentifierAfterAKill() {
    WirePeer reader = broker.connect("reader").durable().subscribe("exactly", 2);
    reader.disconnect();
    WirePeer writer = broker.connect("writer").durable();
    writer.send(Publish.to("exactly").qos(2, 7).payload("once")).expectAck(PacketType.PUBREC, 7);

    killAndStart();

    WirePeer again = broker.connect("writer").durable();
    again.send(Publish.to("exactly").qos(2, 7).payload("once").again());
    again.expectAck(PacketType.PUBREC, 7);
    again.pubrel(7).expectAck(PacketType.PUBCOMP, 7);
    WirePeer readerAgain = broker.connect("reader").durable();
    assertThat(readerAgain.take().text()).isEqualTo("once");
    readerAgain.expectNothing();
  }

  @Test
  void keepsRetainedMessagesAndForgetsClearedOnes() {
    try (WirePeer peer = broker.connect("retainer")) {
      peer.publish(Publish.to("kept/a").qos(1, 1).payload("a").retained());
      peer.publish(Publish.to("kept/b").qos(1, 1).payload("b").retained());
      peer.publish(Publish.to("kept/b").qos(1, 1).payload("").retained());
      peer.publish(Publish.to("kept/c").qos(0, 0).payload("c").retained()).settled();
    }

    killAndStart();

    WirePeer reader = broker.connect("keeper").subscribe("kept/#", 0);
    assertThat(reader.readPublishes(2).topics()).containsExactlyInAnyOrder("kept/a", "kept/c");
    reader.expectNothing();
  }

  @Test
  void publishesTheWillOfASessionThatAKillCutOff() {
    Publish will = Publish.to("wills/w").qos(1, 1).payload("gone");
    broker.connect("mortal").durable().will(will).open();
    broker.connect("heir").durable().subscribe("wills/#", 1).disconnect();
    fence();

    killAndStart();

    assertThat(broker.connect("heir").durable().take().text()).isEqualTo("gone");
  }

  @Test
  void endsASessionWhoseTimeWasUpWhileTheBrokerWasDown() throws InterruptedException {
    WirePeer watcher = broker.connect("watcher").subscribe("short/gone", 0);
    Publish will = Publish.to("short/gone").payload("gone");
    WirePeer peer = broker.connect("short").cleanStart(false).expiry(1).will(will).open();
    peer.disconnect(0x04, Properties5.none()).expectClosed();
    watcher.readPublish(); // before it the store is told when the client left
    fence();
    broker.kill();
    Thread.sleep(1100); // the wall clock itself is what is tested
    broker.start();

    assertThat(broker.connect("short").durable().connack().sessionPresent()).isFalse();
  }

  @Test
  void forgetsWhatWasUnsubscribedOrStartedClean() {
    WirePeer peer = broker.connect("left").durable().subscribe("left/1", 1).subscribe("left/2", 1);
    peer.unsubscribe("left/1");
    peer.disconnect();
    broker.connect("cleaned").durable().subscribe("left/2", 1).disconnect();
    broker.connect("cleaned").open().disconnect();
    fence();

    killAndStart();

    publish("left/1", 1, "no");
    publish("left/2", 1, "yes");
    WirePeer again = broker.connect("left").durable();
    assertThat(again.take().text()).isEqualTo("yes");
    again.expectNothing();
    assertThat(broker.connect("cleaned").durable().connack().sessionPresent()).isFalse();
  }

  @Test
  void keepsTheNewestMessagesOfALongAbsenceAsTheLimitSays() {
    broker.connect("full").durable().subscribe("full", 1).disconnect();
    String[] texts = new String[50];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = "m" + i;
    }
    publish("full", 1, texts);

    killAndStart();
    publish("full", 1, "last");

    WirePeer again = broker.connect("full").durable();
    assertThat(again.take().text()).isEqualTo("m31");
    assertThat(again.take(19).texts()).startsWith("m32").endsWith("m49", "last");
    again.expectNothing();
  }

  /** The limit is on what waits: what was sent is still owed. */
  @Test
  void keepsWhatWasSentAlthoughTheMqueueDropsQos0() {
    WirePeer sent = broker.connect("sent").durable().subscribe("sent", 1);
    publish("sent", 1, "s0", "s1", "s2", "s3", "s4");
    assertThat(sent.readPublishes(5)).hasSize(5);
    sent.disconnect();
    String[] texts = new String[20];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = "m" + i;
    }
    publish("sent", 1, texts);
    publish("sent", 0, "dropped", "dropped too");
    fence();

    killAndStart();

    WirePeer again = broker.connect("sent").durable();
    assertThat(again.take(5).texts()).containsExactly("s0", "s1", "s2", "s3", "s4");
    assertThat(again.take(20).texts()).startsWith("m0", "m1").endsWith("m18", "m19");
    again.expectNothing();
  }

  /** R31: each gets its own bytes, and no other's, whatever the identifiers look like. */
  @Test
  void keepsSessionsWithIdentifiersThatLookAlikeApart() {
    List<String> clientIds = List.of("a", "a/b", "a:b", "A", "x".repeat(200), "caf\u00e9 \u6c34");
    int[] sizes = {0, 1, 127, 4096, 70_000, 1_000_000};
    for (int i = 0; i < clientIds.size(); i++) {
      broker.connect(clientIds.get(i)).durable().subscribe("own/" + i, 1).disconnect();
    }
    try (WirePeer peer = broker.connect("publisher")) {
      for (int i = 0; i < sizes.length; i++) {
        peer.publish(Publish.to("own/" + i).qos(1, i + 1).payload(bytes(i, sizes[i])));
      }
      peer.disconnect();
    }

    killAndStart();

    for (int i = 0; i < clientIds.size(); i++) {
      WirePeer again = broker.connect(clientIds.get(i)).durable();
      assertThat(again.take().payload()).isEqualTo(bytes(i, sizes[i]));
      again.expectNothing();
      again.disconnect();
    }
  }

  private static byte[] bytes(int seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @Test
  void continuesOlderClientsToo() {
    broker.connect("old").version(Version.V311).durable().subscribe("old", 1).disconnect();
    publish("old", 1, "1");

    killAndStart();

    WirePeer again = broker.connect("old").version(Version.V311).durable();
    Packet.Connack connack = again.connack();
    assertThat(connack.sessionPresent()).isTrue();
    assertThat(again.take().text()).isEqualTo("1");
  }
}

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
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a shared group is owed when the broker's process is killed: field report R20 on a disk. */
class DurableGroupIT {
  private static RunningBroker broker;

  @BeforeAll
  static void start() {
    // Slow, so that nothing is stored by luck when a test kills the broker.
    broker =
        RunningBroker.startProcess(
            Map.of("mqtt.max_mqueue_len", "3000", "durability.commit_interval", "100ms"));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static void killAndStart() {
    broker.kill();
    broker.start();
  }

  private static WirePeer member(String name) {
    return broker.connect(name).durable();
  }

  private static List<String> texts(int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      texts.add("m" + i);
    }
    return texts;
  }

  /** Publishes {@code m1} to {@code m<count>}, many at a time. */
  private static void publishAtOnce(String topic, int count) {
    try (WirePeer publisher = broker.connect("publisher").v311()) {
      for (int i = 1; i <= count; i++) {
        publisher.send(Publish.to(topic).qos(1, i).payload("m" + i));
        if (i % 500 == 0 || i == count) {
          publisher.ping(); // so that neither waits for the other to read
        }
      }
      for (int i = 1; i <= count; i++) {
        publisher.expectAck(PacketType.PUBACK, i);
      }
      publisher.disconnect();
    }
  }

  @Test
  void owesAGroupWhatWasAcknowledgedWhileNobodyWasThere() {
    member("a1").subscribe("$share/g/one/#", 1).disconnect();
    member("b1").subscribe("$share/g/one/#", 1).disconnect();
    broker.publish("one/x", 10);

    killAndStart();

    WirePeer b = member("b1");
    assertThat(b.take(10).texts()).containsExactlyElementsOf(texts(10));
    b.settled().disconnect();

    killAndStart();
    broker.publish(Publish.to("one/x").qos(1, 1).payload("behind"));

    WirePeer a = member("a1");
    assertThat(a.take().text()).isEqualTo("behind");
    a.expectNothing();
  }

  @Test
  void givesWhatAMemberHadNotAcknowledgedToAnotherAfterAKill() {
    member("b2").subscribe("$share/g/two", 1).disconnect();
    WirePeer a = member("a2").subscribe("$share/g/two", 1);
    broker.publish("two", 5);
    a.readPublishes(5);

    killAndStart();

    Publishes moved = member("b2").take(5);
    assertThat(moved.texts()).containsExactlyElementsOf(texts(5));
    assertThat(moved).noneMatch(Publish::dup);
  }

  @Test
  void completesAQos2DeliveryWithItsMemberAndIdentifierAfterAKill() {
    WirePeer a = member("a6").subscribe("$share/g/six", 2);
    broker.publish(Publish.to("six").qos(2, 1).payload("once"));
    Publish first = a.readPublish();
    assertThat(first.qos()).isEqualTo(2);
    WirePeer b = member("b6").subscribe("$share/g/six", 2);

    killAndStart();

    b = member("b6").open();
    broker.publish(Publish.to("six").qos(2, 2).payload("second"));
    assertThat(b.take().text()).isEqualTo("second");
    a = member("a6").open();
    Publish again = a.readPublish();
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.dup()).isTrue();
    assertThat(again.text()).isEqualTo("once");
    a.pubrec(again.id()).expectAck(PacketType.PUBREL, again.id());
    a.pubcomp(again.id()).settled().disconnect();
    b.settled().expectNothing();
    b.disconnect();

    killAndStart();
    broker.publish(Publish.to("six").qos(2, 3).payload("third"));

    a = member("a6").open();
    assertThat(a.take().text()).isEqualTo("third");
    a.expectNothing();
  }

  @Test
  void deliversABacklogOfQos2OverKillsExactlyOnce() {
    member("a7").subscribe("$share/g/seven", 2).disconnect();
    for (int i = 1; i <= 50; i++) {
      broker.publish(Publish.to("seven").qos(2, i).payload("m" + i));
    }

    List<String> texts = new ArrayList<>(member("a7").take(20).texts());
    killAndStart();
    WirePeer again = member("a7").open();
    while (texts.size() < 50) {
      Packet next = again.next();
      if (next instanceof Publish publish) {
        texts.add(publish.text());
        again.pubrec(publish.id());
      } else if (next instanceof Packet.Ack pubrel) { // maybe of one from before the kill
        again.pubcomp(pubrel.id());
      }
    }

    assertThat(texts).containsExactlyElementsOf(texts(50));
  }

  @Test
  void deliversABacklogThatIsLongerThanWhatIsInMemoryInOrder() {
    member("a3").subscribe("$share/g/three", 1).disconnect();
    publishAtOnce("three", 1500);

    killAndStart();
    broker.publish(Publish.to("three").qos(1, 1).payload("m1501"));

    WirePeer a = member("a3");
    assertThat(a.take(1501).texts()).containsExactlyElementsOf(texts(1501));
    a.expectNothing();
  }

  @Test
  void keepsTheNewestOfABacklogAsTheLimitSays() {
    member("a4").subscribe("$share/g/four", 1).disconnect();
    publishAtOnce("four", 3010);

    WirePeer a = member("a4");
    assertThat(a.take(3000).texts()).containsExactlyElementsOf(texts(3010).subList(10, 3010));
    a.expectNothing();
  }

  @Test
  void forgetsAGroupWithItsLastMember() {
    member("a5").subscribe("$share/g/five", 1).disconnect();
    broker.publish("five", 3);
    member("a5").open().unsubscribe("$share/g/five");
    member("b5").subscribe("$share/g/five", 1).disconnect();
    broker.publish(Publish.to("five").qos(1, 1).payload("new"));

    killAndStart();

    WirePeer b = member("b5");
    assertThat(b.take().text()).isEqualTo("new");
    b.expectNothing();
  }
}

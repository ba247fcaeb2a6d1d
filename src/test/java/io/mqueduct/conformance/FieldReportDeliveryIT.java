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
package io.mqueduct.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BothVersions;
import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What stopped or spoilt deliveries in other brokers: field reports R3, R6, R9, R14, R28, R32. */
@BrokerTest
@WithSetting(key = "mqtt.max_mqueue_len", value = "1000")
@WithSetting(key = "mqtt.max_mqueue_bytes", value = "100KB")
@WithSetting(key = "mqtt.max_inflight", value = "100")
class FieldReportDeliveryIT {
  @BothVersions
  void r3SendsPubrelWhileTheWindowIsFull(Version version, RunningBroker broker) {
    String topic = broker.topic("r3");
    WirePeer peer = broker.connect("s").version(version);
    int window = version.isV5() ? 2 : 100;
    if (version.isV5()) {
      peer.receiveMaximum(2);
    }
    peer.subscribe(topic, 2);
    WirePeer publisher = broker.connect("p");
    for (int i = 0; i < 10; i++) {
      publisher.publish(topic, 2, Integer.toString(i));
    }

    for (int done = 0; done < 10; ) {
      Publishes open = peer.readPublishes(Math.min(window, 10 - done));
      peer.expectNothing();
      open.ids().forEach(peer::pubrec);
      open.ids().forEach(id -> peer.expectAck(PacketType.PUBREL, id));
      peer.expectNothing();
      assertThat(open.get(0).text()).isEqualTo(Integer.toString(done));
      open.ids().forEach(peer::pubcomp);
      done += open.size();
    }
    peer.expectNothing();
  }

  @Test
  void r6ReplaysMoreRetainedMessagesThanAnyQueueHolds(RunningBroker broker) {
    String base = broker.topic("r6");
    WirePeer publisher = broker.connect("p").open();
    for (int i = 0; i < 12_000; i++) {
      publisher.send(Publish.to(base + "/" + i).retained().payload("retained message " + i));
    }
    publisher.patience(Duration.ofSeconds(30)).ping();

    WirePeer peer = broker.connect("s").subscribe(base + "/#", 1);
    Set<String> topics = new HashSet<>();
    for (int i = 0; i < 12_000; i++) {
      topics.add(peer.take().topic());
    }

    assertThat(topics).hasSize(12_000);
    peer.expectNothing();
  }

  @Test
  void r6ReplaysRetainedMessagesOfQos1AtTheClientsPace(RunningBroker broker) {
    String base = broker.topic("r6");
    WirePeer publisher = broker.connect("p");
    for (int i = 0; i < 1_500; i++) {
      publisher.publish(Publish.to(base + "/" + i).qos(1, 0).retained().payload("x"));
    }

    WirePeer peer = broker.connect("s").receiveMaximum(5).subscribe(base + "/+", 1);
    Publishes window = peer.readPublishes(5);
    peer.expectNothing();
    window.ids().forEach(peer::puback);

    assertThat(peer.take(1_495)).hasSize(1_495);
    peer.expectNothing();
  }

  @Test
  void r9SkipsWhatIsTooLargeForAClientThatIsThere(RunningBroker broker) {
    String topic = broker.topic("r9");
    WirePeer small = broker.connect("a").maximumPacketSize(128).subscribe(topic, 1);
    WirePeer large = broker.connect("b").subscribe(topic, 1);

    broker.publish(Publish.to(topic).qos(1, 1).payload("x".repeat(300)));
    broker.publish(Publish.to(topic).qos(1, 1).payload("x".repeat(10)));

    assertThat(small.take().payload()).hasSize(10);
    small.expectNothing();
    assertThat(large.take(2)).extracting(p -> p.payload().length).containsExactly(300, 10);
  }

  @Test
  void r9SkipsWhatIsTooLargeForAClientThatWasAway(RunningBroker broker) {
    String topic = broker.topic("r9");
    broker.connect("a").durable().subscribe(topic, 2).disconnect();
    broker.publish(Publish.to(topic).qos(1, 1).payload("x".repeat(300)));
    broker.publish(Publish.to(topic).qos(2, 1).payload("x".repeat(300)));
    broker.publish(Publish.to(topic).qos(1, 1).payload("x".repeat(10)));

    WirePeer back = broker.connect("a").durable().maximumPacketSize(128).receiveMaximum(1);

    assertThat(back.take().payload()).hasSize(10);
    back.expectNothing();
  }

  @Test
  void r14TakesTheWaitingTimeOffARetainedMessagesExpiry(RunningBroker broker) {
    String topic = broker.topic("r14");
    Publish message = Publish.to(topic).qos(1, 1).retained().payload("x");
    long began = System.nanoTime();
    broker.publish(message.with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 120));

    broker.connect("clock").open().silentFor(Duration.ofMillis(5_000));

    Publish got = broker.connect("s").subscribe(topic, 1).readPublish();
    long atMost = Duration.ofNanos(System.nanoTime() - began).toSeconds() + 1;
    assertThat(got.properties().number(PropertyId.MESSAGE_EXPIRY_INTERVAL).orElseThrow())
        .isBetween(120 - atMost, 115L);
  }

  @Test
  void r14TakesAnExpiryOfZeroForExpiresAtOnce(RunningBroker broker) {
    String topic = broker.topic("r14");
    broker.connect("away").durable().subscribe(topic, 1).disconnect();
    WirePeer publisher = broker.connect("p");

    publisher.publish(
        Publish.to(topic).qos(1, 0).retained().with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 0));
    publisher.ping();

    broker.connect("late").subscribe(topic, 1).expectNothing();
    broker.connect("away").durable().expectNothing();
  }

  @Test
  void r28CarriesTheIdentifierOnRetainedMessages(RunningBroker broker) {
    String topic = broker.topic("r28");
    broker.publish(Publish.to(topic).qos(1, 1).retained().payload("x"));
    WirePeer peer = broker.connect("s");

    peer.subscribe(Subscribe.to(topic, 1).identifier(7));

    assertThat(peer.readPublish().properties().numbers(PropertyId.SUBSCRIPTION_IDENTIFIER))
        .containsExactly(7L);
  }

  @Test
  void r28CarriesTheIdentifierOnSharedSubscriptions(RunningBroker broker) {
    String topic = broker.topic("r28");
    WirePeer peer = broker.connect("s");
    peer.subscribe(Subscribe.to("$share/g/" + topic, 1).identifier(6));

    broker.publish(topic, 1);

    assertThat(peer.readPublish().properties().numbers(PropertyId.SUBSCRIPTION_IDENTIFIER))
        .containsExactly(6L);
  }

  @Test
  void r28KeepsTheIdentifierForASessionThatIsAway(RunningBroker broker) {
    String topic = broker.topic("r28");
    WirePeer peer = broker.connect("s").durable();
    peer.subscribe(Subscribe.to(topic, 1).identifier(9));
    peer.disconnect();

    broker.publish(topic, 1);

    assertThat(
            broker
                .connect("s")
                .durable()
                .readPublish()
                .properties()
                .numbers(PropertyId.SUBSCRIPTION_IDENTIFIER))
        .containsExactly(9L);
  }

  @Test
  void r32HandlesRetainedMessagesAsTheSubscriptionAsks(RunningBroker broker) {
    String base = broker.topic("r");
    broker.publish(Publish.to(base + "/1").qos(1, 1).retained().payload("1"));
    broker.publish(Publish.to(base + "/2").qos(1, 1).retained().payload("2"));
    WirePeer always = broker.connect("rh0");
    for (int i = 0; i < 2; i++) {
      Publishes got = always.subscribe(base + "/+", 0).take(2);
      assertThat(got.topics()).containsExactlyInAnyOrder(base + "/1", base + "/2");
      assertThat(got).allMatch(Publish::retain);
    }

    WirePeer once = broker.connect("rh1").subscribe(base + "/+", Subscribe.RETAINED_IF_NEW);
    assertThat(once.take(2)).hasSize(2);
    once.subscribe(base + "/+", Subscribe.RETAINED_IF_NEW).expectNothing();

    broker.connect("rh2").subscribe(base + "/+", Subscribe.NO_RETAINED).expectNothing();
    broker.publish(Publish.to(base + "/1").qos(1, 1).retained().payload("live"));
    assertThat(always.readPublish().retain()).isFalse();
  }
}

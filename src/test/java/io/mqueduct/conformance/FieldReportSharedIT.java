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

import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Publishes;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.util.HashSet;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The life of a shared group whose members come and go: field report R20. */
@BrokerTest
class FieldReportSharedIT {
  @Test
  void sharesTheLoadBetweenMembersThatAreThere(RunningBroker broker) {
    String base = broker.topic("t");
    WirePeer a = member("a", base, broker);
    WirePeer b = member("b", base, broker);
    WirePeer publisher = broker.connect("p");

    int atA = 0;
    int atB = 0;
    for (int i = 0; i < 100; i++) {
      publisher.publish(base + "/x", 1, Integer.toString(i));
      atA += takeAll(a);
      atB += takeAll(b);
    }

    assertThat(atA + atB).isEqualTo(100);
    assertThat(atA).isGreaterThan(20);
    assertThat(atB).isGreaterThan(20);
  }

  @Test
  void prefersMembersThatAreThere(RunningBroker broker) {
    String base = broker.topic("t");
    member("a", base, broker).disconnect();
    WirePeer b = member("b", base, broker);

    broker.publish(base + "/x", 100);

    assertThat(b.take(100)).hasSize(100);
    WirePeer a = broker.connect("a").cleanStart(false).expiry(60);
    assertThat(a.connack().sessionPresent()).isTrue();
    a.expectNothing();
  }

  @Test
  void keepsMessagesForAGroupOfWhichNobodyIsThere(RunningBroker broker) {
    String base = broker.topic("t");
    member("a", base, broker).disconnect();
    member("b", base, broker).disconnect();

    broker.publish(base + "/x", 10);

    Set<String> got = new HashSet<>();
    WirePeer b = broker.connect("b").cleanStart(false).expiry(60);
    got.addAll(takeTexts(b));
    WirePeer a = broker.connect("a").cleanStart(false).expiry(60);
    Awaitility.await()
        .until(
            () -> {
              got.addAll(takeTexts(a));
              got.addAll(takeTexts(b));
              return got.size() == 10;
            });
  }

  @Test
  void givesTheUnacknowledgedMessagesOfAnExpiredMemberToAnother(RunningBroker broker) {
    String base = broker.topic("t");
    WirePeer a = broker.connect("a").cleanStart(false).expiry(1);
    a.subscribe("$share/g/" + base + "/#", 1);
    broker.publish(base + "/x", 5);
    Publishes held = a.readPublishes(5);
    WirePeer b = member("b", base, broker);
    a.cut();

    Publishes moved = b.take(5);

    assertThat(moved.texts()).containsExactlyInAnyOrderElementsOf(held.texts());
    assertThat(moved.topics()).containsOnly(base + "/x");
    assertThat(moved).noneMatch(Publish::dup);
    b.expectNothing();
  }

  @Test
  void givesTheUnacknowledgedMessagesOfAMemberThatEndsItsSessionToAnother(RunningBroker broker) {
    String base = broker.topic("t");
    WirePeer a = broker.connect("a").subscribe("$share/g/" + base + "/#", 1);
    broker.publish(base + "/x", 5);
    a.readPublishes(5);
    WirePeer b = member("b", base, broker);

    a.disconnect();

    assertThat(b.take(5).texts()).containsExactlyInAnyOrder("m1", "m2", "m3", "m4", "m5");
  }

  @Test
  void servesASubscriptionThatFollowsConnectAtOnce(RunningBroker broker) {
    for (int i = 0; i < 20; i++) {
      String topic = broker.topic("t" + i);
      WirePeer peer = broker.connect("c" + i).subscribe("$share/g/" + topic, 1);
      broker.publish(topic, 1);
      assertThat(peer.take().text()).isEqualTo("m1");
    }
  }

  private static WirePeer member(String id, String base, RunningBroker broker) {
    return broker.connect(id).cleanStart(false).expiry(60).subscribe("$share/g/" + base + "/#", 1);
  }

  private static int takeAll(WirePeer member) {
    return takeTexts(member).size();
  }

  private static Set<String> takeTexts(WirePeer member) {
    Set<String> texts = new HashSet<>();
    for (Publish publish : member.readWaiting()) {
      member.puback(publish.id());
      texts.add(publish.text());
    }
    return texts;
  }
}

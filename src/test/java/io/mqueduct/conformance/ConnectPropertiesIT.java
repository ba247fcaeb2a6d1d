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
import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.Packet.Suback;
import io.mqueduct.testkit.Packet.Unsuback;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import org.junit.jupiter.api.Test;

/** The properties of CONNECT and CONNACK in 5.0: sections 3.1.2.11 and 3.2.2.3. */
@BrokerTest
class ConnectPropertiesIT {
  @Test
  void assignsAnIdentifierAndTellsIt(RunningBroker broker) {
    Connack connack = broker.connect("").connack();

    assertThat(connack.code()).isZero();
    assertThat(connack.properties().text(PropertyId.ASSIGNED_CLIENT_IDENTIFIER)).isNotEmpty();
  }

  @Test
  void assignsAnIdentifierAlsoWithoutCleanStartAndKnowsItAgain(RunningBroker broker) {
    WirePeer first = broker.connect("").cleanStart(false).expiry(60);
    String assigned = first.connack().properties().text(PropertyId.ASSIGNED_CLIENT_IDENTIFIER);
    assertThat(first.connack().sessionPresent()).isFalse();
    first.disconnect();

    Connack again = broker.connect("").clientId(assigned).cleanStart(false).connack();

    assertThat(again.sessionPresent()).isTrue();
    assertThat(again.properties().has(PropertyId.ASSIGNED_CLIENT_IDENTIFIER)).isFalse();
  }

  @Test
  void assignsDifferentIdentifiers(RunningBroker broker) {
    String one = assigned(broker);
    String two = assigned(broker);

    assertThat(one).isNotEqualTo(two);
  }

  @Test
  void assignsNoIdentifierToAClientThatHasOne(RunningBroker broker) {
    assertThat(
            broker.connect("c").connack().properties().has(PropertyId.ASSIGNED_CLIENT_IDENTIFIER))
        .isFalse();
  }

  @Test
  void acceptsAPasswordWithoutUserName(RunningBroker broker) {
    broker.connect("c").password(new byte[] {(byte) 0xFF, (byte) 0xFE, 0}).open().ping();
  }

  @Test
  void saysNothingOfMaximumQosWhenEveryQosIsServed(RunningBroker broker) {
    Connack connack = broker.connect("c").connack();

    assertThat(connack.properties().has(PropertyId.MAXIMUM_QOS)).isFalse();
    assertThat(connack.properties().number(PropertyId.RETAIN_AVAILABLE).orElse(1)).isEqualTo(1);
    assertThat(connack.properties().number(PropertyId.WILDCARD_SUBSCRIPTION_AVAILABLE).orElse(1))
        .isEqualTo(1);
    assertThat(connack.properties().number(PropertyId.SHARED_SUBSCRIPTION_AVAILABLE).orElse(1))
        .isEqualTo(1);
    assertThat(connack.properties().number(PropertyId.SUBSCRIPTION_IDENTIFIER_AVAILABLE).orElse(1))
        .isEqualTo(1);
  }

  @Test
  void announcesItsReceiveMaximumAndItsPacketSize(RunningBroker broker) {
    Connack connack = broker.connect("c").connack();

    assertThat(connack.properties().number(PropertyId.RECEIVE_MAXIMUM).orElse(65_535))
        .isBetween(1L, 65_535L);
    assertThat(connack.properties().number(PropertyId.MAXIMUM_PACKET_SIZE).orElseThrow())
        .isGreaterThan(0);
  }

  @Test
  void usesTheClientsKeepAliveWhenItSaysNoneOfItsOwn(RunningBroker broker) {
    WirePeer peer = broker.connect("c").keepAlive(1);

    assertThat(peer.connack().properties().has(PropertyId.SERVER_KEEP_ALIVE)).isFalse();
    peer.expectDisconnect(0x8D);
  }

  @Test
  void refusesPropertiesWithValuesThatAreNotAllowed(RunningBroker broker) {
    broker.connect("rm").receiveMaximum(0).expectRefusal(0x82);
    broker.connect("mps").maximumPacketSize(0).expectRefusal(0x82);
    broker.connect("rpi").with(PropertyId.REQUEST_PROBLEM_INFORMATION, 2).expectRefusal(0x82);
    broker.connect("rri").with(PropertyId.REQUEST_RESPONSE_INFORMATION, 2).expectRefusal(0x82);
    broker.connect("ad").with(PropertyId.AUTHENTICATION_DATA, new byte[2]).expectRefusal(0x82);
  }

  @Test
  void refusesPropertiesThatAreThereTwice(RunningBroker broker) {
    broker.connect("e").expiry(1).expiry(1).expectRefusal(0x82);
    broker.connect("r").receiveMaximum(5).receiveMaximum(5).expectRefusal(0x82);
    broker.connect("a").topicAliasMaximum(5).topicAliasMaximum(5).expectRefusal(0x82);
    broker
        .connect("m")
        .with(PropertyId.AUTHENTICATION_METHOD, "x")
        .with(PropertyId.AUTHENTICATION_METHOD, "x")
        .expectRefusal(0x82);
  }

  @Test
  void refusesPropertiesOfOtherPackets(RunningBroker broker) {
    broker.connect("a").with(PropertyId.TOPIC_ALIAS, 1).expectRefusal(0x81, 0x82);
    broker.connect("b").with(PropertyId.MAXIMUM_QOS, 1).expectRefusal(0x81, 0x82);
    Publish will = Publish.to("w").payload("w").with(PropertyId.TOPIC_ALIAS, 1);
    broker.connect("c").will(will).expectRefusal(0x81, 0x82);
  }

  @Test
  void takesUserPropertiesAnyNumberOfTimes(RunningBroker broker) {
    broker.connect("c").user("k", "1").user("k", "1").user("", "").open().ping();
  }

  @Test
  void sendsNoResponseInformationToAClientThatDoesNotWantIt(RunningBroker broker) {
    Connack without =
        broker.connect("a").with(PropertyId.REQUEST_RESPONSE_INFORMATION, 0).connack();
    Connack silent = broker.connect("b").connack();

    assertThat(without.properties().has(PropertyId.RESPONSE_INFORMATION)).isFalse();
    assertThat(silent.properties().has(PropertyId.RESPONSE_INFORMATION)).isFalse();
  }

  @Test
  void sendsNoReasonStringToAClientThatDoesNotWantIt(RunningBroker broker) {
    WirePeer peer = broker.connect("c").with(PropertyId.REQUEST_PROBLEM_INFORMATION, 0);

    Suback suback = peer.subscribe(Subscribe.to("a/#/b", 0));
    Unsuback unsuback = peer.unsubscribe("never/subscribed");

    assertThat(suback.codes()).containsExactly(0x8F);
    assertThat(suback.properties().entries()).isEmpty();
    assertThat(unsuback.properties().entries()).isEmpty();
  }

  @Test
  void keepsA32BitExpiryApartFromMinusOne(RunningBroker broker) {
    WirePeer first = broker.connect("c").cleanStart(false).expiry(0xFFFF_FFFFL).open();
    first.disconnect();

    assertThat(broker.connect("c").cleanStart(false).connack().sessionPresent()).isTrue();
  }

  private static String assigned(RunningBroker broker) {
    return broker.connect("").connack().properties().text(PropertyId.ASSIGNED_CLIENT_IDENTIFIER);
  }
}

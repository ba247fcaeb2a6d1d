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
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import org.junit.jupiter.api.Test;

/** AUTH and enhanced authentication on a broker without a provider for it (3.15 and 4.12). */
@BrokerTest
class AuthIT {
  @Test
  void refusesAMethodItDoesNotKnow(RunningBroker broker) {
    broker
        .connect("c")
        .with(PropertyId.AUTHENTICATION_METHOD, "UNHEARD-OF")
        .with(PropertyId.AUTHENTICATION_DATA, new byte[] {1})
        .expectRefusal(0x8C);
  }

  @Test
  void saysNothingOfMethodsToAClientWithoutOne(RunningBroker broker) {
    Connack connack = broker.connect("c").connack();

    assertThat(connack.code()).isZero();
    assertThat(connack.properties().has(PropertyId.AUTHENTICATION_METHOD)).isFalse();
    assertThat(connack.properties().has(PropertyId.AUTHENTICATION_DATA)).isFalse();
  }

  @Test
  void closesOnAnAuthFromAClientWithoutMethod(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();

    peer.send(auth(0x19, "SCRAM-SHA-256")).expectDisconnect(0x82);
  }

  @Test
  void closesOnAuthAsTheFirstPacket(RunningBroker broker) {
    assertThat(broker.connect("c").sendRaw(auth(0x18, "X")).drain()).isEmpty();
  }

  @Test
  void closesOnHeaderFlagsInAuth(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();

    peer.send("f1 00").expectDisconnect(0x81);
  }

  @Test
  void closesOnACodeThatDoesNotExist(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();

    peer.send(auth(0x01, "X")).expectDisconnect(0x81, 0x82);
  }

  @Test
  void closesOnAnAuthWithoutMethod(RunningBroker broker) {
    WirePeer peer = broker.connect("c").open();

    peer.send("f0 02 18 00").expectDisconnect(0x81, 0x82);
  }

  private static byte[] auth(int code, String method) {
    Properties5 properties = Properties5.none().with(PropertyId.AUTHENTICATION_METHOD, method);
    return Bytes.bytes().u8(code).raw(properties.encoded()).packet(PacketType.AUTH);
  }
}

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
import io.mqueduct.testkit.Packet.Auth;
import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WithSetting;
import org.junit.jupiter.api.Test;

/** Enhanced authentication (sections 3.15 and 4.12), shown with SCRAM-SHA-256. */
@BrokerTest
@WithSetting(
    key = "authentication.providers",
    value = "[{type: scram, file: src/test/resources/conformance/users}]")
@WithSetting(key = "authorization.no_match", value = "allow")
class ScramIT {
  private static final String METHOD = "SCRAM-SHA-256";
  private static final int CONTINUE = 0x18;
  private static final int AGAIN = 0x19;

  @Test
  void authenticatesInTwoSteps(RunningBroker broker) {
    ScramLogin login = new ScramLogin("user", "pencil");
    WirePeer peer = begin(broker, login);

    Auth challenge = peer.expect(Auth.class);
    assertThat(challenge.code()).isEqualTo(CONTINUE);
    assertThat(challenge.properties().text(PropertyId.AUTHENTICATION_METHOD)).isEqualTo(METHOD);
    peer.sendRaw(auth(CONTINUE, METHOD, login.proof(data(challenge))));

    Connack connack = peer.connack();
    assertThat(connack.code()).isZero();
    assertThat(connack.properties().text(PropertyId.AUTHENTICATION_METHOD)).isEqualTo(METHOD);
    assertThat(login.trusts(connack.properties().data(PropertyId.AUTHENTICATION_DATA))).isTrue();
    peer.ping();
  }

  @Test
  void refusesAWrongPassword(RunningBroker broker) {
    ScramLogin login = new ScramLogin("user", "pen");
    WirePeer peer = begin(broker, login);

    byte[] proof = login.proof(data(peer.expect(Auth.class)));
    peer.sendRaw(auth(CONTINUE, METHOD, proof));

    assertThat(peer.connack().code()).isIn(0x86, 0x87);
    peer.expectClosed();
  }

  @Test
  void refusesAnUnknownUser(RunningBroker broker) {
    ScramLogin login = new ScramLogin("nobody", "pencil");
    WirePeer peer = begin(broker, login);

    byte[] proof = login.proof(data(peer.expect(Auth.class)));
    peer.sendRaw(auth(CONTINUE, METHOD, proof));

    assertThat(peer.connack().code()).isIn(0x86, 0x87);
    peer.expectClosed();
  }

  @Test
  void refusesAClientThatDoesNotAuthenticate(RunningBroker broker) {
    broker.connect("c").expectRefusal(0x86, 0x87);
    broker.connect("d").with(PropertyId.AUTHENTICATION_METHOD, "PLAIN").expectRefusal(0x8C);
  }

  @Test
  void refusesAnAnswerWithAnotherCode(RunningBroker broker) {
    ScramLogin login = new ScramLogin("user", "pencil");
    WirePeer peer = begin(broker, login);

    byte[] proof = login.proof(data(peer.expect(Auth.class)));
    peer.sendRaw(auth(AGAIN, METHOD, proof));

    assertThat(peer.connack().code()).isEqualTo(0x82);
    peer.expectClosed();
  }

  @Test
  void refusesAnAnswerWithAnotherMethod(RunningBroker broker) {
    ScramLogin login = new ScramLogin("user", "pencil");
    WirePeer peer = begin(broker, login);

    byte[] proof = login.proof(data(peer.expect(Auth.class)));
    peer.sendRaw(auth(CONTINUE, "SCRAM-SHA-1", proof));

    assertThat(peer.connack().code()).isIn(0x82, 0x8C);
    peer.expectClosed();
  }

  @Test
  void endsAClientThatDoesNotWaitForItsAuthentication(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer watcher = loggedIn(broker, "watcher").subscribe(topic, 0);
    WirePeer peer = begin(broker, new ScramLogin("user", "pencil"));
    peer.expect(Auth.class);

    peer.sendRaw(Publish.to(topic).encoded(peer.version()));

    assertThat(peer.connack().code()).isEqualTo(0x82);
    peer.expectClosed();
    watcher.expectNothing();
  }

  @Test
  void authenticatesAgainWhileConnected(RunningBroker broker) {
    WirePeer peer = loggedIn(broker, "c");
    ScramLogin login = new ScramLogin("user", "pencil");

    peer.send(auth(AGAIN, METHOD, login.first()));
    Auth challenge = peer.expect(Auth.class);
    assertThat(challenge.code()).isEqualTo(CONTINUE);
    peer.send(auth(CONTINUE, METHOD, login.proof(data(challenge))));

    Auth done = peer.expect(Auth.class);
    assertThat(done.code()).isZero();
    assertThat(done.properties().text(PropertyId.AUTHENTICATION_METHOD)).isEqualTo(METHOD);
    assertThat(login.trusts(data(done))).isTrue();
    peer.ping();
  }

  @Test
  void endsTheConnectionWhenReauthenticationFails(RunningBroker broker) {
    WirePeer peer = loggedIn(broker, "c");
    ScramLogin login = new ScramLogin("user", "wrong");

    peer.send(auth(AGAIN, METHOD, login.first()));
    peer.send(auth(CONTINUE, METHOD, login.proof(data(peer.expect(Auth.class)))));

    peer.expectDisconnect(0x87); // 0x86 is no code of DISCONNECT
  }

  @Test
  void endsAReauthenticationWithAnotherMethod(RunningBroker broker) {
    WirePeer peer = loggedIn(broker, "c");

    peer.send(auth(AGAIN, "PLAIN", new ScramLogin("user", "pencil").first()));

    peer.expectDisconnect(0x82); // 0x8C is no code of DISCONNECT
  }

  @Test
  @WithSetting(key = "node.name", value = "stops")
  void isRefusedAndNotDisconnectedWhenTheBrokerStopsMeanwhile(RunningBroker broker) {
    WirePeer peer = begin(broker, new ScramLogin("user", "pencil"));
    peer.expect(Auth.class);

    broker.stop();

    assertThat(peer.connack().code()).isEqualTo(0x88);
    peer.expectClosed();
    broker.start();
  }

  @Test
  void asksNothingThatIsLargerThanTheClientTakes(RunningBroker broker) {
    broker
        .connect("c")
        .maximumPacketSize(60)
        .with(PropertyId.AUTHENTICATION_METHOD, METHOD)
        .with(PropertyId.AUTHENTICATION_DATA, new ScramLogin("user", "pencil").first())
        .expectRefusal(0x95);
  }

  private static WirePeer begin(RunningBroker broker, ScramLogin login) {
    return broker
        .connect("c")
        .with(PropertyId.AUTHENTICATION_METHOD, METHOD)
        .with(PropertyId.AUTHENTICATION_DATA, login.first())
        .sendConnect();
  }

  private static WirePeer loggedIn(RunningBroker broker, String id) {
    ScramLogin login = new ScramLogin("user", "pencil");
    WirePeer peer =
        broker
            .connect(id)
            .with(PropertyId.AUTHENTICATION_METHOD, METHOD)
            .with(PropertyId.AUTHENTICATION_DATA, login.first())
            .sendConnect();
    peer.sendRaw(auth(CONTINUE, METHOD, login.proof(data(peer.expect(Auth.class)))));
    return peer.open();
  }

  private static byte[] data(Auth auth) {
    return auth.properties().data(PropertyId.AUTHENTICATION_DATA);
  }

  private static byte[] auth(int code, String method, byte[] data) {
    Properties5 properties =
        Properties5.none()
            .with(PropertyId.AUTHENTICATION_METHOD, method)
            .with(PropertyId.AUTHENTICATION_DATA, data);
    return Bytes.bytes().u8(code).raw(properties.encoded()).packet(PacketType.AUTH);
  }
}

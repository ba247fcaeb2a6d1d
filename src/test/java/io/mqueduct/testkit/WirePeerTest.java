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
package io.mqueduct.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.Packet.Disconnect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The test client itself, against a socket that says what the test lets it say. */
class WirePeerTest {
  private static final String THEN_CLOSE = " then close";

  private ServerSocket server;
  private WirePeer peer;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    peer = new WirePeer(() -> TcpWire.plain(server.getLocalPort()), "c");
  }

  @AfterEach
  void close() throws IOException {
    peer.close();
    server.close();
  }

  @Test
  void writesConnectAsTheStandardHasIt() {
    assertThat(peer.v311().keepAlive(10).userName("u").password(new byte[] {1}).connectBytes())
        .isEqualTo(Bytes.hex("10 13 0004 4d515454 04 c2 000a 0001 63 0001 75 0001 01"));
    assertThat(new WirePeer(this::nowhere, "c").expiry(300).receiveMaximum(10).connectBytes())
        .isEqualTo(Bytes.hex("10 16 0004 4d515454 05 02 0000 08 11 0000012c 21 000a 0001 63"));
  }

  @Test
  void writesAWillWithItsProperties() {
    Publish will = Publish.to("w").qos(1, 0).retained().payload("p");
    will.with(PropertyId.WILL_DELAY_INTERVAL, 3);

    assertThat(new WirePeer(this::nowhere, "c").will(will).connectBytes())
        .isEqualTo(
            Bytes.hex("10 1a 0004 4d515454 05 2e 0000 00 0001 63 05 18 00000003 0001 77 0001 70"));
  }

  @Test
  void readsBackWhatItWritesInAPublish() {
    Publish sent = Publish.to("t/é").qos(2, 7).again().payload("x".repeat(200)).user("k", "v");
    sent.with(PropertyId.MESSAGE_EXPIRY_INTERVAL, 0xFFFF_FFFFL)
        .with(PropertyId.CONTENT_TYPE, "text");
    byte[] bytes = sent.encoded(Version.V5);
    ByteCursor cursor = new ByteCursor(bytes);
    int first = cursor.u8();
    byte[] body = cursor.take(cursor.varint());

    Publish read = (Publish) Packet.decode(first, body, Version.V5);

    assertThat(read.topic()).isEqualTo("t/é");
    assertThat(read.id()).isEqualTo(7);
    assertThat(read.dup()).isTrue();
    assertThat(read.properties().users()).containsExactly("k=v");
    assertThat(read.properties().number(PropertyId.MESSAGE_EXPIRY_INTERVAL)).hasValue(0xFFFF_FFFFL);
    assertThat(read.text()).hasSize(200);
  }

  @Test
  void keepsPublishesThatComeBeforeTheAnswerItWaitsFor() {
    serverSays("20 03 00 00 00", "30 04 0001 74 00 90 04 0001 00 01");

    peer.subscribe("t", 1);

    assertThat(peer.readPublish().topic()).isEqualTo("t");
  }

  @Test
  void saysWithWhichCodeTheServerLeft() {
    serverSays("20 03 00 00 00 e0 02 82 00" + THEN_CLOSE);

    assertThat(peer.open().expectDisconnect(0x82)).isInstanceOf(Disconnect.class);
  }

  @Test
  void refusesPacketsThatAServerMustNotSend() {
    serverSays("20 03 02 00 00");
    assertThatThrownBy(() -> peer.connack()).hasMessageContaining("acknowledge flags");
  }

  @Test
  void refusesPropertiesInTheWrongPacket() {
    serverSays("20 06 00 00 03 23 0001");
    assertThatThrownBy(() -> peer.connack()).hasMessageContaining("does not belong into CONNACK");
  }

  @Test
  void failsWhenSilenceIsBroken() {
    serverSays("20 03 00 00 00 d0 00");
    Connack connack = peer.connack();

    assertThat(connack.code()).isZero();
    assertThatThrownBy(() -> peer.silentFor(Duration.ofSeconds(10)))
        .hasMessageContaining("a packet came");
  }

  @Test
  void findsNothingWithinTheSilenceAndReadsOn() {
    serverSays("20 03 00 00 00");
    peer.open().silentFor(Duration.ofMillis(20));

    assertThatThrownBy(() -> peer.expectNothing()).isInstanceOf(AssertionError.class);
  }

  /** Answers each chunk of bytes from the client with the next line, then closes. */
  private void serverSays(String... lines) {
    CompletableFuture.runAsync(
        () -> {
          try (Socket socket = server.accept()) {
            for (String line : lines) {
              if (socket.getInputStream().read(new byte[4096]) < 0) {
                return;
              }
              socket.getOutputStream().write(Bytes.hex(line.replace(THEN_CLOSE, "")));
            }
            if (lines[lines.length - 1].endsWith(THEN_CLOSE)
                || socket.getInputStream().read() >= 0) {
              socket.shutdownOutput();
            }
          } catch (IOException e) {
            assertThat(e).isNotNull();
          }
        });
  }

  private Wire nowhere() {
    throw new IllegalStateException("never opened");
  }
}

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
package io.mqueduct.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.app.CommandRun;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code pub} and {@code sub} say when a broker, which may be any, refuses. */
class RefusedTest {
  private static final String ACCEPTED = "2003000000";
  private static final String DISCONNECT = "E0";

  private ServerSocket server;

  @BeforeEach
  void bind() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  /** Answers the packets of the next client in turn. */
  private void answer(String... packets) {
    Thread thread =
        new Thread(
            () -> {
              try (Socket client = server.accept()) {
                for (String packet : packets) {
                  skipPacket(client.getInputStream());
                  client.getOutputStream().write(HexFormat.of().parseHex(packet));
                }
                if (!packets[packets.length - 1].startsWith(DISCONNECT)) {
                  client.getInputStream().readAllBytes();
                }
              } catch (IOException e) {
                // the client has gone; what it said is looked at
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void skipPacket(InputStream in) throws IOException {
    in.read();
    in.readNBytes(in.read());
  }

  private String said(String words) {
    CommandRun run =
        CommandRun.of((words + " -h 127.0.0.1 -p " + server.getLocalPort()).split(" ", -1));
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1);
    return run.err().strip().replace(":" + server.getLocalPort(), "");
  }

  @ParameterizedTest
  @CsvSource({
    "90040001008F, topic filter invalid (0x8F)",
    "900400010080, unspecified error (0x80)",
    "9004000100A2, wildcard subscriptions not supported (0xA2)",
    "90090001051F00026E6F97, quota exceeded (0x97): no",
  })
  void aSubscriptionWithTheCodeOfTheStandardAndTheReason(String subAck, String expected) {
    answer(ACCEPTED, subAck);

    assertThat(said("sub -t a/b"))
        .isEqualTo("mqueduct sub: the broker refuses to subscribe a/b: " + expected);
  }

  @Test
  void theOneOfSeveralSubscriptionsThatIsRefused() {
    answer(ACCEPTED, "90060001000087" + "01");

    assertThat(said("sub -t a -t b -t c"))
        .isEqualTo("mqueduct sub: the broker refuses to subscribe b: not authorized (0x87)");
  }

  @Test
  void aSubscriptionOf311WithItsOnlyCode() {
    answer("20020000", "9003000180");

    assertThat(said("sub -V 3.1.1 -t a"))
        .isEqualTo("mqueduct sub: the broker refuses to subscribe a: failure (0x80)");
  }

  @ParameterizedTest
  @CsvSource({
    "2003008700, 5, not authorized (0x87)",
    "20080097051F00026E6F, 5, quota exceeded (0x97): no",
    "2003008800, 5, server unavailable (0x88)",
    "20020005, 3.1.1, not authorized (0x05)",
    "20020001, 3.1.1, unacceptable protocol version (0x01)",
  })
  void aConnectionWithTheCodeOfTheStandardAndTheReason(
      String connAck, String version, String expected) {
    for (String words : new String[] {"sub -t a", "pub -t a -m x"}) {
      answer(connAck);

      assertThat(said(words + " -V " + version))
          .endsWith(": cannot connect to 127.0.0.1: the broker refuses: " + expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "40040001 9900, 1, payload format invalid (0x99)",
    "40090001 97 051F00026E6F, 1, quota exceeded (0x97): no",
    "50040001 8700, 2, not authorized (0x87)",
  })
  void aMessageWithTheCodeOfTheStandardAndTheReason(String ack, String qos, String expected) {
    answer(ACCEPTED, ack.replace(" ", ""));

    assertThat(said("pub -t a -m x -q " + qos))
        .isEqualTo("mqueduct pub: the broker refuses the message: " + expected);
  }

  @Test
  void theGoodbyeOfTheBrokerWithItsCodeAndReason() {
    answer(ACCEPTED, DISCONNECT + "078E051F00026E6F");

    assertThat(said("sub -t a")).endsWith("the broker closed it: session taken over (0x8E): no");
  }
}

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
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are no packet, and packets that a client must not send (2.1, 2.2, 4.8, 4.13). */
@BrokerTest
class MalformedIT {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00 00", // type 0
        "30 ffffffff 01", // remaining length of five bytes
        "30 80808080 00",
        "30 00", // no topic
        "30 01 00",
        "30 03 0005 74", // topic longer than the packet
        "32 03 0001 74", // QoS 1 without identifier
        "40 00", // acknowledgement without identifier
        "40 01 00",
        "82 02 0001", // filters missing
        "82 06 0001 00 0009 74", // filter longer than the packet
        "a2 01 00",
        "f1 00"
      })
  void closesOnAPacketThatCannotBeRead(String hex, RunningBroker broker) {
    broker.connect("v3").v311().send(hex).expectHangup();
    broker.connect("v5").send(hex).expectHangup(0x81, 0x82);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "30 05 0001 74 05 11", // property block longer than the packet
        "30 06 0001 74 02 ff 00", // property that does not exist
        "30 05 0001 74 01 01", // property without its value
        "30 06 0001 74 8000 78", // property length longer than it must be
        "40 04 0001 00 05", // property block of an acknowledgement cut off
        "40 06 0001 00 00 0000", // bytes behind the properties
        "e0 03 00 00 00",
        "c0 01 00"
      })
  void closesOnAMalformedPacketOf5(String hex, RunningBroker broker) {
    broker.connect("c").send(hex).expectDisconnect(0x81, 0x82);
  }

  @ParameterizedTest
  @ValueSource(strings = {"40 03 0001 00", "62 04 0001 0000", "c0 01 00", "e0 01 00", "f0 00"})
  void closesOnPacketsThatOnly5KnowsInOlderVersions(String hex, RunningBroker broker) {
    broker.connect("c").v311().send(hex).expectHangup();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20 02 0000", // CONNACK
        "20 03 000000",
        "90 04 0001 00 00", // SUBACK
        "b0 04 0001 00 00", // UNSUBACK
        "d0 00" // PINGRESP
      })
  void closesOnPacketsThatOnlyServersSend(String hex, RunningBroker broker) {
    broker.connect("v3").v311().send(hex).expectHangup();
    broker.connect("v5").send(hex).expectHangup(0x81, 0x82);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"41 02 0001", "52 02 0001", "60 02 0001", "61 02 0001", "72 02 0001", "6a 020001"})
  void closesOnHeaderFlagsOfAcknowledgements(String hex, RunningBroker broker) {
    broker.connect("v3").v311().send(hex).expectHangup();
    broker.connect("v5").send(hex).expectHangup(0x81);
  }

  @ParameterizedTest
  @ValueSource(strings = {"40 03 0001 7f", "50 03 0001 01", "62 03 0001 80", "70 03 0001 10"})
  void closesOnReasonCodesThatDoNotExist(String hex, RunningBroker broker) {
    broker.connect("c").send(hex).expectDisconnect(0x81, 0x82);
  }

  @BothVersions
  void servesPacketsHoweverTheyAreCut(Version version, RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer peer = broker.connect("c").version(version).subscribe(topic, 0);
    byte[] two =
        Bytes.bytes()
            .raw(Publish.to(topic).payload("one").encoded(version))
            .raw(Publish.to(topic).payload("x".repeat(300)).encoded(version))
            .toArray();

    for (int cut = 1; cut < two.length; cut += 7) {
      peer.send(Arrays.copyOf(two, cut));
      peer.send(Arrays.copyOfRange(two, cut, two.length));
      assertThat(peer.readPublish().text()).isEqualTo("one");
      assertThat(peer.readPublish().text()).hasSize(300);
    }
  }

  @Test
  void servesOthersWhileSomeSendRubbish(RunningBroker broker) {
    String topic = broker.topic("t");
    WirePeer good = broker.connect("good").subscribe(topic, 1);

    for (int i = 0; i < 50; i++) {
      broker.connect("bad" + i).sendRaw(Bytes.hex("ff ff ff ff ff 00 11 22")).expectClosed();
      good.publish(topic, 1, "x");
      good.take();
    }

    good.expectNothing();
  }
}

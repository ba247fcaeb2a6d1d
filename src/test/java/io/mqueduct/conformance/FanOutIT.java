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
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages to many subscribers among such to few: each gets all of them in order (4.6). */
@BrokerTest
class FanOutIT {
  private static final int SUBSCRIBERS = 40;
  private static final int MESSAGES = 300;

  @Test
  void keepsTheOrderOfMessagesToManyAndToOne(RunningBroker broker) {
    String many = broker.topic("many");
    String one = broker.topic("one");
    List<WirePeer> peers = new ArrayList<>();
    for (int i = 0; i < SUBSCRIBERS; i++) {
      peers.add(broker.connect("c" + i).subscribe(many, 1).subscribe(one + "/" + i, 1));
    }
    WirePeer publisher = broker.connect("p").subscribe(many, 1);

    // In one go, so that the broker has many of them in a pass; at QoS 0 and 1 in turn.
    for (int n = 0; n < MESSAGES; n++) {
      String topic = n % 3 == 0 ? one + "/" + n / 3 % SUBSCRIBERS : many;
      int qos = n % 2;
      publisher.send(Publish.to(topic).qos(qos, qos == 0 ? 0 : n + 1).payload("" + n));
    }

    for (int i = 0; i < SUBSCRIBERS; i++) {
      int me = i;
      List<String> expected =
          IntStream.range(0, MESSAGES)
              .filter(n -> n % 3 != 0 || n / 3 % SUBSCRIBERS == me)
              .mapToObj(Integer::toString)
              .toList();
      assertThat(peers.get(i).take(expected.size()).texts())
          .as("client %s", i)
          .containsExactlyElementsOf(expected);
      peers.get(i).expectNothing();
    }
    assertThat(publisher.take(MESSAGES - MESSAGES / 3)).hasSize(MESSAGES - MESSAGES / 3);
  }

  @Test
  void aWillComesBehindWhatItsClientPublishedJustBefore(RunningBroker broker) {
    for (int round = 0; round < 10; round++) {
      String topic = broker.topic("will" + round);
      List<WirePeer> peers = new ArrayList<>();
      for (int i = 0; i < SUBSCRIBERS; i++) {
        peers.add(broker.connect("w" + round + "-" + i).subscribe(topic, 1));
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      WirePeer publisher =
          broker.connect("p" + round).will(Publish.to(topic).qos(1, 0).payload("gone"));
      for (int n = 1; n <= MESSAGES; n++) {
        Publish publish = Publish.to(topic).qos(1, n).payload("" + n);
        all.writeBytes(publish.encoded(publisher.version()));
      }
      all.writeBytes(new byte[] {(byte) 0xff, 0}); // and breaks the protocol in the same pass
      publisher.send(all.toByteArray());

      for (WirePeer peer : peers) {
        List<String> texts = peer.take(MESSAGES + 1).texts();
        assertThat(texts.get(MESSAGES)).isEqualTo("gone");
        peer.disconnect();
      }
    }
  }
}

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
package io.mqueduct.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong use of {@code bench}: code 2 and a line, before any connection. */
class BenchCommandTest {
  @RegisterExtension private final ScriptedBroker broker = new ScriptedBroker();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bench | Missing required parameter: 'SCENARIO'",
        "bench dance | Invalid value for positional parameter",
        "bench fanin -q 3 | -q is 0, 1 or 2",
        "bench fanin -P 0 | -P is from 1 to 65535",
        "bench fanin -s 15 | -s is from 16 to 16777216",
        "bench fanin -r -1 | -r is from 0 to 1000000",
        "bench offline -r 5 | -r does not fit a run that ends with a number",
        "bench offline -q 0 | offline needs -q 1 or 2",
        "bench retained -n 5 -P 6 | -n is from -P to 99999999",
        "bench fanin -d 0 | -d is above 0 and at most 86400",
        "bench fanin -d 1e9 | -d is above 0 and at most 86400",
        "bench fanin --max-time -1 | --max-time is above 0 and at most 86400",
        "bench fanin --max-time 1e9 | a run without an end is not made",
        "bench connect -C 0 | -C is from 1 to 1000000",
        "bench fanin --pid 0 | --pid is a number above 0",
        "bench fanin -p 99999999 | 99999999 is no port; expected 1 to 65535",
        "bench fanin -p -5 | -5 is no port; expected 1 to 65535",
        "bench fanin -V 4.2 | -V 4.2 is not allowed; expected 3.1.1 or 5",
        "bench fanin --cert a.pem | --cert and --key belong together",
        "bench fanin --cafile /nowhere.pem | --cafile /nowhere.pem cannot be read: no such file",
        "bench fanin -t a/# | -t has a wildcard",
        "bench fanin -o xml | expected one of",
        "bench fanin --keys 5 | --keys is for queue",
        "bench queue --keys 5 -P 6 | --keys is from -P to 10000000",
        "bench pair --queues 5 | --queues is for queue",
        "bench queue --queues -1 | --queues is from 1 to 10000",
        "bench queue --queues 2 --keys 2 | --keys and --queues do not go together",
        "bench queue --queues 2 -t a | neither -t nor -f goes with it",
      })
  void isToldInOneLine(String words, String expected) {
    CommandRun run = CommandRun.of(words.split(" ", -1));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(expected);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void nobodyListeningIsOneLine() {
    CommandRun run = CommandRun.of("bench", "fanin", "-p", "1", "-h", "127.0.0.1");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("a client could not begin: ").contains("refused");
    assertThat(run.err().lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 | 2001 00 | the broker sent a malformed CONNACK",
        "5 | 2006 000003210000 | the broker sent a CONNACK with a Receive Maximum of 0",
        "5 | 2003 000000 2003 000000 | the broker sent a second CONNACK",
        "5 | 2003 008700 | the broker refuses the connection: 0x87",
        "5 | 3003 000161 | the broker's first packet is not CONNACK",
        "5 | 5353482D322E302D4F0D0A | the broker's first packet is not CONNACK",
        "5 | 20FFFFFFFFFF7F | the broker sent a packet whose length is malformed",
        "5 | 2003 000000 9000 | the broker sent a malformed SUBACK",
        "5 | 2003 000000 9003 000100 | the broker sent a malformed SUBACK",
        "5 | 2003 000000 9005 0001000000 | the broker sent a malformed SUBACK",
        "5 | 2003 000000 9004 00010003 | the broker sent a malformed SUBACK",
        "5 | 2003 000000 9004 00000000 | the broker sent a SUBACK that nobody waits for",
        "5 | 2003 000000 9004 00020000 | the broker sent a SUBACK that nobody waits for",
        "3.1.1 | 2002 0000 9002 0001 | the broker sent a malformed SUBACK",
        "3.1.1 | 2002 0000 9003 000180 | the broker refuses to subscribe",
        "5 | 2003 000000 6200 | the broker sent a malformed PUBREL",
        "5 | 2003 000000 3001 00 | the broker sent a malformed PUBLISH",
        "5 | 2003 000000 3003 000961 | the broker sent a malformed PUBLISH",
        "5 | 2003 000000 3004 000161FF | the broker sent a malformed PUBLISH",
        "5 | 2003 000000 3203 000161 | the broker sent a malformed PUBLISH",
        "5 | 2003 000000 3605 0001610001 | the broker sent a malformed PUBLISH",
      })
  void whatABrokerMayNotSendIsOneLine(String version, String packets, String expected) {
    broker.answer(packets);

    assertThat(broker.said("bench fanout -P 1 -S 1 --max-time 20 -V " + version))
        .contains(expected);
  }

  @Test
  void helpNamesEveryScenario() {
    CommandRun run = CommandRun.of("bench", "--help");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("connect", "fanin", "fanout", "pair", "shared", "queue", "offline", "retained");
  }
}

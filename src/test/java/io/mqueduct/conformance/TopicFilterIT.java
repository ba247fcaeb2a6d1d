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
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Topic names, filters and how they match (section 4.7). */
@BrokerTest
class TopicFilterIT {
  @ParameterizedTest
  @CsvSource({
    "a/b, a/b, true",
    "a/b, A/b, false",
    "a/b, a/b/, false",
    "a/b, /a/b, false",
    "a/#, a, true",
    "a/#, a/, true",
    "a/#, a/b/c/d, true",
    "a/#, ab, false",
    "#, a/b, true",
    "#, /, true",
    "+, a, true",
    "+, a/b, false",
    "+, /a, false",
    "+/+, /a, true",
    "/+, /a, true",
    "a/+, a, false",
    "a/+, a/, true",
    "a/+/c, a/b/c, true",
    "a/+/c, a/b/b/c, false",
    "a/+/#, a/b, true",
    "a/+/#, a, false",
    "+/b/#, a/b/c, true",
    "//, //, true",
    "a//b, a//b, true",
    "a//b, a/b, false",
    "a/+/b, a//b, true",
    "'a b', 'a b', true",
    "'a b', a, false",
    "\u00C5, \u0041\u030A, false",
    "\u00C5, \u00C5, true",
    "$mine/#, $mine/x, true",
    "$mine/+, $mine/x, true",
    "#, $mine/x, false",
    "+/x, $mine/x, false",
    "+/#, $mine/x, false",
    "/$mine, /$mine, true",
    "+/$mine, /$mine, true"
  })
  void matchesAsTheStandardSays(
      String filter, String topic, boolean matches, RunningBroker broker) {
    for (Version version : new Version[] {Version.V311, Version.V5}) {
      WirePeer peer = broker.connect("c" + version).version(version);
      peer.subscribe(filter, 0).subscribe("fence", 0);

      peer.send(Publish.to(topic).payload("x")).send(Publish.to("fence").payload("fence"));

      Publish first = peer.readPublish();
      if (matches) {
        assertThat(first.topic()).isEqualTo(topic);
        if (!filter.equals("#") && !filter.equals("+")) {
          assertThat(peer.readPublish().topic()).isEqualTo("fence");
        }
      } else {
        assertThat(first.topic()).isEqualTo("fence");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/#/b", "#/a", "a#", "#a", "a/b#", "a+", "+a", "a/+b/c", "a/b+", "++"})
  void refusesFiltersWithMisplacedWildcards(String filter, RunningBroker broker) {
    WirePeer old = broker.connect("v3").v311();
    assertThat(old.subscribe(Subscribe.to(filter, 0)).codes()).containsExactly(0x80);
    old.ping();
    WirePeer five = broker.connect("v5");
    assertThat(five.subscribe(Subscribe.to(filter, 0)).codes()).containsExactly(0x8F);
    five.ping();
  }

  @Test
  void refusesAnEmptyFilter(RunningBroker broker) {
    WirePeer five = broker.connect("v5");
    assertThat(five.subscribe(Subscribe.to("", 0)).codes()).containsExactly(0x8F);
    WirePeer old = broker.connect("v3").v311();
    assertThat(old.subscribe(Subscribe.to("", 0)).codes()).containsExactly(0x80);
  }

  @BothVersions
  void takesNamesAndFiltersUpToTheLongest(Version version, RunningBroker broker) {
    String longest = "x".repeat(65_535);
    WirePeer peer = broker.connect("c").version(version).subscribe(longest, 0);

    peer.send(Publish.to(longest).payload("here"));

    Publish got = peer.readPublish();
    assertThat(got.topic()).hasSize(65_535);
    assertThat(got.text()).isEqualTo("here");
  }

  @BothVersions
  void keepsOneTopicApartFromItsLookAlikes(Version version, RunningBroker broker) {
    WirePeer peer = broker.connect("c").version(version);
    String composed = broker.topic("\u00E9");
    String decomposed = broker.topic("e\u0301");
    peer.subscribe(composed, 0);

    peer.send(Publish.to(decomposed)).send(Publish.to(composed));

    assertThat(peer.readPublish().topic()).isEqualTo(composed);
    peer.expectNothing();
  }
}

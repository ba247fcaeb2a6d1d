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
package io.mqueduct.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topic aliases, both ways. */
class AliasesTest {
  private static final TopicName A = TopicName.of("topic/a");
  private static final TopicName B = TopicName.of("topic/b");

  @Test
  void remembersAndReassignsInboundAliases() {
    InboundAliases aliases = new InboundAliases(10);

    assertThat(aliases.resolve(3, A)).isSameAs(A);
    assertThat(aliases.resolve(3, null)).isSameAs(A);
    assertThat(aliases.resolve(10, B)).isSameAs(B);
    assertThat(aliases.resolve(3, B)).isSameAs(B);
    assertThat(aliases.resolve(3, null)).isSameAs(B);
    assertThat(aliases.resolve(10, null)).isSameAs(B);
  }

  @Test
  void refusesInboundAliasesAboveTheGrantedMaximumAndUnknownOnes() {
    InboundAliases aliases = new InboundAliases(10);

    assertThat(aliases.resolve(11, A)).isNull();
    assertThat(aliases.refusal(11)).isEqualTo(ReasonCode.TOPIC_ALIAS_INVALID);
    assertThat(aliases.resolve(10, null)).isNull();
    assertThat(aliases.refusal(10)).isEqualTo(ReasonCode.PROTOCOL_ERROR);
    assertThat(new InboundAliases(0).resolve(1, A)).isNull();
  }

  @Test
  void endsAClientWhoseNamesAreTooMuch() {
    InboundAliases aliases = new InboundAliases(65_535);
    String long64k = "x".repeat(65_535);
    int alias = 1;
    while (aliases.resolve(alias, TopicName.of(long64k)) != null) {
      alias++;
    }

    assertThat(alias).isEqualTo(InboundAliases.MAX_BYTES / 65_535 + 1);
    assertThat(aliases.refusal(alias)).isEqualTo(ReasonCode.QUOTA_EXCEEDED);
  }

  @Test
  void countsANameNoMoreThatAnotherReplaced() {
    InboundAliases aliases = new InboundAliases(1);
    TopicName name = TopicName.of("x".repeat(65_535));

    for (int i = 0; i < 1000; i++) {
      assertThat(aliases.resolve(1, name)).isSameAs(name);
    }
  }

  @Test
  void sendsTheNameOnceAndThenTheAlias() {
    OutboundAliases aliases = new OutboundAliases(5);

    assertThat(aliases.choose(A)).isEqualTo(-1);
    assertThat(aliases.choose(B)).isEqualTo(-2);
    assertThat(aliases.choose(A)).isEqualTo(1);
    assertThat(aliases.choose(TopicName.of("topic/b"))).isEqualTo(2);
  }

  @Test
  void usesNoAliasesForAClientThatAllowsNoneNorForShortNames() {
    assertThat(new OutboundAliases(0).choose(A)).isZero();
    assertThat(new OutboundAliases(5).choose(TopicName.of("abc"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 10, 64, 100, 65_535})
  void neverLeavesTheClientInDoubtAboutATopic(int allowed) {
    OutboundAliases aliases = new OutboundAliases(allowed);
    Map<Integer, TopicName> client = new HashMap<>();
    SplittableRandom random = new SplittableRandom(allowed);
    for (int i = 0; i < 20_000; i++) {
      TopicName topic = TopicName.of("topic/" + random.nextInt(1 + random.nextInt(300)));
      int choice = aliases.choose(topic);
      if (choice > 0) {
        assertThat(client.get(choice)).isEqualTo(topic);
      } else if (choice < 0) {
        assertThat(-choice).isBetween(1, allowed);
        client.put(-choice, topic);
      }
    }
  }

  @Test
  void keepsTheAliasesOfBusyTopicsAgainstManyThatComeOnce() {
    OutboundAliases aliases = new OutboundAliases(16);
    int hits = 0;
    for (int i = 0; i < 10_000; i++) {
      hits += aliases.choose(TopicName.of("busy/" + i % 4)) > 0 ? 1 : 0;
      aliases.choose(TopicName.of("once/" + i));
    }
    assertThat(hits).isGreaterThan(9_900);
  }

  @Test
  void givesAliasesToNewBusyTopicsWhenTheOldOnesStop() {
    OutboundAliases aliases = new OutboundAliases(4);
    for (int i = 0; i < 1_000; i++) {
      aliases.choose(TopicName.of("morning/" + i % 4));
    }
    Set<Integer> choices = new HashSet<>();
    int hits = 0;
    for (int i = 0; i < 1_000; i++) {
      int choice = aliases.choose(TopicName.of("evening/" + i % 4));
      choices.add(Math.abs(choice));
      hits += choice > 0 ? 1 : 0;
    }
    assertThat(choices).contains(1, 2, 3, 4);
    assertThat(hits).isGreaterThan(500);
  }
}

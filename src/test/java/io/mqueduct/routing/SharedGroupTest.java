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
package io.mqueduct.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedGroupTest {
  private final SharedGroup group =
      new SharedGroup(
          "t/#",
          "g",
          new SharedRules(
              new SharedRules.Values(SharedStrategy.RANDOM, Integer.MAX_VALUE, true, false),
              InstantSource.system()));
  private final List<Peer> peers = new ArrayList<>();
  private final Message message = Peer.message("p", "t/1");

  private void members(int count) {
    for (int i = 0; i < count; i++) {
      Peer peer = new Peer("m" + i);
      peers.add(peer);
      group.put(peer.share("g", "t/#"));
    }
  }

  private Subscriber pick(SharedStrategy strategy) {
    return group.pickOnline(strategy, message, null).subscriber();
  }

  @ParameterizedTest
  @EnumSource
  void prefersMembersThatAreOnline(SharedStrategy strategy) {
    members(5);
    peers.forEach(peer -> peer.online = false);
    peers.get(3).online = true;

    for (int i = 0; i < 50; i++) {
      assertThat(pick(strategy)).isSameAs(peers.get(3));
    }
  }

  @ParameterizedTest
  @EnumSource
  void picksNobodyWhileNoMemberIsOnline(SharedStrategy strategy) {
    assertThat(group.pickOnline(strategy, message, null)).isNull();
    members(3);
    peers.forEach(peer -> peer.online = false);

    assertThat(group.pickOnline(strategy, message, null)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void givesTheMessagesOfAMemberThatLeavesToAnother(SharedStrategy strategy) {
    members(2);
    for (int i = 0; i < 20; i++) {
      assertThat(group.pickOnline(strategy, message, peers.get(0)).subscriber())
          .isSameAs(peers.get(1));
    }

    group.remove(peers.get(1));

    assertThat(group.pickOnline(strategy, message, peers.get(0))).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "ROUND_ROBIN", "HASH_TOPIC", "HASH_CLIENTID"})
  void spreadsMessagesOverTheMembersThatAreOnline(SharedStrategy strategy) {
    members(4);
    peers.get(1).online = false;
    Map<Subscriber, Integer> counts = new HashMap<>();
    for (int i = 0; i < 3000; i++) {
      Message next = Peer.message("client" + i, "t/" + i);
      counts.merge(group.pickOnline(strategy, next, null).subscriber(), 1, Integer::sum);
    }

    assertThat(counts).hasSize(3);
    assertThat(counts.values()).allMatch(count -> count > 600);
    if (strategy == SharedStrategy.ROUND_ROBIN) {
      assertThat(counts.values()).containsOnly(1000);
    }
  }

  @Test
  void givesRandomMembersThatAreOnlineTheSameChanceThoughMostAreOffline() {
    members(60);
    peers.forEach(peer -> peer.online = false);
    peers.get(0).online = true;
    peers.get(58).online = true;
    int first = 0;
    for (int i = 0; i < 2000; i++) {
      first += pick(SharedStrategy.RANDOM) == peers.get(0) ? 1 : 0;
    }

    assertThat(first).isBetween(800, 1200);
  }

  @Test
  void keepsTheTurnWhenMembersChange() {
    members(3);
    assertThat(pick(SharedStrategy.ROUND_ROBIN)).isSameAs(peers.get(0));
    assertThat(pick(SharedStrategy.ROUND_ROBIN)).isSameAs(peers.get(1));

    group.put(peers.get(0).share("g", "t/#"));
    Peer late = new Peer("late");
    group.put(late.share("g", "t/#"));

    assertThat(pick(SharedStrategy.ROUND_ROBIN)).isSameAs(peers.get(2));
    group.remove(peers.get(0)); // the last one moves into its place
    Set<Subscriber> next = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      next.add(pick(SharedStrategy.ROUND_ROBIN));
    }
    assertThat(next).containsExactlyInAnyOrder(late, peers.get(1), peers.get(2));
  }

  @Test
  void sticksToAMemberUntilItGoesOfflineOrLeaves() {
    members(4);
    Peer first = (Peer) pick(SharedStrategy.STICKY);
    group.put(new Peer("late").share("g", "t/#"));
    assertThat(pick(SharedStrategy.STICKY)).isSameAs(first);

    first.online = false;
    Peer second = (Peer) pick(SharedStrategy.STICKY);
    assertThat(second).isNotSameAs(first);
    first.online = true;
    assertThat(pick(SharedStrategy.STICKY)).isSameAs(second);

    group.remove(first);
    assertThat(pick(SharedStrategy.STICKY)).isSameAs(second);
    group.remove(second);
    assertThat(pick(SharedStrategy.STICKY)).isNotSameAs(second);
  }

  @Test
  void sticksToTheLastMemberWhenItMovesIntoThePlaceOfAnother() {
    members(3);
    peers.get(0).online = false;
    peers.get(1).online = false;
    assertThat(pick(SharedStrategy.STICKY)).isSameAs(peers.get(2));
    peers.get(0).online = true;
    peers.get(1).online = true;

    group.remove(peers.get(0));

    assertThat(pick(SharedStrategy.STICKY)).isSameAs(peers.get(2));
  }

  @Test
  void findsTheLeastLoadedMember() {
    members(10);
    peers.forEach(peer -> peer.inflight = 5);
    peers.get(7).inflight = 4;
    peers.get(2).inflight = 0;
    peers.get(2).online = false;
    for (int i = 0; i < 20; i++) {
      assertThat(pick(SharedStrategy.LEAST_INFLIGHT)).isSameAs(peers.get(7));
    }
  }

  @Test
  void hashesByPublisherOrTopic() {
    members(7);
    for (int i = 0; i < 50; i++) {
      Subscriber byClient =
          group
              .pickOnline(SharedStrategy.HASH_CLIENTID, Peer.message("c" + i, "t/1"), null)
              .subscriber();
      Subscriber byTopic =
          group
              .pickOnline(SharedStrategy.HASH_TOPIC, Peer.message("c", "t/" + i), null)
              .subscriber();
      assertThat(group.pickOnline(SharedStrategy.HASH_CLIENTID, Peer.message("c" + i, "t/2"), null))
          .extracting(Subscription::subscriber)
          .isSameAs(byClient);
      assertThat(group.pickOnline(SharedStrategy.HASH_TOPIC, Peer.message("d", "t/" + i), null))
          .extracting(Subscription::subscriber)
          .isSameAs(byTopic);
    }
  }

  @Test
  void holdsManyMembers() {
    members(5000);
    for (int i = 0; i < 5000; i++) {
      assertThat(group.member(peers.get(i)).subscriber()).isSameAs(peers.get(i));
    }
    for (int i = 0; i < 4999; i++) {
      assertThat(group.remove(peers.get(i)).subscriber()).isSameAs(peers.get(i));
    }

    assertThat(group.size()).isEqualTo(1);
    assertThat(pick(SharedStrategy.ROUND_ROBIN)).isSameAs(peers.get(4999));
  }

  @ParameterizedTest
  @EnumSource
  void findsAMemberThatStaysWhileOthersComeAndGo(SharedStrategy strategy) throws Exception {
    members(1);
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try {
      Future<Integer> picked =
          reader.submit(
              () -> {
                int none = 0;
                for (int i = 0; i < 100_000; i++) {
                  none += group.pickOnline(strategy, message, null) == null ? 1 : 0;
                }
                return none;
              });
      while (!picked.isDone()) {
        Peer other = new Peer("other");
        group.put(other.share("g", "t/#"));
        group.remove(other);
      }
      assertThat(picked.get()).isZero();
    } finally {
      reader.shutdownNow();
    }
  }
}

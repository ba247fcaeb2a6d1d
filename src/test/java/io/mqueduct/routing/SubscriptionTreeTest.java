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

import io.mqueduct.message.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SubscriptionTreeTest {
  private final SubscriptionTree tree = new SubscriptionTree();
  private final Peer a = new Peer("a");
  private final Peer b = new Peer("b");

  @Test
  void tellsNewFromReplacedSubscriptions() {
    for (String filter : List.of("t/1", "t/+", "t/#")) {
      Subscription first = a.to(filter, 0, false, false);
      Subscription second = a.to(filter, 2, false, false);

      assertThat(tree.subscribe(first)).isNull();
      assertThat(tree.subscribe(second)).isSameAs(first);
      assertThat(tree.subscribe(b.to(filter))).isNull();
      assertThat(tree.subscribe(first)).isSameAs(second);
      assertThat(tree.unsubscribe(a, filter, null)).isSameAs(first);
      assertThat(tree.unsubscribe(a, filter, null)).isNull();
    }
    assertThat(tree.size()).isEqualTo(3);
  }

  @Test
  void givesAnEmptyRouteForNobody() {
    tree.subscribe(a.to("t/1"));
    tree.subscribe(a.to("t/+/x"));

    Route route = tree.route(TopicName.of("t/2"));

    assertThat(route.isEmpty()).isTrue();
    assertThat(route.targets()).isEmpty();
  }

  @Test
  @Timeout(10)
  void takesAHundredThousandGroupsOfOneFilterAndGivesThemUpAgain() {
    int many = 100_000;
    for (int i = 0; i < many; i++) {
      assertThat(tree.subscribe(a.share("g" + i, "x"))).isNull();
    }
    Subscription again = a.share("g77", "x");
    assertThat(tree.subscribe(again)).isNotNull();
    assertThat(tree.route(TopicName.of("x")).groups())
        .extracting(SharedGroup::name)
        .hasSize(many)
        .doesNotHaveDuplicates();
    assertThat(tree.group("x", "g77").member(a)).isSameAs(again);
    for (int i = 0; i < many; i++) {
      assertThat(tree.unsubscribe(a, "x", "g" + i)).isNotNull();
      assertThat(tree.unsubscribe(a, "x", "g" + i)).isNull();
    }
    assertThat(tree.route(TopicName.of("x")).isEmpty()).isTrue();
    assertThat(tree.size()).isZero();
  }

  @Test
  void forgetsAllSubscriptionsOfASession() {
    List<Subscription> all =
        List.of(a.to("x"), a.to("x/#"), a.to("x/+"), a.share("g", "x"), a.share("g", "+"));
    all.forEach(tree::subscribe);
    tree.subscribe(b.to("x"));

    assertThat(tree.removeAll(all)).isEqualTo(5);

    Route route = tree.route(TopicName.of("x"));
    assertThat(route.targets()).extracting(Subscription::subscriber).containsExactly(b);
    assertThat(route.groups()).isEmpty();
    assertThat(tree.size()).isEqualTo(1);
    assertThat(tree.removeAll(all)).isZero();
  }

  @Test
  void mergesOverlappingSubscriptionsOfOneSubscriber() {
    tree.subscribe(a.to("t/1", 0, true, false, 5));
    tree.subscribe(a.to("t/+", 2, true, false, 7));
    tree.subscribe(a.to("#", 1, true, true, 5));
    tree.subscribe(b.to("t/#", 1, false, false));

    Route route = tree.route(TopicName.of("t/1"));

    assertThat(route.targets()).hasSize(2);
    Subscription merged = targetOf(route, a);
    assertThat(merged.qos()).isEqualTo(2);
    assertThat(merged.identifiers()).containsExactlyInAnyOrder(5, 5, 7);
    assertThat(merged.noLocal()).isTrue();
    assertThat(merged.retainAsPublished()).isTrue();
    assertThat(merged.group()).isNull();
    assertThat(targetOf(route, b).qos()).isEqualTo(1);
  }

  @Test
  void givesThePublisherItsOwnMessageOnlyBySubscriptionsWithoutNoLocal() {
    tree.subscribe(a.to("t/1", 2, true, false, 1));
    tree.subscribe(a.to("t/+", 0, false, false, 2));
    tree.subscribe(a.to("t/#", 1, false, false, 3));
    tree.subscribe(a.to("#", 2, true, false, 4));
    tree.subscribe(b.to("t/1", 1, true, false));

    Route route = tree.route(TopicName.of("t/1"));

    Subscription own = route.forPublisher(indexOf(route, a));
    assertThat(own).isNotNull();
    assertThat(own.qos()).isEqualTo(1);
    assertThat(own.identifiers()).containsExactlyInAnyOrder(2, 3);
    assertThat(targetOf(route, a).qos()).isEqualTo(2);
    assertThat(targetOf(route, a).identifiers()).containsExactlyInAnyOrder(1, 2, 3, 4);
    assertThat(route.forPublisher(indexOf(route, b))).isNull();
  }

  @Test
  void keepsSharedAndOrdinarySubscriptionsOfOneClientApart() {
    tree.subscribe(a.to("t/+"));
    tree.subscribe(a.share("g", "t/+"));
    tree.subscribe(b.share("g", "t/+"));
    tree.subscribe(b.share("h", "t/+"));
    tree.subscribe(b.share("g", "t/1"));

    Route route = tree.route(TopicName.of("t/1"));

    assertThat(route.targets()).hasSize(1);
    assertThat(route.groups())
        .extracting(group -> group.name() + " " + group.filter() + " " + group.size())
        .containsExactlyInAnyOrder("g t/+ 2", "h t/+ 1", "g t/1 1");
    assertThat(tree.group("t/+", "g").size()).isEqualTo(2);
    assertThat(tree.group("t/+", "x")).isNull();
    tree.unsubscribe(b, "t/1", "g");
    assertThat(tree.group("t/1", "g")).isNull();
    assertThat(tree.unsubscribe(a, "t/+", "g")).isNotNull();
    assertThat(tree.unsubscribe(a, "t/+", null)).isNotNull();
  }

  @Test
  void changesTheStampOnlyOfTopicsThatAChangeMayConcern() {
    int one = tree.route(TopicName.of("one")).topicHash();
    long other =
        IntStream.range(0, 100)
            .map(i -> tree.route(TopicName.of("other/" + i)).topicHash())
            .filter(hash -> tree.stamp(hash) == 0)
            .count();
    assertThat(other).isEqualTo(100);

    tree.subscribe(a.to("one"));

    assertThat(tree.stamp(one)).isEqualTo(1);
    assertThat(
            IntStream.range(0, 100)
                .map(i -> tree.route(TopicName.of("other/" + i)).topicHash())
                .filter(hash -> tree.stamp(hash) == 0)
                .count())
        .isGreaterThan(90);

    tree.subscribe(a.to("+"));

    assertThat(tree.stamp(one)).isEqualTo(2);
    assertThat(tree.version()).isEqualTo(2);
  }

  @Test
  void holdsManySubscribersOfOneFilter() {
    for (String filter : List.of("news", "news/#")) {
      List<Peer> peers = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        Peer peer = new Peer("p" + i);
        peers.add(peer);
        assertThat(tree.subscribe(peer.to(new String(filter)))).isNull();
      }
      assertThat(tree.route(TopicName.of("news")).targets())
          .extracting(Subscription::subscriber)
          .containsAll(new ArrayList<Subscriber>(peers));
      for (int i = 0; i < 20_000; i++) {
        if (i % 1000 != 0) {
          assertThat(tree.unsubscribe(peers.get(i), filter, null)).isNotNull();
        }
      }
      assertThat(tree.route(TopicName.of("news")).targets()).hasSize(20);
      for (int i = 0; i < 20_000; i += 1000) {
        assertThat(tree.unsubscribe(peers.get(i), filter, null)).isNotNull();
      }
      assertThat(tree.route(TopicName.of("news")).isEmpty()).isTrue();
    }
    assertThat(tree.size()).isZero();
  }

  @Test
  void goesThroughAsManyLevelsAsTheRulesAllow() {
    String deep = "+/".repeat(200);
    for (int levels = 1; levels <= 200; levels++) {
      tree.subscribe(a.to(deep.substring(0, levels * 2 - 1), 0, false, false, levels));
    }

    Route route = tree.route(TopicName.of("x/".repeat(199) + "x"));

    assertThat(route.targets()).hasSize(1);
    assertThat(route.targets()[0].identifiers()).containsExactly(200);
  }

  private static int indexOf(Route route, Subscriber subscriber) {
    return IntStream.range(0, route.targets().length)
        .filter(i -> route.targets()[i].subscriber() == subscriber)
        .findFirst()
        .orElseThrow();
  }

  private static Subscription targetOf(Route route, Subscriber subscriber) {
    return route.targets()[indexOf(route, subscriber)];
  }
}

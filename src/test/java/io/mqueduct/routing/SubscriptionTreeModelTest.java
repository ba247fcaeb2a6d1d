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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The tree against a plain map that is searched from end to end. */
class SubscriptionTreeModelTest {
  private static final List<Peer> PEERS = Stream.of("a", "b", "c", "d").map(Peer::new).toList();

  record Step(boolean adds, int peer, String group, String filter, int qos) {}

  record Key(Subscriber subscriber, String group, String filter) {}

  @Property(tries = 500)
  void routesLikeTheNaiveModelAfterAnyChanges(
      @ForAll("steps") List<Step> steps, @ForAll("topics") Set<String> topics) {
    SubscriptionTree tree = new SubscriptionTree();
    RouteCache cache = new RouteCache(tree, 16, 4000);
    Map<Key, Subscription> model = new LinkedHashMap<>();
    int id = 0;
    for (Step step : steps) {
      Peer peer = PEERS.get(step.peer());
      String group = step.group().isEmpty() ? null : step.group();
      Key key = new Key(peer, step.group(), step.filter());
      if (step.adds()) {
        Subscription subscription =
            new Subscription(
                peer,
                step.filter(),
                group,
                step.qos(),
                step.qos() == 1,
                step.qos() == 2,
                0,
                new int[] {++id});
        assertThat(tree.subscribe(subscription)).isSameAs(model.put(key, subscription));
      } else {
        assertThat(tree.unsubscribe(peer, step.filter(), group)).isSameAs(model.remove(key));
      }
      assertThat(tree.size()).isEqualTo(model.size());
      for (String topic : topics) {
        assertSame(cache.route(TopicName.of(topic)), topic, model);
      }
    }
    for (String topic : topics) {
      assertSame(tree.route(TopicName.of(topic)), topic, model);
    }
    tree.removeAll(new ArrayList<>(model.values()));
    assertThat(tree.size()).isZero();
    for (String topic : topics) {
      assertThat(tree.route(TopicName.of(topic)).isEmpty()).isTrue();
    }
  }

  private static void assertSame(Route route, String topic, Map<Key, Subscription> model) {
    Map<String, List<Subscription>> targets = new TreeMap<>();
    Map<String, Set<String>> groups = new TreeMap<>();
    for (Subscription each : model.values()) {
      if (NaiveMatch.matches(each.filter(), topic)) {
        String client = each.subscriber().clientId();
        if (each.group() == null) {
          targets.computeIfAbsent(client, k -> new ArrayList<>()).add(each);
        } else {
          groups
              .computeIfAbsent(each.group() + "/" + each.filter(), k -> new TreeSet<>())
              .add(client);
        }
      }
    }
    Map<String, String> expected = new TreeMap<>();
    targets.forEach(
        (client, all) ->
            expected.put(
                client,
                describe(all)
                    + " own "
                    + describe(all.stream().filter(s -> !s.noLocal()).toList())));
    Map<String, String> actual = new TreeMap<>();
    for (int i = 0; i < route.targets().length; i++) {
      Subscription target = route.targets()[i];
      Subscription own = route.forPublisher(i);
      String before =
          actual.put(
              target.subscriber().clientId(),
              describe(List.of(target))
                  + " own "
                  + describe(own == null ? List.of() : List.of(own)));
      assertThat(before).isNull();
    }
    assertThat(actual).isEqualTo(expected);
    assertThat(
            Arrays.stream(route.groups())
                .collect(Collectors.toMap(g -> g.name() + "/" + g.filter(), SharedGroup::size)))
        .isEqualTo(
            groups.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().size())));
  }

  private static String describe(List<Subscription> all) {
    if (all.isEmpty()) {
      return "nothing";
    }
    return all.stream().mapToInt(Subscription::qos).max().orElseThrow()
        + " "
        + all.stream().flatMapToInt(s -> Arrays.stream(s.identifiers())).sorted().boxed().toList()
        + all.stream().allMatch(Subscription::noLocal)
        + all.stream().anyMatch(Subscription::retainAsPublished);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(true, true, false),
            Arbitraries.integers().between(0, PEERS.size() - 1),
            Arbitraries.of("", "", "", "g", "h"),
            NaiveMatch.filters(),
            Arbitraries.integers().between(0, 2))
        .as(Step::new)
        .list()
        .ofMaxSize(60);
  }

  @Provide
  Arbitrary<Set<String>> topics() {
    return NaiveMatch.topics().set().ofMinSize(1).ofMaxSize(8);
  }
}

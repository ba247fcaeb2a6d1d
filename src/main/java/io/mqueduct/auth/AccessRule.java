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
package io.mqueduct.auth;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One rule of who may do what with which topics. The first rule that says anything about a request
 * decides. A rule that allows speaks for a subscription when it covers all of it; one that denies,
 * when it touches any of it: after {@code deny all subscribe secret/#} nobody reads {@code
 * secret/a} by subscribing to {@code #}. Immutable.
 */
public final class AccessRule {
  private final boolean allow;
  private final Who who;
  private final Set<Action> actions;
  private final int qosMask;
  private final @Nullable Boolean retain;
  private final @Nullable List<TopicPattern> topics; // null for every topic

  private AccessRule(
      boolean allow,
      Who who,
      Set<Action> actions,
      int qosMask,
      @Nullable Boolean retain,
      @Nullable List<TopicPattern> topics) {
    this.allow = allow;
    this.who = who;
    this.actions = actions;
    this.qosMask = qosMask;
    this.retain = retain;
    this.topics = topics;
  }

  /**
   * The rule of some terms.
   *
   * @throws IllegalArgumentException with one line that says what is wrong with them
   */
  public static AccessRule of(RuleTerms terms) {
    return new AccessRule(
        terms.allow(),
        Who.of(terms),
        actions(terms.actions()),
        qosMask(terms.qos()),
        terms.retain(),
        terms.topics().isEmpty()
            ? null
            : terms.topics().stream().map(TopicPattern::parse).toList());
  }

  private static Set<Action> actions(Set<Action> given) {
    var actions = given.isEmpty() ? EnumSet.allOf(Action.class) : EnumSet.copyOf(given);
    if (actions.contains(Action.SUBSCRIBE)) {
      actions.add(Action.CONSUME);
      actions.add(Action.DECLARE);
    }
    return actions;
  }

  private static int qosMask(Set<Integer> given) {
    var mask = 0;
    for (int qos : given) {
      if (qos < 0 || qos > 2) {
        throw new IllegalArgumentException("qos is " + qos + ", allowed are 0 to 2");
      }
      mask |= 1 << qos;
    }
    return mask == 0 ? 0b111 : mask;
  }

  /**
   * The rule with the client's names put in; null when it cannot say anything about this client.
   */
  @Nullable AccessRule resolve(ClientIdentity client) {
    if (!who.includes(client)) {
      return null;
    }
    if (topics == null) {
      return this;
    }
    var resolved = new ArrayList<TopicPattern>(topics.size());
    for (var topic : topics) {
      var one = topic.resolve(client, allow);
      if (one != null) {
        resolved.add(one);
      }
    }
    if (resolved.isEmpty()) {
      return null;
    }
    return resolved.equals(topics)
        ? this
        : new AccessRule(allow, who, actions, qosMask, retain, List.copyOf(resolved));
  }

  /**
   * True when the rule, resolved for the client, decides the request: then {@link #allow} is the
   * decision.
   */
  boolean decides(Action action, String topicOrFilter, int qos, boolean retained) {
    if (!actions.contains(action)
        || (qosMask & 1 << qos) == 0
        || (action == Action.PUBLISH && retain != null && retain != retained)) {
      return false;
    }
    if (topics == null) {
      return true;
    }
    for (var i = 0; i < topics.size(); i++) {
      var topic = topics.get(i);
      if (allow ? topic.allows(topicOrFilter) : topic.denies(topicOrFilter)) {
        return true;
      }
    }
    return false;
  }

  boolean allow() {
    return allow;
  }
}

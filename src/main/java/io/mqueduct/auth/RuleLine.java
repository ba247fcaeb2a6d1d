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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line of a rule file: {@code allow|deny WHO... ACTIONS [qos=0,1] [retain=true|false]
 * TOPIC...}, words separated by spaces, a word or a part of it in double quotes where it has
 * spaces.
 */
final class RuleLine {
  private static final String FORM =
      "expected: allow|deny WHO... publish|subscribe [qos=..] [retain=..] TOPIC...";

  private final List<String> words;
  private int next;

  private RuleLine(List<String> words) {
    this.words = words;
  }

  /**
   * The rule of a line.
   *
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  static AccessRule parse(String line) {
    return new RuleLine(words(line)).rule();
  }

  private AccessRule rule() {
    var allow =
        switch (take()) {
          case "allow" -> true;
          case "deny" -> false;
          default -> throw new IllegalArgumentException("a rule begins with allow or deny");
        };
    var who = who();
    var actions = actions(take());
    var qosMask = 0b111;
    Boolean retain = null;
    while (next < words.size()) {
      var word = words.get(next);
      if (word.startsWith("qos=")) {
        qosMask = qosMask(word.substring(4));
      } else if (word.startsWith("retain=")) {
        retain = retain(word.substring(7));
      } else {
        break;
      }
      next++;
    }
    if (retain != null && actions.contains(Action.SUBSCRIBE)) {
      throw new IllegalArgumentException("retain= goes with publish alone");
    }
    var topics = new ArrayList<TopicPattern>();
    while (next < words.size()) {
      topics.add(TopicPattern.parse(take()));
    }
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("no topic; " + FORM);
    }
    return new AccessRule(allow, who, actions, qosMask, retain, topics);
  }

  private String take() {
    if (next == words.size()) {
      throw new IllegalArgumentException(FORM);
    }
    return words.get(next++);
  }

  /** Terms of one kind are alternatives; of each kind that is there, one must hold. */
  private AccessRule.Who who() {
    if (take().equals("all")) {
      return AccessRule.Who.ALL;
    }
    next--;
    var byKind = new LinkedHashMap<String, Predicate<ClientIdentity>>();
    while (next < words.size() && !isAction(words.get(next))) {
      var word = take();
      var equals = word.indexOf('=');
      var kind = equals < 0 ? word : word.substring(0, equals);
      byKind.merge(kind, term(kind, equals < 0 ? null : word.substring(equals + 1)), Predicate::or);
    }
    if (byKind.isEmpty()) {
      throw new IllegalArgumentException(FORM);
    }
    var every = byKind.values().stream().reduce(Predicate::and).orElseThrow();
    return every::test;
  }

  private static Predicate<ClientIdentity> term(String kind, @Nullable String value) {
    if (value == null || value.isEmpty()) {
      return switch (kind) {
        case "authenticated" -> client -> client.userName() != null;
        case "anonymous" -> client -> client.userName() == null;
        default ->
            throw new IllegalArgumentException(
                ForLog.quote(kind)
                    + " says not who; known are all, authenticated, anonymous, user=NAME,"
                    + " clientid=ID, cert_cn=NAME, ipaddr=ADDRESS or NETWORK/BITS");
      };
    }
    return switch (kind) {
      case "user" -> client -> value.equals(client.userName());
      case "clientid" -> client -> value.equals(client.clientId());
      case "cert_cn" -> client -> value.equals(client.certCn());
      case "ipaddr" -> {
        var network = Cidr.parse(value);
        yield client -> client.peer() != null && network.contains(client.peer());
      }
      default -> term(kind, null);
    };
  }

  private static boolean isAction(String word) {
    return word.startsWith("publish") || word.startsWith("subscribe");
  }

  private static Set<Action> actions(String word) {
    var actions = EnumSet.noneOf(Action.class);
    for (var one : word.split(",", -1)) {
      switch (one) {
        case "publish" -> actions.add(Action.PUBLISH);
        case "subscribe" -> actions.add(Action.SUBSCRIBE);
        default ->
            throw new IllegalArgumentException(
                ForLog.quote(one) + " is no action; known are publish, subscribe");
      }
    }
    return actions;
  }

  private static int qosMask(String text) {
    var mask = 0;
    for (var one : text.split(",", -1)) {
      mask |= 1 << Fields.number(one, "qos", 0, 2);
    }
    return mask;
  }

  private static boolean retain(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("retain is true or false");
    };
  }

  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    var started = false;
    var quoted = false;
    for (var i = 0; i < line.length(); i++) {
      var c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
        started = true;
      } else if (quoted && c == '\\' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
      } else if (!quoted && (c == ' ' || c == '\t')) {
        if (started) {
          words.add(word.toString());
        }
        word.setLength(0);
        started = false;
      } else {
        word.append(c);
        started = true;
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("a quote is not closed");
    }
    if (started) {
      words.add(word.toString());
    }
    return words;
  }
}

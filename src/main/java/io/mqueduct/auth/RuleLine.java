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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line of a rule file: {@code allow|deny WHO... ACTIONS [qos=0,1] [retain=true|false]
 * TOPIC...}, words separated by spaces, a word or a part of it in double quotes where it has
 * spaces.
 */
final class RuleLine {
  private static final String FORM =
      "expected: allow|deny WHO... ACTION[,ACTION...] [qos=..] [retain=..] TOPIC...";

  private final List<String> words;
  private final List<String> users = new ArrayList<>();
  private final List<String> clients = new ArrayList<>();
  private final List<String> certCns = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final Set<Action> actions = EnumSet.noneOf(Action.class);
  private final Set<Integer> qos = new HashSet<>();
  private @Nullable Boolean authenticated;
  private @Nullable Boolean retain;
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
    readWho();
    readActions(take());
    readOptions();
    if (retain != null && !actions.equals(EnumSet.of(Action.PUBLISH))) {
      throw new IllegalArgumentException("retain= goes with publish alone");
    }
    var topics = words.subList(next, words.size());
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("no topic; " + FORM);
    }
    return AccessRule.of(
        new RuleTerms(
            allow,
            users,
            clients,
            certCns,
            addresses,
            authenticated,
            actions,
            qos,
            retain,
            topics));
  }

  private String take() {
    if (next == words.size()) {
      throw new IllegalArgumentException(FORM);
    }
    return words.get(next++);
  }

  private void readWho() {
    if (next < words.size() && words.get(next).equals("all")) {
      next++;
      return;
    }
    var first = next;
    while (next < words.size() && !isActions(words.get(next))) {
      readTerm(take());
    }
    if (next == first) {
      throw new IllegalArgumentException(FORM);
    }
  }

  private void readTerm(String word) {
    var equals = word.indexOf('=');
    var kind = equals < 0 ? word : word.substring(0, equals);
    var value = equals < 0 ? "" : word.substring(equals + 1);
    var names =
        switch (kind) {
          case "user" -> users;
          case "clientid" -> clients;
          case "cert_cn" -> certCns;
          case "ipaddr" -> addresses;
          default -> null;
        };
    if (names != null && !value.isEmpty()) {
      names.add(value);
    } else if (kind.equals("authenticated") && equals < 0) {
      authenticated = true;
    } else if (kind.equals("anonymous") && equals < 0) {
      authenticated = false;
    } else {
      throw new IllegalArgumentException(
          ForLog.quote(kind)
              + " says not who; known are all, authenticated, anonymous, user=NAME,"
              + " clientid=ID, cert_cn=NAME, ipaddr=ADDRESS or NETWORK/BITS");
    }
  }

  private static boolean isActions(String word) {
    return Arrays.stream(Action.values())
        .anyMatch(action -> word.startsWith(action.name().toLowerCase(Locale.ROOT)));
  }

  private void readActions(String word) {
    for (var one : word.split(",", -1)) {
      switch (one) {
        case "publish" -> actions.add(Action.PUBLISH);
        case "subscribe" -> actions.add(Action.SUBSCRIBE);
        case "consume" -> actions.add(Action.CONSUME);
        case "declare" -> actions.add(Action.DECLARE);
        default ->
            throw new IllegalArgumentException(
                ForLog.quote(one)
                    + " is no action; known are publish, subscribe, consume, declare");
      }
    }
  }

  private void readOptions() {
    for (; next < words.size(); next++) {
      var word = words.get(next);
      if (word.startsWith("qos=")) {
        for (var one : word.substring(4).split(",", -1)) {
          qos.add(Fields.number(one, "qos", 0, 2));
        }
      } else if (word.equals("retain=true") || word.equals("retain=false")) {
        retain = word.endsWith("true");
      } else if (word.startsWith("retain=")) {
        throw new IllegalArgumentException("retain is true or false");
      } else {
        return;
      }
    }
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

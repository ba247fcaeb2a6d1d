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

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a rule: a topic filter in which {@code ${clientid}}, {@code ${username}} and {@code
 * ${cert_cn}} stand for the client's own names, or with {@code eq:} before it that very text and
 * nothing that it matches. Immutable.
 *
 * @param text the filter, without {@code eq:}
 * @param exact true when only the same text is meant
 */
record TopicPattern(String text, boolean exact) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  static TopicPattern parse(String source) {
    var exact = source.startsWith("eq:") || source.startsWith("eq ");
    var text = exact ? source.substring(3) : source;
    var placeholders = PLACEHOLDER.matcher(text);
    while (placeholders.find()) {
      switch (placeholders.group(1)) {
        case "clientid", "username", "cert_cn" -> {}
        default ->
            throw new IllegalArgumentException(
                placeholders.group()
                    + " is not known; known are ${clientid}, ${username}, ${cert_cn}");
      }
    }
    checkFilter(text);
    return new TopicPattern(text, exact);
  }

  private static void checkFilter(String text) {
    if (text.isEmpty() || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a topic is not empty and has no NUL");
    }
    var levels = text.split("/", -1);
    for (var i = 0; i < levels.length; i++) {
      var level = levels[i];
      if (level.indexOf('#') >= 0 && (level.length() > 1 || i < levels.length - 1)) {
        throw new IllegalArgumentException("in " + text + ", # is not the whole last level");
      }
      if (level.indexOf('+') >= 0 && level.length() > 1) {
        throw new IllegalArgumentException("in " + text + ", + is not a whole level");
      }
    }
  }

  /**
   * The pattern for one client: a filter without placeholders, or null when the rule has nothing to
   * say about it.
   *
   * <p>A name can be put in for a placeholder only when it is part of one level and cannot be
   * mistaken for a wildcard or for one of the broker's {@code $} topics. For a client whose name is
   * not so, or that has none, a rule that allows says nothing, and a rule that denies denies all
   * that begins like the pattern: a client never gains by how it is called.
   */
  @Nullable TopicPattern resolve(ClientIdentity client, boolean forAllow) {
    var placeholders = PLACEHOLDER.matcher(text);
    var out = new StringBuilder();
    var from = 0;
    while (placeholders.find()) {
      out.append(text, from, placeholders.start());
      var value = valueOf(placeholders.group(1), client);
      if (value == null
          || !isOneLevel(value)
          || (placeholders.start() == 0 && startsDollar(value))) {
        return forAllow
            ? null
            : new TopicPattern(out.substring(0, out.lastIndexOf("/") + 1) + "#", false);
      }
      out.append(value);
      from = placeholders.end();
    }
    return from == 0 ? this : new TopicPattern(out.append(text.substring(from)).toString(), exact);
  }

  private static boolean isOneLevel(String value) {
    return !value.isEmpty()
        && value.chars().noneMatch(c -> c == '/' || c == '+' || c == '#' || c == '\0');
  }

  private static boolean startsDollar(String value) {
    return value.startsWith("$");
  }

  private static @Nullable String valueOf(String placeholder, ClientIdentity client) {
    return switch (placeholder) {
      case "clientid" -> client.clientId();
      case "username" -> client.userName();
      default -> client.certCn();
    };
  }

  /**
   * True when a rule that allows with this pattern allows the topic or filter: all that it matches.
   */
  boolean allows(String topicOrFilter) {
    return exact ? text.equals(topicOrFilter) : FilterCovers.covers(text, topicOrFilter);
  }

  /**
   * True when a rule that denies with this pattern denies the topic or filter: for anything that it
   * matches.
   */
  boolean denies(String topicOrFilter) {
    return exact ? text.equals(topicOrFilter) : FilterCovers.overlaps(text, topicOrFilter, true);
  }
}

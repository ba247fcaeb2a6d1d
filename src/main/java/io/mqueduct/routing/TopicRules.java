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

/**
 * The rules for topic names and topic filters (MQTT 5.0 sections 1.5.4 and 4.7, 4.8.2). Immutable,
 * any thread; no check allocates unless it has to.
 */
public final class TopicRules {
  /** Longest name or filter in bytes of UTF-8 [MQTT-4.7.3-3]. */
  public static final int MAX_BYTES = 65_535;

  private static final String SHARE = "$share/";

  private final int maxLevels;

  /**
   * Rules with a limit on levels.
   *
   * @param maxLevels greatest number of levels in a name or filter, at least 1. Routing walks level
   *     by level, so it also bounds the work that one message can cause
   */
  public TopicRules(int maxLevels) {
    if (maxLevels < 1) {
      throw new IllegalArgumentException("maxLevels must be at least 1: " + maxLevels);
    }
    this.maxLevels = maxLevels;
  }

  /** The fault of a topic name, or {@link TopicFault#NONE}. */
  public TopicFault checkName(String name) {
    return check(name, 0, false);
  }

  /** The fault of a topic filter without {@code $share/}, or {@link TopicFault#NONE}. */
  public TopicFault checkFilter(String filter) {
    return check(filter, 0, true);
  }

  /** Tells ordinary from shared subscriptions and both from what is no filter. */
  public ParsedFilter parse(String filter) {
    if (!filter.startsWith(SHARE)) {
      TopicFault fault = checkFilter(filter);
      return fault == TopicFault.NONE
          ? new ParsedFilter.Plain(filter)
          : new ParsedFilter.Invalid(fault);
    }
    int slash = filter.indexOf('/', SHARE.length());
    if (slash <= SHARE.length() || slash + 1 == filter.length()) {
      return new ParsedFilter.Invalid(TopicFault.MALFORMED_SHARE); // [MQTT-4.8.2-1]
    }
    for (int i = SHARE.length(); i < slash; i++) {
      char c = filter.charAt(i);
      if (c == '+' || c == '#') {
        return new ParsedFilter.Invalid(TopicFault.MALFORMED_SHARE); // [MQTT-4.8.2-2]
      }
    }
    if (filter.startsWith(SHARE, slash + 1)) {
      return new ParsedFilter.Invalid(TopicFault.MALFORMED_SHARE); // no group within a group
    }
    TopicFault fault = check(filter, slash + 1, true);
    return fault == TopicFault.NONE
        ? new ParsedFilter.Shared(
            filter.substring(SHARE.length(), slash), filter.substring(slash + 1))
        : new ParsedFilter.Invalid(fault);
  }

  /** Checks all for characters and length, and levels and wildcards from {@code from} on. */
  private TopicFault check(String text, int from, boolean wildcards) {
    int length = text.length();
    if (length == 0) {
      return TopicFault.EMPTY;
    }
    if (length > MAX_BYTES) {
      return TopicFault.TOO_LONG;
    }
    int bytes = 0;
    int levels = 1;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes++;
        if (c == 0) {
          return TopicFault.NUL;
        }
        if (i >= from) {
          if (c == '/') {
            levels++;
          } else if (c == '+' || c == '#') {
            TopicFault fault = wildcards ? wildcard(text, from, i) : TopicFault.WILDCARD_IN_NAME;
            if (fault != TopicFault.NONE) {
              return fault;
            }
          }
        }
      } else if (c < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(c)) {
        bytes += 3;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else {
        return TopicFault.NOT_UNICODE;
      }
    }
    if (bytes > MAX_BYTES) {
      return TopicFault.TOO_LONG;
    }
    return levels > maxLevels ? TopicFault.TOO_MANY_LEVELS : TopicFault.NONE;
  }

  private static TopicFault wildcard(String filter, int from, int at) {
    boolean startsLevel = at == from || filter.charAt(at - 1) == '/';
    boolean isLast = at + 1 == filter.length();
    if (filter.charAt(at) == '#') {
      return startsLevel && isLast ? TopicFault.NONE : TopicFault.MISPLACED_HASH;
    }
    return startsLevel && (isLast || filter.charAt(at + 1) == '/')
        ? TopicFault.NONE
        : TopicFault.MISPLACED_PLUS;
  }
}

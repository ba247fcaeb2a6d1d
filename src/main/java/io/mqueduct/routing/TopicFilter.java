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
 * Matches one topic filter against one topic name (MQTT 5.0 section 4.7), for places with a handful
 * of filters; many filters belong into a {@link SubscriptionTree}. Any thread, no allocation. Both
 * arguments must be valid by {@link TopicRules}.
 */
public final class TopicFilter {
  private TopicFilter() {}

  /** Whether the filter has a wildcard. */
  public static boolean hasWildcard(String filter) {
    return filter.indexOf('+') >= 0 || filter.endsWith("#");
  }

  /**
   * Whether the topic is one that the filter asks for. Topics that begin with {@code $} are hidden
   * from filters that begin with a wildcard [MQTT-4.7.2-1].
   */
  public static boolean matches(String filter, String topic) {
    if (topic.charAt(0) == '$' && (filter.charAt(0) == '+' || filter.charAt(0) == '#')) {
      return false;
    }
    return matches(filter, 0, topic, 0);
  }

  /**
   * Whether the rest of a filter matches the rest of a topic. Both positions are where a level
   * starts; one behind the end of the text means that no level is left.
   */
  static boolean matches(String filter, int filterAt, String topic, int topicAt) {
    int f = filterAt;
    int t = topicAt;
    int filterLength = filter.length();
    int topicLength = topic.length();
    while (f <= filterLength) {
      char first = f < filterLength ? filter.charAt(f) : '/';
      if (first == '#') {
        return true; // the parent level as well: "a/#" asks for "a"
      }
      if (t > topicLength) {
        return false;
      }
      if (first == '+') {
        f += 2;
        t = nextLevel(topic, t);
      } else {
        int next = nextLevel(topic, t);
        int length = next - 1 - t;
        if (!isLevel(filter, f, topic, t, length)) {
          return false;
        }
        f += length + 1;
        t = next;
      }
    }
    return t > topicLength;
  }

  /**
   * Start of the level behind the one that starts at {@code at}; beyond the end if none is left.
   */
  static int nextLevel(String topic, int at) {
    int slash = topic.indexOf('/', at);
    return (slash < 0 ? topic.length() : slash) + 1;
  }

  /** Whether the level of the filter at {@code filterAt} is the given piece of the topic. */
  static boolean isLevel(String filter, int filterAt, String topic, int topicAt, int length) {
    int end = filterAt + length;
    return (end == filter.length() || (end < filter.length() && filter.charAt(end) == '/'))
        && filter.regionMatches(filterAt, topic, topicAt, length);
  }
}

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

import org.jspecify.annotations.Nullable;

/**
 * The last decisions for one client: sets of two, of which the one used longer ago gives way. Holds
 * at most 32 topics of at most 256 characters, and no memory before the first. Owned by one thread.
 */
final class DecisionCache {
  static final int UNKNOWN = 0;
  static final int ALLOWED = 1;
  static final int DENIED = 2;

  private static final int MAX_TOPIC_CHARS = 256;
  private static final String[] NO_TOPICS = {};
  private static final byte[] NO_MARKS = {};

  // two entries a set, the one used last first; a mark is the kind of question times 4 plus the
  // decision
  private @Nullable String[] topics = NO_TOPICS;
  private byte[] marks = NO_MARKS;
  private final int sets;

  /** A cache of at most so many decisions, rounded up to a power of two; 0 turns it off. */
  DecisionCache(int maxDecisions) {
    sets = maxDecisions == 0 ? 0 : Math.max(1, Integer.highestOneBit(maxDecisions - 1 | 1));
  }

  /** The decision for a kind of question (0 to 31) about a topic. */
  int find(int kind, String topic) {
    if (topics.length == 0) {
      return UNKNOWN;
    }
    var first = 2 * set(kind, topic);
    if (isAt(first, kind, topic)) {
      return marks[first] & 3;
    }
    if (!isAt(first + 1, kind, topic)) {
      return UNKNOWN;
    }
    var mark = marks[first + 1];
    put(first + 1, topics[first], marks[first]);
    put(first, topic, mark);
    return mark & 3;
  }

  void add(int kind, String topic, boolean allowed) {
    if (sets == 0 || topic.length() > MAX_TOPIC_CHARS) {
      return;
    }
    if (topics.length == 0) {
      topics = new @Nullable String[2 * sets];
      marks = new byte[2 * sets];
    }
    var first = 2 * set(kind, topic);
    put(first + 1, topics[first], marks[first]);
    put(first, topic, (byte) (kind << 2 | (allowed ? ALLOWED : DENIED)));
  }

  void clear() {
    topics = NO_TOPICS;
    marks = NO_MARKS;
  }

  private void put(int index, @Nullable String topic, byte mark) {
    topics[index] = topic;
    marks[index] = mark;
  }

  private boolean isAt(int index, int kind, String topic) {
    return marks[index] >> 2 == kind && topic.equals(topics[index]);
  }

  private int set(int kind, String topic) {
    var hash = topic.hashCode() * 31 + kind;
    return (hash ^ hash >>> 16) & sets - 1;
  }
}

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
package io.mqueduct.bench;

import java.util.Locale;

/** What the clients of a run do. */
public enum Scenario {
  /** Many connections are opened as fast as allowed, and then are idle. */
  CONNECT(Kind.CONNECTIONS),
  /** Every publisher has a topic, every subscriber gets all of them. */
  FANIN(Kind.STEADY),
  /** All publish to one topic, which every subscriber gets. */
  FANOUT(Kind.STEADY),
  /** As many subscribers as publishers, each with a topic of its own. */
  PAIR(Kind.STEADY),
  /** The subscribers are a shared group: each message goes to one of them. */
  SHARED(Kind.STEADY),
  /** The subscribers consume a named queue: each message goes to one of them. */
  QUEUE(Kind.STEADY),
  /** Persistent sessions are filled while their clients are away, and then drained. */
  OFFLINE(Kind.COUNTED),
  /** Retained messages are set, each on its own topic, and then read by new subscribers. */
  RETAINED(Kind.COUNTED);

  private enum Kind {
    CONNECTIONS,
    STEADY,
    COUNTED
  }

  private final Kind kind;

  Scenario(Kind kind) {
    this.kind = kind;
  }

  /** Whether it runs for a time with messages under way all the time. */
  public boolean isSteady() {
    return kind == Kind.STEADY;
  }

  /** Whether it ends with a number of messages instead of a time. */
  public boolean isCounted() {
    return kind == Kind.COUNTED;
  }

  /** Whether a message goes to one of the subscribers. */
  boolean sharesMessages() {
    return this == SHARED || this == QUEUE;
  }

  /** How many subscribers get each message. */
  int receivers(int subscribers) {
    return this == PAIR || sharesMessages() ? 1 : subscribers;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

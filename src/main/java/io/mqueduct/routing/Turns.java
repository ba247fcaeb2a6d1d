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

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the messages of one publisher in order while some of them wait for an interceptor: each is
 * stored, and is passed on, after those before it. Owned by the publisher's loop.
 */
public final class Turns {
  /** Whoever waits for no answers is to publish nothing more when so many messages wait. */
  static final int MOST_UNANSWERED = 1000;

  /** The same for their bytes. */
  static final long MOST_UNANSWERED_BYTES = 1024L * 1024;

  private final ArrayDeque<Turn> toStore = new ArrayDeque<>(0);
  private final ArrayDeque<Turn> toPassOn = new ArrayDeque<>(0);
  private int unanswered;
  private long unansweredBytes;

  /** One message's turn. */
  interface Turn {
    /** Bytes of a message whose publisher waits for no answer, 0 if it does. */
    default int unansweredBytes() {
      return 0;
    }

    /** Whether it may be stored now; a message that goes nowhere may, too. */
    boolean mayStore();

    /** Stores it. */
    void store();

    /** Whether it may be passed on now. */
    boolean mayPassOn();

    /** Passes it on. */
    void passOn();
  }

  /** Whether nobody waits. */
  boolean isEmpty() {
    return toStore.isEmpty() && toPassOn.isEmpty();
  }

  /**
   * Whether so much waits that nobody is told of, that its publisher has to pause. It never waits
   * alone, but for others that somebody answers.
   */
  public boolean isFull() {
    return unanswered >= MOST_UNANSWERED || unansweredBytes >= MOST_UNANSWERED_BYTES;
  }

  /** Waits at the end. */
  void add(Turn turn) {
    toStore.add(turn);
    count(turn, 1);
  }

  private void count(Turn turn, int by) {
    int bytes = turn.unansweredBytes();
    unanswered += bytes > 0 ? by : 0;
    unansweredBytes += (long) by * bytes;
  }

  /** Something may have changed for one of them. */
  void goOn() {
    @Nullable Turn first;
    while ((first = toStore.peek()) != null && first.mayStore()) {
      toStore.remove();
      toPassOn.add(first); // before it is stored, which may be answered at once
      first.store();
    }
    while ((first = toPassOn.peek()) != null && first.mayPassOn()) {
      toPassOn.remove();
      count(first, -1);
      first.passOn();
    }
  }
}

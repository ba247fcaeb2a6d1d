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
package io.mqueduct.session;

import io.mqueduct.routing.CreditListener;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * How many messages named queues and shared groups may lend to a session. What the owner last said
 * is lessened by what was lent since and still is in the inbox, so that a queue on another loop can
 * lend until there is no credit left without asking the owner in between.
 *
 * <p>{@link #lent} and {@link #available}: any thread. Everything else: the session's loop.
 */
final class Credit {
  private static final CreditListener[] NONE = {};
  private static final VarHandle GRANTED;
  private static final VarHandle LENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      GRANTED = lookup.findVarHandle(Credit.class, "granted", int.class);
      LENT = lookup.findVarHandle(Credit.class, "lent", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through GRANTED
  private int granted;

  @SuppressWarnings("unused") // through LENT
  private int lent;

  private CreditListener[] listeners = NONE;
  private boolean hadCredit;
  private boolean takenSince;
  private boolean telling;

  int available() {
    return (int) GRANTED.getVolatile(this) - (int) LENT.getVolatile(this);
  }

  void lent() {
    LENT.getAndAdd(this, 1);
  }

  /** A lent message came out of the inbox. */
  void taken() {
    LENT.getAndAdd(this, -1);
    takenSince = true;
  }

  void add(CreditListener listener) {
    CreditListener[] more = Arrays.copyOf(listeners, listeners.length + 1);
    more[listeners.length] = listener;
    listeners = more;
    hadCredit = false;
  }

  void remove(CreditListener listener) {
    CreditListener[] less =
        Arrays.stream(listeners).filter(each -> each != listener).toArray(CreditListener[]::new);
    listeners = less.length == 0 ? NONE : less;
  }

  /** The client is gone. */
  void away(Session session) {
    GRANTED.setOpaque(this, 0);
    hadCredit = false;
    for (CreditListener listener : listeners) {
      listener.away(session);
    }
  }

  /**
   * Says how much there is now, and tells those who wait: when there is credit again, and when lent
   * messages were taken and there is room for more. What they lend at once is told of in the same
   * call, not in a nested one.
   */
  void grant(Session session, int amount) {
    if (listeners.length == 0) {
      GRANTED.setOpaque(this, amount);
      return;
    }
    // Before the listener looks whether something waits: who lets something wait looks at this
    // then.
    GRANTED.setVolatile(this, amount);
    if (telling) {
      return;
    }
    telling = true;
    try {
      boolean has = available() > 0;
      while (has && (!hadCredit || takenSince)) {
        hadCredit = true;
        takenSince = false;
        for (CreditListener listener : listeners) {
          listener.creditAvailable(session);
        }
        has = available() > 0;
      }
      hadCredit = has;
    } finally {
      telling = false;
    }
  }
}

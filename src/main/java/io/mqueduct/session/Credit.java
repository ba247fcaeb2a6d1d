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
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How many messages named queues and shared groups may lend to a session. What the owner last said
 * is lessened by what was lent since and still is in the inbox, so that a queue on another loop can
 * lend until there is no credit left without asking the owner in between.
 *
 * <p>{@link #lent} and {@link #available}: any thread. Everything else: the session's loop.
 */
final class Credit {
  private static final CreditListener[] NONE = {};
  private static final CreditListener GONE = subscriber -> {};
  private static final int FEW = 8;
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
  private int count;

  /** Where each is, if there are more than a few. */
  private @Nullable IdentityHashMap<CreditListener, Integer> places;

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

  /** Adds one; who was there before is not told again, as there may be very many. */
  void add(CreditListener listener, Session session, int amount) {
    if (count == listeners.length) {
      listeners = Arrays.copyOf(listeners, Math.max(1, 2 * count));
    }
    listeners[count++] = listener;
    IdentityHashMap<CreditListener, Integer> known = places;
    if (known != null) {
      known.put(listener, count - 1);
    } else if (count > FEW) {
      places = new IdentityHashMap<>();
      for (int i = 0; i < count; i++) {
        places.put(listeners[i], i);
      }
    }
    if (telling || !hadCredit) {
      hadCredit = false;
      grant(session, amount);
      return;
    }
    GRANTED.setVolatile(this, amount);
    hadCredit = available() > 0;
    if (hadCredit) {
      telling = true;
      try {
        listener.creditAvailable(session);
      } finally {
        telling = false;
      }
      tell(session);
    }
  }

  void remove(CreditListener listener) {
    int at = placeOf(listener);
    if (at < 0) {
      return;
    }
    CreditListener last = listeners[--count];
    listeners[at] = last;
    listeners[count] = GONE;
    if (places != null) {
      places.put(last, at);
      places.remove(listener);
    }
    if (count == 0) {
      listeners = NONE;
      places = null;
    }
  }

  private int placeOf(CreditListener listener) {
    if (places != null) {
      return places.getOrDefault(listener, -1);
    }
    for (int i = 0; i < count; i++) {
      if (listeners[i] == listener) {
        return i;
      }
    }
    return -1;
  }

  /** The client is gone. */
  void away(Session session) {
    GRANTED.setOpaque(this, 0);
    hadCredit = false;
    for (int i = 0; i < count; i++) {
      listeners[i].away(session);
    }
  }

  /**
   * Says how much there is now, and tells those who wait: when there is credit again, and when lent
   * messages were taken and there is room for more. What they lend at once is told of in the same
   * call, not in a nested one.
   */
  void grant(Session session, int amount) {
    if (count == 0) {
      GRANTED.setOpaque(this, amount);
      return;
    }
    // Before the listener looks whether something waits: who lets something wait looks at this
    // then.
    GRANTED.setVolatile(this, amount);
    if (!telling) {
      tell(session);
    }
  }

  private void tell(Session session) {
    telling = true;
    try {
      boolean has = available() > 0;
      while (has && (!hadCredit || takenSince)) {
        hadCredit = true;
        takenSince = false;
        for (int i = 0; i < count; i++) {
          listeners[i].creditAvailable(session);
        }
        has = available() > 0;
      }
      hadCredit = has;
    } finally {
      telling = false;
    }
  }
}

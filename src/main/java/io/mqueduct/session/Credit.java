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
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * How many messages named queues and shared groups may lend to a session. What the owner last said
 * is lessened by what was lent since and still is in the inbox, so that a queue on another loop can
 * lend until there is no credit left without asking the owner in between.
 *
 * <p>There may be very many lenders, and most of them have nothing to lend at the moment. So nobody
 * is told of credit who did not find that there is none, and of those that wait for their turn only
 * as many as the credit may be for.
 *
 * <p>{@link #lent}, {@link #available}, {@link #await} and {@link #pass}: any thread. Everything
 * else: the session's loop.
 */
final class Credit {
  private static final CreditListener[] NONE = {};
  private static final CreditListener GONE = subscriber -> {};
  private static final int FEW = 8;

  /** So many have their turn at once at most; each passes on what it leaves. */
  private static final int TURNS = 16;

  private static final VarHandle ALLOWED;
  private static final VarHandle LENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ALLOWED = lookup.findVarHandle(Credit.class, "allowed", int.class);
      LENT = lookup.findVarHandle(Credit.class, "lent", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through ALLOWED
  private int allowed; // lent messages, ever; may overflow as lent does

  @SuppressWarnings("unused") // through LENT
  private int lent; // ever

  /** Lent messages that came out of the inbox, ever. */
  private int taken;

  private CreditListener[] listeners = NONE;
  private int count;

  /** Where each is, if there are more than a few. */
  private @Nullable IdentityHashMap<CreditListener, Integer> places;

  /** How many of them do not wait for their turn. */
  private int atLarge;

  /** Who waits for its turn; there as soon as there was somebody who might. */
  private volatile @Nullable ConcurrentLinkedQueue<CreditListener> waiting;

  private int removedSince;

  /** Whether somebody asked and was told that there is none. */
  private volatile boolean refused;

  /** Whether all know that the client is there. */
  private boolean announced;

  private boolean telling;

  int available() {
    int left = left();
    if (left > 0 || refused) {
      return left;
    }
    refused = true;
    return left(); // again: whoever granted some meanwhile may have looked at that before
  }

  private int left() {
    return (int) ALLOWED.getVolatile(this) - (int) LENT.getVolatile(this);
  }

  void lent() {
    LENT.getAndAdd(this, 1);
  }

  /**
   * A lent message came out of the inbox. What can be lent does not change before {@link #grant}
   * says so, which knows where the message went.
   */
  void taken() {
    taken++;
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
    if (!listener.waitsForTurn()) {
      atLarge++;
    } else if (waiting == null) {
      waiting = new ConcurrentLinkedQueue<>();
    }
    if (!announced) {
      grant(session, amount);
      return;
    }
    ALLOWED.setVolatile(this, taken + amount);
    if (telling || left() <= 0) {
      refused = true; // it hears of the next
      return;
    }
    telling = true;
    try {
      listener.creditAvailable(session);
    } finally {
      telling = false;
    }
    tell(session);
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
    if (listener.waitsForTurn()) {
      forgetRemoved();
    } else {
      atLarge--;
    }
    if (count == 0) {
      listeners = NONE;
      places = null;
    }
  }

  /** Not one by one: there may be very many, none of which ever gets its turn. */
  private void forgetRemoved() {
    ConcurrentLinkedQueue<CreditListener> queue = waiting;
    if (queue != null && ++removedSince > count) {
      removedSince = 0;
      queue.removeIf(each -> placeOf(each) < 0);
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
    ALLOWED.setOpaque(this, taken);
    announced = false;
    for (int i = 0; i < count; i++) {
      listeners[i].away(session);
    }
  }

  /**
   * Says how much there is now, and tells those who wait for it. What they lend at once is told of
   * in the same call, not in a nested one.
   */
  void grant(Session session, int amount) {
    if (count == 0) {
      ALLOWED.setOpaque(this, taken + amount);
      return;
    }
    // Before it is looked whether somebody waits: who begins to wait looks at this then.
    ALLOWED.setVolatile(this, taken + amount);
    if (!telling) {
      tell(session);
    }
  }

  private void tell(Session session) {
    telling = true;
    try {
      while (left() > 0 && (refused || !announced)) {
        boolean all = !announced;
        announced = true;
        refused = false; // first: who is refused from here on is told again
        for (int i = 0; i < count && (all || atLarge > 0); i++) {
          if (all || !listeners[i].waitsForTurn()) {
            listeners[i].creditAvailable(session);
          }
        }
      }
    } finally {
      telling = false;
    }
    giveTurns(session, TURNS);
  }

  /**
   * A listener that was added waits for its turn, which comes at once if there is credit by now.
   */
  void await(CreditListener listener, Session session) {
    ConcurrentLinkedQueue<CreditListener> queue = waiting;
    if (queue != null) {
      queue.add(listener);
      pass(session);
    }
  }

  /** If there is credit, the next one has its turn. */
  void pass(Session session) {
    giveTurns(session, 1);
  }

  private void giveTurns(Session session, int most) {
    ConcurrentLinkedQueue<CreditListener> queue = waiting;
    if (queue == null || queue.isEmpty()) {
      return;
    }
    int turns = Math.min(most, left());
    while (turns > 0) {
      CreditListener next = queue.poll();
      if (next == null) {
        return;
      }
      if (next.turn(session)) {
        turns--;
      }
    }
  }
}

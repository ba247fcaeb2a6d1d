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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One QoS 1 or 2 message that interceptors are shown before its publisher is answered.
 *
 * <p>If one of them objects to what it asks for, nobody gets it. If one of them may refuse it, all
 * of those are asked for a place first, so that the message is kept by all or by none, and nobody
 * else gets it either. Then all store it. The others get it at the same time, unless the
 * publisher's packet identifier is to be stored with it: that must not happen before every
 * interceptor has the message, or a crash in between would lose it.
 *
 * <p>The publisher is answered when everybody has answered, with the first error if there is one.
 * Owned by the publisher's loop, but for the answers.
 */
final class Interception implements Turns.Turn, Interceptor.Listener, Receipt, Origin {
  private final Router router;
  private final Message message;
  private final RouteCache routes;
  private final Publisher publisher;
  private final Receipt receipt;
  private final boolean hasDurableId;
  private final Interceptor.Passage[] passages;
  private final boolean[] asked;
  private final AtomicInteger awaited = new AtomicInteger();
  private @Nullable String objection;
  private volatile @Nullable ReasonCode error;
  private volatile int fillPercent;
  private volatile State state = State.RESERVED;

  private enum State {
    RESERVING,
    RESERVED,
    STORING,
    STORED,
    REFUSED
  }

  private Interception(
      Router router, Message message, Interceptor[] interceptors, RouteCache routes, Origin from) {
    this.router = router;
    this.message = message;
    this.routes = routes;
    this.publisher = from.publisher();
    this.hasDurableId = from.hasDurableId();
    this.receipt = from.receipt(ReasonCode.SUCCESS);
    this.passages = new Interceptor.Passage[interceptors.length];
    this.asked = new boolean[interceptors.length];
    for (int i = 0; i < passages.length; i++) {
      passages[i] = interceptors[i].pass(message, publisher.peerHost(), this);
    }
  }

  /** Shows a message to interceptors, and passes it on; its origin's receipt is told. */
  static void begin(
      Router router, Message message, Interceptor[] interceptors, RouteCache routes, Origin from) {
    Interception begun = new Interception(router, message, interceptors, routes, from);
    begun.reserve(interceptors);
    Turns turns = begun.publisher.turns();
    turns.add(begun);
    turns.goOn();
  }

  private void reserve(Interceptor[] interceptors) {
    for (Interceptor.Passage each : passages) {
      objection = each.objection();
      if (objection != null) {
        error = ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR;
        state = State.REFUSED;
        return;
      }
    }
    int count = 0;
    for (int i = 0; i < interceptors.length; i++) {
      asked[i] = interceptors[i].mayRefuse();
      count += asked[i] ? 1 : 0;
    }
    if (count == 0) {
      return;
    }
    state = State.RESERVING;
    awaited.set(count);
    for (int i = 0; i < passages.length; i++) {
      if (asked[i]) {
        passages[i].reserve();
      }
    }
  }

  @Override
  public void reserved(boolean granted) {
    if (!granted) {
      error = ReasonCode.QUOTA_EXCEEDED;
    }
    if (awaited.decrementAndGet() == 0) {
      publisher.execute(this::reservedAll);
    }
  }

  private void reservedAll() {
    if (error == null) {
      state = State.RESERVED;
    } else {
      state = State.REFUSED;
      for (int i = 0; i < passages.length; i++) {
        if (asked[i]) {
          passages[i].giveUp();
        }
      }
    }
    publisher.turns().goOn();
  }

  @Override
  public boolean mayStore() {
    return state != State.RESERVING;
  }

  @Override
  public void store() {
    if (state == State.REFUSED) {
      return;
    }
    // One more for those who are not interceptors.
    awaited.set(passages.length + 1);
    state = hasDurableId ? State.STORING : State.STORED;
    for (Interceptor.Passage each : passages) {
      each.store();
    }
  }

  @Override
  public void stored(ReasonCode outcome, int fill) {
    if (fill > fillPercent) {
      fillPercent = fill; // a hint: of two at once, one is enough
    }
    answered(outcome);
  }

  private void answered(ReasonCode outcome) {
    if (outcome.isError() && error == null) {
      error = outcome;
    }
    int left = awaited.decrementAndGet();
    if (left == 0) {
      end();
    } else if (left == 1 && hasDurableId) {
      publisher.execute(this::storedAll);
    }
  }

  private void storedAll() {
    if (state == State.STORING) {
      state = State.STORED;
      publisher.turns().goOn();
    }
  }

  @Override
  public boolean mayPassOn() {
    return state == State.STORED || state == State.REFUSED;
  }

  @Override
  public void passOn() {
    ReasonCode failed = error;
    String said = objection;
    if (said != null) {
      receipt.reason(said);
      receipt.failed(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR);
      return;
    }
    if (state == State.REFUSED || (hasDurableId && failed != null)) {
      receipt.hint(state == State.REFUSED ? 100 : fillPercent);
      receipt.failed(failed == null ? ReasonCode.QUOTA_EXCEEDED : failed);
      return;
    }
    ReasonCode outcome = router.passOn(message, routes.route(message.topic()), routes, this);
    if (outcome != null) {
      answered(outcome);
    }
  }

  private void end() {
    receipt.hint(fillPercent);
    ReasonCode failed = error;
    if (failed == null) {
      receipt.stored();
    } else {
      receipt.failed(failed);
    }
  }

  // --- for those who are not interceptors, in place of the publisher

  @Override
  public Publisher publisher() {
    return publisher;
  }

  @Override
  public boolean hasDurableId() {
    return hasDurableId;
  }

  @Override
  public Receipt receipt(ReasonCode ifStored) {
    return this;
  }

  @Override
  public @Nullable StoredList publisherList() {
    return receipt.publisherList();
  }

  @Override
  public int packetId() {
    return receipt.packetId();
  }

  @Override
  public void stored() {
    answered(ReasonCode.SUCCESS);
  }

  @Override
  public void failed(ReasonCode why) {
    answered(why);
  }
}

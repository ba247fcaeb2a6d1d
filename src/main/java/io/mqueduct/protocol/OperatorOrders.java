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
package io.mqueduct.protocol;

import io.mqueduct.message.ReasonCode;
import io.mqueduct.protocol.codec.Subscribe;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Ledger;
import io.mqueduct.session.SessionJournal.Outcome;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;

/**
 * Subscribes and unsubscribes a client by order of an operator, who is told when it is stored. The
 * connection's loop; no state.
 */
final class OperatorOrders {
  /** How long an operator waits for a store that cannot write, milliseconds. */
  private static final long PATIENCE_MILLIS = 5_000;

  private OperatorOrders() {}

  /**
   * Subscribes a client, whose access rules do not apply. If the store does not take it there is
   * what there was before.
   *
   * @param answer gets the code of a SUBACK, IMPLEMENTATION_SPECIFIC_ERROR if it is not stored; on
   *     this loop, once
   */
  static void subscribe(Connection to, OperatorSubscribe asked, Consumer<ReasonCode> answer) {
    SubscribeFlow.Changes changes = new SubscribeFlow.Changes();
    ReasonCode code =
        SubscribeFlow.one(
            to,
            0,
            new Subscribe.Filter(
                asked.filter(),
                asked.qos(),
                asked.noLocal(),
                asked.retainAsPublished(),
                asked.retainHandling()),
            true,
            changes);
    Ledger ledger = to.session().storedList();
    if (ledger == null || changes.added.isEmpty()) {
      replay(to, changes);
      answer.accept(code);
      return;
    }
    Outcome outcome =
        stored -> {
          if (to.state == Connection.State.CONNECTED) {
            if (stored) {
              replay(to, changes);
            } else {
              changes.takeBack(to, new IdentityHashMap<>(1));
            }
          }
          answer.accept(stored ? code : ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR);
        };
    ledger
        .journal()
        .subscribed(changes.added, stored -> to.services.loop.tell(() -> outcome.done(stored)));
  }

  private static void replay(Connection to, SubscribeFlow.Changes changes) {
    for (Subscription each : changes.replays) {
      if (to.session().subscriptions().get(each.filter(), each.group()) == each) {
        UnfinishedReplays.start(to, each);
      }
    }
  }

  /**
   * Unsubscribes a client. A store that cannot write does it as soon as it can.
   *
   * @param answer gets the code of an UNSUBACK, IMPLEMENTATION_SPECIFIC_ERROR if it is not stored
   *     yet; on this loop, once
   */
  static void unsubscribe(Connection from, OperatorUnsubscribe asked, Consumer<ReasonCode> answer) {
    List<Subscription> removed = new ArrayList<>();
    ReasonCode code = SubscribeFlow.remove(from, asked.filter(), removed);
    Ledger ledger = from.session().storedList();
    if (ledger == null || removed.isEmpty()) {
      answer.accept(code);
      return;
    }
    BrokerLoop loop = from.services.loop;
    Once told = new Once(answer);
    ledger
        .journal()
        .unsubscribed(
            removed,
            stored ->
                loop.tell(
                    () -> told.accept(stored ? code : ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR)));
    loop.later(() -> told.accept(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR), PATIENCE_MILLIS);
  }

  /** The first answer counts. */
  private static final class Once implements Consumer<ReasonCode> {
    private final Consumer<ReasonCode> answer;
    private boolean isTold;

    Once(Consumer<ReasonCode> answer) {
      this.answer = answer;
    }

    @Override
    public void accept(ReasonCode code) {
      if (!isTold) {
        isTold = true;
        answer.accept(code);
      }
    }
  }
}

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
package io.mqueduct.durable;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.session.Attach;
import io.mqueduct.session.Ledger;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionRegistryVerticle.Opening;
import io.mqueduct.session.StoredDelivery;
import io.mqueduct.store.InflightMark;
import io.mqueduct.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is stored, and read, when a client comes and goes. Stateless; the registry's loop calls. */
public final class SessionOpening {
  private SessionOpening() {}

  /** A client has come; its CONNACK waits for this. Any thread tells the outcome. */
  public static void open(
      @Nullable BrokerStore store,
      Session session,
      Attach attach,
      boolean present,
      Consumer<Opening> outcome) {
    Ledger ledger = session.storedList();
    if (store == null || ledger == null || !(ledger.journal() instanceof StoreJournal journal)) {
      outcome.accept(new Opening(null, () -> {}));
      return;
    }
    boolean mustRead = present && ledger.hasUnread();
    journal.open(
        attach,
        present,
        System.currentTimeMillis(),
        problem -> {
          if (problem != null) {
            outcome.accept(new Opening(problem, () -> {}));
          } else if (mustRead) {
            store.read(() -> readInflight(store, session, journal, ledger, outcome));
          } else {
            store.opened(journal.number(), ledger);
            outcome.accept(new Opening(null, () -> {}));
          }
        });
  }

  /** The messages that were sent before a restart, to be sent again. */
  private static void readInflight(
      BrokerStore store,
      Session session,
      StoreJournal journal,
      Ledger ledger,
      Consumer<Opening> outcome) {
    // The will of the connection that does not come about is in the store already.
    Runnable undo = () -> journal.will(session.will());
    try {
      List<StoredDelivery> messages = new ArrayList<>();
      for (InflightMark mark : store.store().reader().inflight(journal.number())) {
        StoredMessage found =
            mark.released()
                ? null
                : store
                    .store()
                    .reader()
                    .readMessage(journal.number(), mark.lane(), mark.sequence());
        if (found != null) {
          messages.add(StoreJournal.delivery(found));
        }
      }
      long now = System.currentTimeMillis();
      outcome.accept(new Opening(null, () -> ledger.readInflight(messages, now)));
    } catch (BrokerException e) {
      outcome.accept(new Opening(e, undo));
    } catch (RuntimeException e) {
      outcome.accept(
          new Opening(new BrokerException(Problem.STORE_FAILED, String.valueOf(e)), undo));
    }
  }

  /** The client has gone, and its session stays. */
  public static void away(Session session, long nowMillis, long expiryMillis) {
    Ledger ledger = session.storedList();
    if (ledger != null) {
      ledger.journal().detached(nowMillis, Seconds.ofMillis(expiryMillis));
    }
  }
}

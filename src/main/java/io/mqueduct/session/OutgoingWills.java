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

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Wills that are being published. Those of persistent sessions stay in the store until everybody
 * durable has them, so that a broker that is killed in between publishes them at its next start: a
 * session ends only then, and a client that comes back waits for it.
 *
 * <p>Where the store takes nothing a client does not wait: its own will takes the place in the
 * store, and the older one is only in memory, of each client the newest. Owned by the registry's
 * loop.
 */
final class OutgoingWills {
  private final Map<String, Outgoing> byClient = new HashMap<>();
  private final Loop loop;
  private @Nullable Runnable whenEmpty;

  /** The registry's loop. */
  interface Loop {
    /** Any thread: runs something on it. */
    void execute(Runnable task);

    /** Runs something later. */
    void later(Runnable task, long millis);
  }

  /** A will of a persistent session. */
  private static final class Outgoing {
    private final Session session;
    private final ArrayDeque<Runnable> opening = new ArrayDeque<>(1);
    private @Nullable Runnable end;
    private boolean fails;

    /** Its client is back, and the store has the will of the new connection. */
    private boolean opened;

    /** There is a newer one of the same client. */
    private boolean replaced;

    private Outgoing(Session session) {
      this.session = session;
    }
  }

  OutgoingWills(Loop loop) {
    this.loop = loop;
  }

  /** Publishes the will of a session, which does not have it any more. */
  void publish(Session session, WillBearer bearer) {
    Outgoing will = null;
    if (session.storedList() != null) {
      will = new Outgoing(session);
      Outgoing older = byClient.put(session.clientId(), will);
      if (older != null) {
        older.replaced = true;
        end(older);
      }
    }
    go(bearer, will);
  }

  private void go(WillBearer bearer, @Nullable Outgoing will) {
    bearer.go(millis -> loop.execute(() -> gone(bearer, will, millis)));
  }

  private void gone(WillBearer bearer, @Nullable Outgoing will, long again) {
    if (will == null) {
      if (again > 0) {
        loop.later(() -> go(bearer, null), again);
      }
    } else if (!will.replaced && again > 0) {
      will.fails = true;
      openAll(will);
      loop.later(
          () -> {
            if (!will.replaced) {
              go(bearer, will);
            }
          },
          again);
    } else if (!will.replaced) {
      byClient.remove(will.session.clientId());
      end(will); // before what is opened
      openAll(will);
      tellIfEmpty();
    }
  }

  /** What waited for a will to be out of the way is done now. */
  private static void end(Outgoing will) {
    Runnable end = will.end;
    Ledger ledger = will.session.storedList();
    if (end != null) {
      end.run();
    } else if (ledger != null && !will.opened && !will.replaced) {
      ledger.journal().will(null);
    }
  }

  private static void openAll(Outgoing will) {
    for (Runnable next = will.opening.poll(); next != null; next = will.opening.poll()) {
      will.opened = true;
      next.run();
    }
  }

  /** Opens a session when the store does not need what was there before of its client. */
  void open(String clientId, Runnable open) {
    Outgoing will = byClient.get(clientId);
    if (will == null) {
      open.run();
    } else if (will.fails) {
      will.opened = true;
      open.run();
    } else {
      will.opening.add(open);
    }
  }

  /** Ends a session when its will is out. */
  void end(Session session, Runnable end) {
    Outgoing will = byClient.get(session.clientId());
    if (will == null || will.session != session) {
      end.run();
    } else {
      will.end = end;
    }
  }

  /** Runs something once nothing is on its way. */
  void whenEmpty(Runnable task) {
    whenEmpty = task;
    tellIfEmpty();
  }

  private void tellIfEmpty() {
    Runnable task = whenEmpty;
    if (task != null && byClient.isEmpty()) {
      whenEmpty = null;
      task.run();
    }
  }
}

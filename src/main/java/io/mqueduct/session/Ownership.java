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

import io.mqueduct.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Which loop owns a session, and what travels with it: the inbox, the count of hand-overs, and the
 * time for which the owner was asked for a tick. Who pushes into the inbox while the session moves
 * may wake the old owner, which passes the wake-up on; so no wake-up is lost.
 */
final class Ownership {
  /**
   * QoS 0 messages are dropped when so many messages, or 256 MB, wait for a loop that does not come
   * round.
   */
  static final int INBOX_QOS0_LIMIT = 65_536;

  /** So many deliveries in one inbox, or 32 MB: the publishers are too fast for the loop. */
  private static final long INBOX_PRESSURE = 8192;

  private final Inbox inbox = new Inbox();
  private @Nullable Delivery taken;
  private final Session session;
  private volatile SessionLoop loop;
  private long announced = Long.MAX_VALUE;

  Ownership(Session session, SessionLoop loop) {
    this.session = session;
    this.loop = loop;
  }

  /** Any thread: the owner at the moment. */
  SessionLoop loop() {
    return loop;
  }

  /** Any thread: whether another loop owns the session. */
  boolean isElsewhere() {
    return !loop.isCurrent();
  }

  /**
   * The owner: whether what is one of many deliveries of a message may wait in the inbox for the
   * end of the pass, so that those of several messages are taken one behind the other. With many
   * subscribers the state of all of them does not fit into the processor's caches, and is fetched
   * once for all these messages instead of for each.
   */
  boolean collects(Message message) {
    return loop.collects(message);
  }

  /** Any thread: leaves a delivery for the owner, and wakes it if it is the first one. */
  void push(Delivery delivery) {
    if (inbox.push(delivery)) {
      loop.wake(session);
    } else if (delivery.at > INBOX_PRESSURE) {
      loop.overloaded();
    }
  }

  /** Any thread: whether there is no room for QoS 0. */
  boolean hasFullInbox() {
    return inbox.depth() >= INBOX_QOS0_LIMIT;
  }

  /** The session takes what is in the inbox; behind what an operation that failed left over. */
  void takeInbox(long now) {
    takeFresh();
    takeTaken(now);
  }

  /** The session, whose inbox is empty, takes what does not have to go through it. */
  void take(Delivery delivery, long now) {
    taken = delivery;
    takeTaken(now);
  }

  private void takeTaken(long now) {
    for (Delivery next = nextTaken(); next != null; next = nextTaken()) {
      if (next instanceof Notice notice) {
        notice.action.run(now);
      } else if (next instanceof Bundle bundle) {
        bundle.takeNext(session, now);
      } else {
        if (next.countsAsLent()) {
          session.credit.taken();
        }
        session.outbound().take(next, now);
      }
    }
  }

  private void takeFresh() {
    Delivery fresh = inbox.takeAll();
    Delivery last = taken;
    if (last == null) {
      taken = fresh;
      return;
    }
    for (Delivery next = last.following(); next != null; next = last.following()) {
      last = next;
    }
    last.next = fresh;
  }

  /**
   * The next delivery that was taken, in no list any more unless there is more of it; null after
   * the last. So what an operation within the operation takes is in line too.
   */
  private @Nullable Delivery nextTaken() {
    Delivery next = taken;
    if (next != null && next.count() == 1) {
      taken = next.following();
      next.next = null;
    }
    return next;
  }

  /** The owner gives the session to another loop; everything before is visible to that loop. */
  void handOver(SessionLoop to) {
    check();
    if (session.isOnline()) {
      throw new IllegalStateException("a connection is attached");
    }
    Ledger ledger = session.storedList();
    if (ledger != null) {
      ledger.flush();
    }
    announced = Long.MAX_VALUE;
    loop = to;
    to.wake(session);
  }

  /** Asks the owner for a tick if it has to be earlier than the one that was asked for before. */
  void announce(long dueMillis) {
    if (dueMillis < announced) {
      announced = dueMillis;
      loop.tickAt(session, dueMillis);
    }
  }

  /** The tick that was asked for is here. */
  void announced() {
    announced = Long.MAX_VALUE;
  }

  void check() {
    assert loop.isCurrent() : "session used by a loop that does not own it";
  }
}

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
import io.mqueduct.message.ReasonCode;
import io.mqueduct.routing.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Puts a session's deliveries on the wire: the first time, again after a reconnect, and again each
 * retry interval. Has the window and the clock of the retries.
 *
 * <p>Owned by the loop that owns the session; not thread-safe. What is ever sent again is QoS 1 and
 * 2 PUBLISH and PUBREL, nothing else.
 */
final class Wire implements Drops {
  private static final long NEVER = Long.MAX_VALUE;

  final Window window = new Window();
  private final Session session;
  private final SessionStats stats;
  private final DropListener listener;
  private final @Nullable Ledger ledger;
  private SessionSettings settings;
  private @Nullable Outlet outlet;
  private long retryDue = NEVER;
  private int heldBack;

  Wire(Session session, SessionStats stats, DropListener listener, SessionSettings settings) {
    this.session = session;
    this.ledger = session.storedList();
    this.stats = stats;
    this.listener = listener;
    this.settings = settings;
  }

  /** The connection, or null while the client is away. */
  @Nullable Outlet outlet() {
    return outlet;
  }

  void connected(@Nullable Outlet now) {
    outlet = now;
    heldBack = 0;
    retryDue = NEVER;
  }

  void settings(SessionSettings changed, long now) {
    settings = changed;
    retryDue =
        changed.retryIntervalMillis() > 0 && outlet != null && window.size() > 0 ? now : NEVER;
  }

  /** When {@link #retry} has something to do. */
  long retryDueMillis() {
    return retryDue;
  }

  /** Resends what has waited for the interval, in the original order. */
  void retry(Outlet out, long now) {
    long interval = settings.retryIntervalMillis();
    long due = NEVER;
    Delivery next;
    for (Delivery entry = window.first(); entry != null && interval > 0; entry = next) {
      next = entry.following();
      if (!entry.onWire || isHeldBack(entry)) {
        continue;
      }
      if (now - entry.triedAtMillis() >= interval && !out.isCongested()) {
        if (entry.released) {
          resendRelease(out, entry, now);
        } else if (!entry.message.isExpired(now)) {
          resend(out, entry, now);
        } else {
          window.close(entry);
          dropped(entry, DropReason.EXPIRED);
          continue;
        }
      }
      due = Math.min(due, Math.max(now + 1, entry.triedAtMillis() + interval));
    }
    retryDue = out.isCongested() && due != NEVER ? now + interval : due;
  }

  /** First send of a QoS 1 or 2 delivery; takes a slot. */
  void send(Outlet out, Delivery delivery, long now) {
    window.open(delivery, now);
    if (ledger != null && delivery instanceof StoredDelivery stored) {
      boolean waits = stored.qos == 2 || heldBack > 0;
      ledger.sent(stored, waits);
      if (waits) { // until the store knows its identifier, see marked; what follows keeps the order
        heldBack++;
        return;
      }
      stored.marked = true;
    }
    transmit(out, delivery, now);
  }

  /** The store knows that a message that waits for it is sent with this identifier. */
  void marked(int id, long sequence, long now) {
    Outlet out = outlet;
    if (window.find(id) instanceof StoredDelivery entry
        && entry.sequence == sequence
        && !entry.marked) {
      entry.marked = true;
      if (entry.onWire) {
        heldBack = Math.max(0, heldBack - 1);
        if (out != null) {
          transmit(out, entry, now);
        }
      }
    }
  }

  /** The store knows of PUBRECs: their PUBRELs are due. */
  void receiptsStored(int[] marks, long now) {
    Outlet out = outlet;
    for (int mark : marks) {
      boolean received = mark >>> 24 == SessionJournal.RECEIVED;
      if (received
          && window.find(mark & 0xFFFF) instanceof StoredDelivery entry
          && entry.receiptWaits) {
        entry.receiptWaits = false;
        if (out != null) {
          release(out, entry, now);
        }
      }
    }
  }

  private void transmit(Outlet out, Delivery delivery, long now) {
    if (out.publish(
        delivery.message,
        delivery.id,
        delivery.qos,
        false,
        delivery.retain,
        delivery.identifiers,
        now)) {
      stats.increment(SessionStats.SENT);
      scheduleRetry(now);
    } else {
      tooLarge(delivery);
    }
  }

  /** Sends a QoS 0 delivery that waited, or came from the store, which is told. */
  void sendQos0(Outlet out, Delivery delivery, long now) {
    sendQos0(out, delivery.message, delivery.retain, delivery.identifiers, now);
    settle(delivery, SessionJournal.DONE);
  }

  void sendQos0(Outlet out, Message message, boolean retain, int[] identifiers, long now) {
    if (out.publish(message, 0, 0, false, retain, identifiers, now)) {
      stats.increment(SessionStats.SENT);
    } else {
      drop(message, DropReason.TOO_LARGE);
    }
  }

  /** Same identifier, DUP 1 (MQTT-3.3.1-1); also if it has expired since it was first sent. */
  void resend(Outlet out, Delivery entry, long now) {
    window.seen(entry);
    if (isHeldBack(entry)) {
      heldBack++; // it was never sent, and is when the store knows its identifier, see marked
      return;
    }
    if (out.publish(
        entry.message, entry.id, entry.qos, true, entry.retain, entry.identifiers, now)) {
      stats.increment(SessionStats.RESENT);
      entry.tried(now);
      scheduleRetry(now);
    } else {
      tooLarge(entry);
    }
  }

  void resendRelease(Outlet out, Delivery entry, long now) {
    if (release(out, entry, now)) {
      stats.increment(SessionStats.RESENT);
    }
  }

  /** The delivery that the client was sent with this identifier, or null. */
  @Nullable Delivery sent(int id) {
    Delivery entry = window.find(id);
    return entry == null || isHeldBack(entry) ? null : entry;
  }

  /** Whether it has an identifier, but was not sent yet: the store does not know that one. */
  private static boolean isHeldBack(Delivery entry) {
    return entry instanceof StoredDelivery stored && !stored.marked;
  }

  /** Its slot is free at once, as if it had been sent and completed (MQTT-3.1.2-25). */
  private void tooLarge(Delivery entry) {
    window.close(entry);
    drop(entry.message, DropReason.TOO_LARGE);
    settle(entry, SessionJournal.ACKNOWLEDGED);
    Settlement settlement = entry.takeSettlement();
    if (settlement != null) {
      settlement.settled(ReasonCode.PACKET_TOO_LARGE, null);
    }
  }

  private void scheduleRetry(long now) {
    if (settings.retryIntervalMillis() > 0) {
      retryDue = Math.min(retryDue, now + settings.retryIntervalMillis());
    }
  }

  /** PUBREL; never waits for a slot. False if it waits for the store to have the PUBREC. */
  boolean release(Outlet out, Delivery entry, long now) {
    if (entry instanceof StoredDelivery stored && stored.receiptWaits) {
      return false;
    }
    out.pubrel(entry.id, ReasonCode.SUCCESS);
    entry.tried(now);
    scheduleRetry(now);
    return true;
  }

  /** Counts a delivery that is given up; one that was lent goes back and is no loss. */
  @Override
  public void dropped(Delivery delivery, DropReason reason) {
    if (delivery.settlement != null) {
      Lane.giveBack(delivery);
    } else {
      drop(delivery.message, reason);
      settle(delivery, delivery.id == 0 ? SessionJournal.DONE : SessionJournal.ACKNOWLEDGED);
    }
  }

  @Override
  public void droppedInStore(DropReason reason, int count) {
    stats.countDrops(reason, count);
    listener.droppedInStore(session, reason, count);
  }

  /** Tells the store, if it has the message. */
  void settle(Delivery delivery, int what) {
    if (ledger != null && delivery instanceof StoredDelivery stored) {
      ledger.settle(stored, what);
    }
  }

  void drop(Message message, DropReason reason) {
    stats.countDrop(reason);
    listener.dropped(session, message, reason);
  }
}

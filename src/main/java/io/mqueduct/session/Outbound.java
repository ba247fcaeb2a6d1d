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
 * What goes from a session to its client: decides for each message whether it is sent, waits or is
 * dropped, and keeps the window filled.
 *
 * <p>Owned by the loop that owns the session; not thread-safe. While the window has room and the
 * socket is not congested, first what a resume owes is sent, then what {@link Waiting} says.
 */
final class Outbound {
  private static final int MAX_AHEAD = 4;

  private final SessionStats stats;
  private final Wire wire;
  private final Window window;
  private final Waiting waiting;
  private final @Nullable Ledger ledger;
  private SessionSettings settings;
  private boolean ended;

  Outbound(Session session, SessionStats stats, DropListener listener, SessionSettings settings) {
    this.stats = stats;
    this.ledger = session.storedList();
    this.settings = settings;
    this.wire = new Wire(session, stats, listener, settings);
    this.window = wire.window;
    this.waiting = new Waiting(session, wire);
  }

  /**
   * Judges a message for this session.
   *
   * @param own whether it is the client's own and No Local is set
   * @param carrier the delivery that brought it through the inbox, or null
   */
  void accept(
      Message message,
      int[] identifiers,
      int qos,
      boolean retain,
      boolean own,
      @Nullable Delivery carrier,
      long now) {
    if (ended) {
      wire.drop(message, DropReason.SESSION_EXPIRED);
      return;
    }
    if (own) {
      wire.drop(message, DropReason.NO_LOCAL);
      return;
    }
    if (message.isExpired(now)) {
      wire.drop(message, DropReason.EXPIRED);
      return;
    }
    Outlet out = wire.outlet();
    boolean wait;
    if (out == null) {
      wait = true;
    } else {
      if (isBehind()) {
        pump(now);
      }
      boolean inLine = waiting.hasQueue() || waiting.isStoring() || window.isFull();
      wait = qos > 0 ? inLine : out.isCongested() || (inLine && settings.storeQos0());
    }
    if (wait && qos == 0 && !settings.storeQos0()) {
      wire.drop(message, DropReason.QOS0_MSG);
    } else if (wait) {
      waiting.enqueue(carry(message, identifiers, qos, retain, carrier), settings, now);
    } else if (out != null && qos == 0) {
      wire.sendQos0(out, message, retain, identifiers, now);
    } else if (out != null) {
      wire.send(out, carry(message, identifiers, qos, retain, carrier), now);
    }
  }

  /** Judges what came through the inbox, or what a named queue or shared group lends. */
  void take(Delivery delivery, long now) {
    if (delivery instanceof StoredDelivery stored) {
      acceptStored(stored, now);
    } else if (delivery.settlement == null) {
      accept(
          delivery.message,
          delivery.identifiers,
          delivery.qos,
          delivery.retain,
          delivery.ownMessage,
          delivery,
          now);
    } else if (ended || delivery.message.isExpired(now)) {
      Lane.giveBack(delivery);
    } else {
      offer(delivery, now);
    }
  }

  /** Judges a message that the store has. */
  private void acceptStored(StoredDelivery delivery, long now) {
    if (ledger != null) {
      ledger.heard(delivery.sequence);
    }
    Outlet out = wire.outlet();
    if (ended) {
      wire.drop(delivery.message, DropReason.SESSION_EXPIRED);
      return;
    }
    if (delivery.message.isExpired(now)) {
      wire.dropped(delivery, DropReason.EXPIRED);
      return;
    }
    if (out != null && isBehind()) {
      pump(now);
    }
    if (out == null
        || waiting.hasQueue()
        || window.isFull()
        || (delivery.qos == 0 && out.isCongested())) {
      waiting.enqueue(delivery, settings, now);
    } else if (delivery.qos == 0) {
      wire.sendQos0(out, delivery, now);
    } else {
      wire.send(out, delivery, now);
    }
  }

  private void offer(Delivery delivery, long now) {
    Outlet out = wire.outlet();
    if (out != null && isBehind()) {
      pump(now);
    }
    if (out != null
        && !window.isFull()
        && !out.isCongested()
        && !waiting.hasQueue()
        && !waiting.hasLent()) {
      wire.send(out, delivery, now);
    } else if (out == null && !delivery.mayWaitWhileAway()) {
      Lane.giveBack(delivery);
    } else {
      waiting.lend(delivery, settings, now);
    }
  }

  void startReplay(Replay replay, long now) {
    waiting.startReplay(replay);
    pump(now);
  }

  void puback(int id, ReasonCode code, @Nullable String reason, long now) {
    Delivery entry = wire.sent(id);
    settle(entry, Window.puback(entry), "PUBACK", code, reason, now);
  }

  void pubrec(int id, ReasonCode code, long now) {
    Outlet out = wire.outlet();
    Delivery entry = wire.sent(id);
    AckVerdict verdict = Window.pubrec(entry, code);
    if (out == null) {
      return;
    }
    if (verdict == AckVerdict.UNKNOWN) {
      stats.increment(SessionStats.UNKNOWN_ACKS);
      out.pubrel(id, ReasonCode.PACKET_IDENTIFIER_NOT_FOUND);
    } else if (entry != null
        && (verdict == AckVerdict.RELEASE || verdict == AckVerdict.RELEASE_AGAIN)) {
      window.seen(entry);
      boolean first = !entry.released;
      entry.released = true;
      entry.message = Delivery.RELEASED;
      if (first && entry instanceof StoredDelivery stored) {
        stored.receiptWaits = true;
        wire.settle(entry, SessionJournal.RECEIVED); // PUBREL when that is stored
      } else {
        wire.release(out, entry, now);
      }
      Settlement settlement = entry.takeSettlement();
      if (settlement != null) {
        settlement.settled(code, null);
      }
    } else {
      settle(entry, verdict, "PUBREC", code, null, now);
    }
  }

  void pubcomp(int id, ReasonCode code, long now) {
    Delivery entry = wire.sent(id);
    settle(entry, Window.pubcomp(entry), "PUBCOMP", code, null, now);
  }

  private void settle(
      @Nullable Delivery entry,
      AckVerdict verdict,
      String packet,
      ReasonCode code,
      @Nullable String reason,
      long now) {
    Outlet out = wire.outlet();
    if (out == null) {
      return;
    }
    if (entry == null) {
      stats.increment(SessionStats.UNKNOWN_ACKS);
    } else if (verdict == AckVerdict.WRONG_KIND) {
      out.disconnect(ReasonCode.PROTOCOL_ERROR, packet + " for a delivery that is not owed one");
      disconnect();
    } else {
      window.close(entry);
      wire.settle(entry, entry.released ? SessionJournal.COMPLETED : SessionJournal.ACKNOWLEDGED);
      stats.increment(SessionStats.ACKNOWLEDGED);
      waiting.progress(now);
      Settlement settlement = entry.takeSettlement();
      if (settlement != null) {
        settlement.settled(code, reason);
      }
      pump(now);
    }
  }

  /** A connection is there: sends what is owed from before, then what waits (MQTT-4.4.0-1). */
  void attach(Outlet out, int limit, long now) {
    wire.connected(out);
    stats.set(SessionStats.WINDOW_LIMIT, limit);
    window.resume(limit);
    waiting.attach();
    Delivery next;
    for (Delivery entry = window.first(); entry != null; entry = next) {
      next = entry.following();
      if (entry.released) {
        wire.resendRelease(out, entry, now);
      } else if (!out.isCongested() && window.nextOwed() == entry) {
        wire.resend(out, entry, now);
      }
    }
    waiting.progress(now);
    pump(now);
  }

  /** The connection is gone. */
  void disconnect() {
    wire.connected(null);
  }

  /**
   * Gives back what was lent, with one exception: a QoS 2 delivery that was sent has to be
   * completed with this client (MQTT-4.8.2-4).
   */
  void giveBack() {
    Delivery next;
    for (Delivery entry = window.first(); entry != null; entry = next) {
      next = entry.following();
      if (entry.qos == 1 && entry.settlement != null) {
        window.close(entry);
        Lane.giveBack(entry);
      }
    }
    waiting.detach();
    window.trim();
  }

  /** The session is over: everything is dropped or goes back to whoever lent it. */
  void end() {
    ended = true;
    disconnect();
    giveBack();
    for (Delivery entry = window.first(); entry != null; entry = window.first()) {
      window.close(entry);
      if (!entry.released) {
        wire.drop(entry.message, DropReason.SESSION_EXPIRED);
        Settlement settlement = entry.takeSettlement();
        if (settlement != null) {
          settlement.settled(ReasonCode.UNSPECIFIED_ERROR, null);
        }
      }
    }
    waiting.end();
    window.trim();
  }

  /** The socket can take more. */
  void onWritable(long now) {
    waiting.progress(now);
    pump(now);
  }

  void tick(long now) {
    waiting.dropExpired(now);
    Outlet out = wire.outlet();
    if (out == null) {
      return;
    }
    if (wire.retryDueMillis() <= now) {
      wire.retry(out, now);
      pump(now);
    }
    Lane lane = waiting.lane();
    if (lane != null) {
      lane.tick(now);
    }
  }

  /** When {@link #tick} has something to do. */
  long dueMillis() {
    long own = Math.min(wire.retryDueMillis(), waiting.dueMillis());
    return ledger == null ? own : Math.min(own, ledger.dueMillis());
  }

  /** Fills the window, and the socket. */
  void pump(long now) {
    Outlet out = wire.outlet();
    if (out == null) {
      return;
    }
    boolean more = true;
    while (more && !out.isCongested()) {
      Delivery owed = window.nextOwed();
      if (owed != null) {
        wire.resend(out, owed, now);
      } else {
        more = !window.isFull() && waiting.sendNext(out, settings, now);
      }
    }
  }

  private static Delivery carry(
      Message message, int[] identifiers, int qos, boolean retain, @Nullable Delivery carrier) {
    return carrier != null ? carrier : new Delivery(message, identifiers, qos, retain, null);
  }

  /** Whether older deliveries wait in any place but the replays. */
  private boolean isBehind() {
    return waiting.hasQueue() || waiting.hasLent() || window.nextOwed() != null;
  }

  /** Deliveries that may be lent to this session now, see {@link Session#credit}. */
  int credit() {
    Outlet out = wire.outlet();
    Lane lane = waiting.lane();
    if (out == null || out.isCongested() || (lane != null && lane.isStuck())) {
      return 0;
    }
    int lent = lane == null ? 0 : lane.size();
    // Some ahead where the mqueue waits too: what is lent comes from another loop, and its turn
    // must not pass because it is still on its way. Never more than may wait: that comes back.
    int share = waiting.hasQueue() ? Math.min(MAX_AHEAD, (window.limit() + 1) / 2) : window.room();
    int most = settings.maxMqueueLen() > 0 ? settings.maxMqueueLen() : Integer.MAX_VALUE;
    return Math.max(0, Math.min(share, most) - lent);
  }

  void settings(SessionSettings changed, long now) {
    settings = changed;
    wire.settings(changed, now);
  }

  /** Brings the gauges up to date. */
  void report() {
    Delivery oldest = window.first();
    stats.set(SessionStats.INFLIGHT, window.size());
    stats.set(SessionStats.MQUEUE_LEN, waiting.size());
    stats.set(SessionStats.OLDEST_SINCE, oldest == null ? 0 : oldest.at);
  }

  boolean isEnded() {
    return ended;
  }

  Wire wire() {
    return wire;
  }

  Waiting waiting() {
    return waiting;
  }

  Window window() {
    return window;
  }
}

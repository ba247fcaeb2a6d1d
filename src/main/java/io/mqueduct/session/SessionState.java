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
import io.mqueduct.routing.Subscription;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows what a session holds, and puts it back into a new one; for the store and for REST. Every
 * method: the loop that owns the session.
 */
public final class SessionState {
  private SessionState() {}

  /** Shows all of it in order: window, mqueue, lent deliveries, inbound ids, subscriptions. */
  public static void show(Session session, SessionVisitor visitor) {
    Outbound outbound = session.outbound();
    for (Delivery d = outbound.window().first(); d != null; d = d.following()) {
      Message message = d.released ? null : d.message;
      visitor.inflight(
          d.id, d.qos, d.released, d.retain, d.settlement != null, d.at, message, d.identifiers);
    }
    MessageQueue queue = outbound.waiting().queue();
    if (queue != null) {
      queue.forEach(d -> visitor.waiting(d.message, d.qos, d.retain, false, d.identifiers));
    }
    Lane lane = outbound.waiting().lane();
    for (Delivery d = lane == null ? null : lane.first(); d != null; d = d.following()) {
      visitor.waiting(d.message, d.qos, d.retain, true, d.identifiers);
    }
    for (PacketIds.Entry e = session.inbound().first(); e != null; e = e.next) {
      visitor.awaitingRel(e.id, e.at);
    }
    for (Subscription subscription : session.subscriptions().all()) {
      visitor.subscription(subscription);
    }
  }

  /** Is shown waiting messages, each with a position that it keeps while it waits. */
  @FunctionalInterface
  public interface WaitingVisitor {
    /** One message. */
    void waiting(long position, Message message, int qos, boolean retain);
  }

  /**
   * Receives waiting messages as {@link WaitingVisitor} does; then it is told how far they went.
   */
  public interface WaitingReader extends WaitingVisitor {
    /**
     * No more come. Any thread, once, after the last message.
     *
     * @param reached the position behind which to read on; -1 if there is nothing more
     */
    void end(long reached);

    /** They could not be read. Any thread, once. */
    void failed();
  }

  /**
   * Shows the messages of the mqueue of one priority level behind a position, in order of arrival:
   * at once, or, if they are in the store, when it has read them, by any thread.
   *
   * @param most so many at most, unless they are in memory; there may be fewer although there is
   *     more
   */
  public static void readWaiting(
      Session session, int level, long after, int most, WaitingReader reader) {
    Ledger ledger = session.storedList();
    MessageQueue queue = session.outbound().waiting().queue();
    if (ledger == null || queue == null) {
      if (queue != null && level == 0) {
        queue.forEach(
            d -> {
              if (d.at > after) {
                reader.waiting(d.at, d.message, d.qos, d.retain);
              }
            });
      }
      reader.end(-1);
      return;
    }
    ledger.flush(); // what is done with is not to be read any more
    Set<Long> inflight = new HashSet<>();
    for (Delivery d = session.outbound().window().first(); d != null; d = d.following()) {
      if (d instanceof StoredDelivery stored) {
        inflight.add(stored.sequence);
      }
    }
    ledger
        .journal()
        .read(
            level,
            after + 1,
            Long.MAX_VALUE,
            most + inflight.size(),
            (page, last, failed) -> {
              for (StoredDelivery d : page) {
                if (!inflight.contains(d.sequence)) {
                  reader.waiting(d.sequence, d.message, d.qos, d.retain);
                }
              }
              if (failed) {
                reader.failed();
              } else {
                reader.end(last || page.isEmpty() ? -1 : page.get(page.size() - 1).sequence);
              }
            });
  }

  /** The next priority level of the mqueue in the store below a level, or -1; levels go down. */
  public static int levelBelow(Session session, int level) {
    MessageQueue queue = session.outbound().waiting().queue();
    int next = -1;
    if (queue != null && session.storedList() != null) {
      for (int each : queue.levels()) {
        if (each < level) {
          next = Math.max(next, each);
        }
      }
    }
    return next;
  }

  /** The packet identifier that was given out last; 0 before the first. */
  public static int lastPacketId(Session session) {
    return session.outbound().window().lastId();
  }

  /** Continues the sequence of packet identifiers. */
  public static void restoreLastPacketId(Session session, int packetId) {
    session.outbound().window().continueAfter(packetId);
  }

  /** Puts a delivery back into the window of a session that is away; in the original order. */
  public static void restoreInflight(
      Session session,
      int packetId,
      int qos,
      boolean released,
      boolean retain,
      long sinceMillis,
      @Nullable Message message,
      int[] identifiers) {
    Message content = message == null || released ? Delivery.RELEASED : message;
    Delivery delivery = new Delivery(content, identifiers, qos, retain, null);
    delivery.released = released;
    session.outbound().window().restore(delivery, packetId, sinceMillis);
    session.outbound().report();
  }

  /** Puts a message back into the mqueue of a session that is away; in the original order. */
  public static void restoreWaiting(
      Session session, Message message, int qos, boolean retain, int[] identifiers, long now) {
    Delivery delivery = new Delivery(message, identifiers, qos, retain, null);
    session.outbound().waiting().enqueue(delivery, session.settings(), now);
    session.outbound().report();
  }

  /** Puts an inbound QoS 2 identifier back; from old to new. */
  public static void restoreAwaitingRel(Session session, int packetId, long sinceMillis) {
    session.inbound().restore(packetId, sinceMillis);
  }
}

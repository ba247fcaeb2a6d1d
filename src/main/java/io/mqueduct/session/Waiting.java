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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a session that waits for a slot in the window or for the socket, and whose turn it
 * is: the mqueue and the lane of lent deliveries alternately, so that neither starves the other;
 * then retained replays, which get one turn in {@value #REPLAY_TURN} even if the mqueue never runs
 * empty.
 *
 * <p>A retained message is pulled when it is sent, so it is never older than a live one that was
 * sent before it. A live one that still waits may be older; it comes later, without RETAIN.
 *
 * <p>Owned by the loop that owns the session; not thread-safe. Parts that are not needed are null.
 */
final class Waiting {
  private static final int REPLAY_TURN = 16;

  /** So many replays may turn out to be at their end in one go; a client may begin very many. */
  private static final int ENDED_AT_ONCE = 32;

  private final Session session;
  private final Wire wire;
  private final @Nullable Backlog backlog;
  private @Nullable MessageQueue queue;
  private @Nullable Lane lane;
  private @Nullable Replays replays;
  private int turnsWithoutReplay;
  private boolean lanesTurn;
  private int endedReplays;
  private boolean goesOn;

  Waiting(Session session, Wire wire) {
    this.session = session;
    this.wire = wire;
    Ledger ledger = session.storedList();
    this.backlog = ledger == null ? null : new StoredBacklog(session, ledger);
  }

  @Nullable MessageQueue queue() {
    return queue;
  }

  @Nullable Lane lane() {
    return lane;
  }

  boolean hasQueue() {
    return queue != null && !queue.isEmpty();
  }

  /** Whether messages of QoS 0 are on their way into the store, and then back to the mqueue. */
  boolean isStoring() {
    return backlog != null && backlog.isStoring();
  }

  boolean hasLent() {
    return lane != null && lane.size() > 0;
  }

  /** Messages that wait; replays do not count. */
  int size() {
    return (queue == null ? 0 : queue.size()) + (lane == null ? 0 : lane.size());
  }

  void enqueue(Delivery delivery, SessionSettings settings, long now) {
    MessageQueue into = ready();
    Backlog store = backlog;
    if (store != null
        && !(delivery instanceof StoredDelivery)
        && (into.isInStore() || store.isStoring())) {
      into.giveToStore(store);
      int lane = settings.priorities().of(delivery.message.topic());
      if (!store.store(delivery, lane)) {
        wire.dropped(delivery, DropReason.QOS0_MSG);
      }
      return;
    }
    into.add(delivery, settings, now);
  }

  private MessageQueue ready() {
    MessageQueue ready = queue;
    if (ready == null) {
      ready = new MessageQueue(wire, backlog);
      queue = ready;
      if (backlog != null && wire.outlet() == null) {
        ready.away(backlog);
      }
    }
    return ready;
  }

  /** The client is back. */
  void attach() {
    if (queue != null) {
      queue.back();
    }
  }

  /** See {@link MessageQueue#page}. */
  void page(
      int lane,
      long from,
      long until,
      @Nullable List<StoredDelivery> page,
      boolean last,
      SessionSettings settings,
      long now) {
    if (queue != null) {
      queue.page(lane, from, until, page, last, settings, now);
    }
  }

  /** See {@link MessageQueue#expiredInStore}. */
  void expiredInStore(int lane, long sequence, int qos, int sizeBytes) {
    if (queue != null) {
      queue.expiredInStore(lane, sequence, qos, sizeBytes);
    }
  }

  /** Messages that were in the store before a restart. */
  void restoreStored(int lane, long from, long count, long qos0, long bytes) {
    ready().restore(lane, from, (int) count, (int) qos0, bytes);
  }

  /** Keeps a lent delivery, or gives it back if there are too many already. */
  void lend(Delivery delivery, SessionSettings settings, long now) {
    if (lane == null) {
      lane = new Lane();
    }
    int limit = settings.maxMqueueLen();
    if (limit > 0 && lane.size() >= limit) {
      Lane.giveBack(delivery);
    } else {
      lane.add(delivery, now);
    }
  }

  void startReplay(Replay replay) {
    if (replays == null) {
      replays = new Replays();
    }
    replays.start(replay);
  }

  void cancelReplay(Subscription gone) {
    if (replays != null) {
      replays.cancel(gone);
    }
  }

  /** Sends one delivery of the source whose turn it is; false if no source has anything. */
  boolean sendNext(Outlet out, SessionSettings settings, long now) {
    MessageQueue waiting = queue;
    boolean queueHas = waiting != null && !waiting.isEmpty();
    if (lane != null && lane.size() > 0 && (lanesTurn || !queueHas)) {
      lanesTurn = false;
      Delivery lent = lane.poll(now);
      if (lent != null) {
        wire.send(out, lent, now);
      }
      return true;
    }
    lanesTurn = true;
    boolean replaysTurn = !queueHas || ++turnsWithoutReplay >= REPLAY_TURN;
    if (replaysTurn && replayNext(out, now)) {
      turnsWithoutReplay = 0;
      return true;
    }
    if (waiting == null || !queueHas) {
      return false;
    }
    Delivery delivery = waiting.poll(settings.shiftMultiplier(), now);
    if (delivery != null && delivery.qos == 0) {
      wire.sendQos0(out, delivery, now);
    } else if (delivery != null) {
      wire.send(out, delivery, now);
    }
    return delivery != null || waiting.isEmpty();
  }

  /** A slot became free, or the socket. */
  void progress(long now) {
    if (lane != null) {
      lane.progress(now);
    }
  }

  void dropExpired(long now) {
    if (queue != null) {
      queue.dropExpired(now);
    }
  }

  /** The client went away: what was lent goes back. */
  void detach() {
    if (lane != null) {
      lane.giveBackAll();
      lane = null;
    }
    if (queue != null && backlog != null) {
      queue.away(backlog);
    }
    if (!hasQueue()) {
      queue = null;
    }
  }

  /** Empties the mqueue; the messages count as dropped for the reason, if there is one. */
  int clearQueue(@Nullable DropReason reason) {
    MessageQueue waiting = queue;
    if (waiting == null) {
      return 0;
    }
    int cleared = waiting.size();
    for (Delivery left = waiting.pollAny(); left != null; left = waiting.pollAny()) {
      if (reason != null) {
        wire.drop(left.message, reason);
      }
    }
    int stored = waiting.forgetStored();
    Ledger ledger = session.storedList();
    if (reason != null) {
      wire.droppedInStore(reason, stored);
    } else if (ledger != null) {
      ledger.purge();
    }
    queue = null;
    return cleared;
  }

  /** The session is over. */
  void end() {
    detach();
    replays = null;
    clearQueue(DropReason.SESSION_EXPIRED);
  }

  /** When a message expires, or the patience with the client ends. */
  long dueMillis() {
    long expiry = queue == null ? Long.MAX_VALUE : queue.earliestExpiryMillis();
    long patience = lane == null || wire.outlet() == null ? Long.MAX_VALUE : lane.dueMillis();
    return Math.min(expiry, patience);
  }

  /** Behind what else the loop has to do. */
  private void replayLater() {
    if (!goesOn) {
      goesOn = true;
      session.push(
          new Notice(
              now -> {
                goesOn = false;
                endedReplays = 0;
                session.outbound().pump(now);
              }));
    }
  }

  /** Pulls one retained message; the RETAIN flag says what it is (MQTT-3.3.1-8). */
  private boolean replayNext(Outlet out, long now) {
    Subscription subscription = replays == null ? null : replays.current();
    if (replays == null || subscription == null) {
      replays = null;
      return false;
    }
    if (endedReplays >= ENDED_AT_ONCE) {
      replayLater();
      return false;
    }
    Message message = replays.next();
    if (message == null) {
      endedReplays++;
      return true;
    }
    endedReplays = 0;
    if (Delivery.isOwn(message, subscription, session.clientId())) {
      wire.drop(message, DropReason.NO_LOCAL);
    } else if (!message.isExpired(now)) {
      int qos = Delivery.qos(message, subscription, session.settings());
      if (qos == 0) {
        wire.sendQos0(out, message, true, subscription.identifiers(), now);
      } else {
        wire.send(out, new Delivery(message, subscription.identifiers(), qos, true, null), now);
      }
    }
    return true;
  }
}

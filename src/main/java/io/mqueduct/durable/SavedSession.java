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

import io.mqueduct.message.Message;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Ledger;
import io.mqueduct.session.Restored;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionState;
import io.mqueduct.session.Will;
import io.mqueduct.store.InboundId;
import io.mqueduct.store.InflightMark;
import io.mqueduct.store.MessageCounts;
import io.mqueduct.store.StoreReader;
import io.mqueduct.store.StoredSession;
import io.mqueduct.store.StoredSubscription;
import io.mqueduct.store.StoredWill;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A persistent session as the store has it, without its messages; what a restart reads. Immutable,
 * any thread.
 */
public record SavedSession(
    StoredSession header,
    MessageCounts counts,
    List<InflightMark> inflight,
    List<InboundId> inbound,
    List<StoredSubscription> subscriptions,
    @Nullable StoredWill will,
    int lastPacketId,
    long newest) {
  /** Far from whatever the client may still know of before the restart. */
  private static final int FAR = 16_384;

  private static final int IDS = 65_535;

  /** All sessions. Blocks. */
  public static List<SavedSession> readAll(StoreReader reader) {
    List<SavedSession> all = new ArrayList<>();
    long newest = reader.applied();
    reader.forEachSession(
        header -> {
          long number = header.number();
          all.add(
              new SavedSession(
                  header,
                  reader.counts(number),
                  reader.inflight(number),
                  reader.inboundIds(number),
                  reader.subscriptions(number),
                  reader.will(number),
                  reader.lastPacketId(number),
                  newest));
        });
    return all;
  }

  /** Whose it is. */
  public String clientId() {
    return header.clientId();
  }

  /**
   * Puts it into a new session, which its owner's loop calls, and its subscriptions into the tree.
   *
   * @param journal of the session
   */
  public Restored into(
      Session session, StoreJournal journal, BrokerStore store, Router router, long nowMillis) {
    journal.restored(header);
    Ledger ledger = session.storedList();
    if (ledger == null) {
      throw new IllegalArgumentException("not persistent");
    }
    store.opened(header.number(), ledger);
    for (InflightMark mark : inflight) {
      ledger.restoreInflight(
          mark.packetId(), mark.lane(), mark.sequence(), mark.released(), nowMillis);
    }
    for (MessageCounts.Lane lane : counts.lanes()) {
      long sent = inflight.stream().filter(m -> !m.released() && m.lane() == lane.id()).count();
      long waiting = lane.count() - sent;
      if (waiting > 0) {
        long bytes = lane.bytes() / lane.count() * waiting;
        ledger.restoreWaiting(lane.id(), lane.head(), waiting, lane.qos0(), bytes);
      }
    }
    ledger.restoreNewest(newest);
    for (InboundId id : inbound) {
      SessionState.restoreAwaitingRel(session, id.packetId(), id.sinceMillis());
    }
    SessionState.restoreLastPacketId(session, beginningOfIds());
    for (StoredSubscription each : subscriptions) {
      Subscription subscription = SavedSubscription.restored(each, session);
      session.subscriptions().put(subscription);
      router.subscribe(subscription);
    }
    session.drain(nowMillis); // from now on its loop knows when there is something to do
    return new Restored(session, willAt(ledger, nowMillis), expiresAt(nowMillis));
  }

  /**
   * A quarter to three quarters of the way round, after each connection elsewhere: what was sent
   * without being stored, as retained messages are, has identifiers that only the client knows.
   */
  private int beginningOfIds() {
    int anywhere = (int) ((header.epoch() * 0x9E37_79B9_7F4A_7C15L) >>> 49);
    return (lastPacketId + FAR + anywhere) % IDS;
  }

  /** Who was connected when the broker ended is away since its start. */
  private long awaySince(long nowMillis) {
    return header.connected() ? nowMillis : header.changedAtMillis();
  }

  private long expiresAt(long nowMillis) {
    return Seconds.after(awaySince(nowMillis), header.expirySeconds());
  }

  private long willAt(Ledger ledger, long nowMillis) {
    if (will == null) {
      return Long.MAX_VALUE;
    }
    ledger.restoreWill(restored(will));
    long delayed = awaySince(nowMillis) + will.delaySeconds() * 1000;
    return Math.min(delayed, expiresAt(nowMillis));
  }

  /** A will's times count from its publishing on; so its expiry is stored as if that were at 0. */
  static Message storedForm(Will will) {
    Message message = will.message();
    boolean expires = will.expirySeconds() != Will.NO_EXPIRY;
    return new Message(
        message.topic(),
        message.payload(),
        message.properties(),
        message.qos(),
        message.retain(),
        0,
        expires ? will.expirySeconds() * 1000 : Message.NEVER,
        message.publisher(),
        message.username());
  }

  private static Will restored(StoredWill stored) {
    Message message = stored.message();
    boolean expires = message.expiresAtMillis() != Message.NEVER;
    long expirySeconds = expires ? message.expiresAtMillis() / 1000 : Will.NO_EXPIRY;
    return new Will(message, stored.delaySeconds(), expirySeconds);
  }
}

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
import io.mqueduct.routing.StoredList;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The durable side of a persistent session: what it tells the store, collected over a pass of the
 * loop, and what the store tells it, through the inbox.
 *
 * <p>Owned by the loop that owns the session, but for the methods of {@link StoredList}. Nothing on
 * the way to the client waits for the store, with two exceptions that keep QoS 2 exactly-once over
 * a crash: a QoS 2 PUBLISH is sent when its packet identifier is stored, a PUBREL when the PUBREC
 * is.
 */
public final class Ledger implements StoredList {
  private static final int FIRST = 8;

  /** The highest lane; what is above shares it. */
  static final int LANES = 255;

  private static final long RETRY_MILLIS = 50;

  private final Session session;
  private final SessionJournal journal;
  private long[] settled = new long[FIRST];
  private int[] settledMarks = new int[FIRST];
  private int settledCount;
  private boolean settledReceived;
  private long[] sent = new long[FIRST];
  private int[] sentMarks = new int[FIRST];
  private int sentCount;
  private boolean sentExactly;
  private boolean scheduled;
  private long retryAtMillis = Long.MAX_VALUE;
  private long newest;

  /** What was sent before a restart: in the store's lists still, but not waiting. */
  private @Nullable Set<Long> sentBefore;

  Ledger(Session session, SessionJournal journal) {
    this.session = session;
    this.journal = journal;
  }

  /** Where it is written down. */
  public SessionJournal journal() {
    return journal;
  }

  @Override
  public long number() {
    return journal.number();
  }

  @Override
  public int lane(Message message) {
    return Math.min(LANES, session.settings().priorities().of(message.topic()));
  }

  @Override
  public int qos(Message message, Subscription subscription) {
    return Delivery.qos(message, subscription, session.settings());
  }

  @Override
  public void stored(Message message, Subscription subscription, int qos, int lane, long sequence) {
    session.push(delivery(message, subscription, qos, lane, sequence));
  }

  private static StoredDelivery delivery(
      Message message, Subscription subscription, int qos, int lane, long sequence) {
    boolean retain = subscription.retainAsPublished() && message.retain();
    return new StoredDelivery(message, subscription.identifiers(), qos, retain, lane, sequence);
  }

  @Override
  public void moves() {
    session.credit.lent();
  }

  @Override
  public void moved(Message message, Subscription subscription, int qos, int lane, long sequence) {
    StoredDelivery delivery = delivery(message, subscription, qos, lane, sequence);
    delivery.moved = true;
    session.push(delivery);
  }

  @Override
  public void notMoved() {
    say(now -> session.credit.taken());
  }

  /** Any thread: the store dropped a message that had expired. */
  public void expired(int lane, long sequence, int qos, int sizeBytes) {
    say(now -> session.outbound().waiting().expiredInStore(lane, sequence, qos, sizeBytes));
  }

  /** Any thread: what became of an inbound QoS 2 publish whose connection is gone. */
  public void settleInbound(int packetId, Qos2Commit commit, ReasonCode outcome) {
    say(
        now -> {
          if (session.inbound().settle(packetId, commit, outcome)) {
            session.inbound().release(packetId);
          }
        });
  }

  void say(Notice.Action action) {
    session.push(new Notice(action));
  }

  /** The sequence of the newest message that the session has heard of. */
  long newest() {
    return newest;
  }

  /** Messages up to this sequence are known. */
  void heard(long sequence) {
    newest = Math.max(newest, sequence);
  }

  /** A message, or its packet identifier, moves on. */
  void settle(StoredDelivery delivery, int what) {
    if (settledCount == settled.length) {
      settled = Arrays.copyOf(settled, settledCount * 2);
      settledMarks = Arrays.copyOf(settledMarks, settledCount * 2);
    }
    boolean hasMessage = what != SessionJournal.COMPLETED;
    int id = what == SessionJournal.DONE ? 0 : delivery.id;
    settled[settledCount] = hasMessage ? delivery.sequence : 0;
    settledMarks[settledCount++] = what << 24 | delivery.lane << 16 | id;
    settledReceived |= what == SessionJournal.RECEIVED;
    schedule();
  }

  /** A message got a packet identifier; if it waits, it is sent when that is stored. */
  void sent(StoredDelivery delivery, boolean waits) {
    if (sentCount == sent.length) {
      sent = Arrays.copyOf(sent, sentCount * 2);
      sentMarks = Arrays.copyOf(sentMarks, sentCount * 2);
    }
    sent[sentCount] = delivery.sequence;
    sentMarks[sentCount++] = delivery.lane << 16 | delivery.id;
    sentExactly |= waits;
    schedule();
  }

  private void schedule() {
    if (!scheduled) {
      scheduled = true;
      session.owner().atEndOfPass(session);
    }
  }

  /** Whether the store was too busy for what was collected. */
  private boolean isBehind() {
    return settledCount > 0 || sentCount > 0;
  }

  /** Owner's loop: tells the store what was collected; if it is too busy, again a little later. */
  public void endOfPass() {
    flush();
    if (isBehind()) {
      session.owner().tickAt(session, retryAtMillis);
    }
  }

  /** When the store is told again what it was too busy for; {@code Long.MAX_VALUE} for never. */
  long dueMillis() {
    return retryAtMillis;
  }

  /** Tells the store what was collected; identifiers that became free before those taken again. */
  void flush() {
    scheduled = false;
    if ((settledCount == 0 || flushSettled()) && sentCount > 0) {
      flushSent();
    }
    retryAtMillis = isBehind() ? session.owner().nowMillis() + RETRY_MILLIS : Long.MAX_VALUE;
  }

  private boolean flushSettled() {
    int[] marks = Arrays.copyOf(settledMarks, settledCount);
    SessionJournal.Outcome outcome = SessionJournal.Outcome.IGNORED;
    if (settledReceived) {
      outcome = stored -> say(now -> session.outbound().wire().receiptsStored(marks, now));
    }
    if (!journal.settle(Arrays.copyOf(settled, settledCount), marks, outcome)) {
      return false;
    }
    settledCount = 0;
    settledReceived = false;
    if (settled.length > 64) {
      settled = new long[FIRST];
      settledMarks = new int[FIRST];
    }
    return true;
  }

  private void flushSent() {
    long[] sequences = Arrays.copyOf(sent, sentCount);
    int[] marks = Arrays.copyOf(sentMarks, sentCount);
    SessionJournal.Outcome outcome = SessionJournal.Outcome.IGNORED;
    if (sentExactly) {
      outcome = stored -> say(now -> sendsStored(sequences, marks, now));
    }
    if (journal.sent(sequences, marks, outcome)) {
      sentCount = 0;
      sentExactly = false;
      if (sent.length > 64) {
        sent = new long[FIRST];
        sentMarks = new int[FIRST];
      }
    }
  }

  private void sendsStored(long[] sequences, int[] marks, long now) {
    for (int i = 0; i < marks.length; i++) {
      session.outbound().wire().marked(marks[i] & 0xFFFF, sequences[i], now);
    }
    session.outbound().pump(now);
  }

  /** Drops all that waits. */
  void purge() {
    Window window = session.outbound().window();
    long[] keep = new long[window.size()];
    int at = 0;
    for (Delivery d = window.first(); d != null; d = d.following()) {
      keep[at++] = d instanceof StoredDelivery stored ? stored.sequence : 0;
    }
    flush();
    journal.purge(newest, keep);
  }

  // --- what was there before a restart; the owner's loop, while the client is away

  /** Messages that wait in the store, without reading them. */
  public void restoreWaiting(int lane, long from, long count, long qos0, long bytes) {
    session.outbound().waiting().restoreStored(lane, from, count, qos0, bytes);
    session.outbound().report();
  }

  /** The newest message that there can be. */
  public void restoreNewest(long sequence) {
    heard(sequence);
  }

  /** A packet identifier that is in use; its message is read when the client comes back. */
  public void restoreInflight(int packetId, int lane, long sequence, boolean released, long now) {
    Message content = released ? Delivery.RELEASED : StoredDelivery.UNREAD;
    StoredDelivery entry = new StoredDelivery(content, new int[0], 2, false, lane, sequence);
    if (!released) {
      if (sentBefore == null) {
        sentBefore = new HashSet<>();
      }
      sentBefore.add(sequence);
    }
    entry.released = released;
    entry.marked = true;
    session.outbound().window().restore(entry, packetId, now);
    session.outbound().report();
  }

  /** Whether a message was sent before a restart, and so does not wait any more. */
  boolean wasSentBefore(long sequence) {
    return sentBefore != null && sentBefore.contains(sequence);
  }

  /** Whether {@link #readInflight} has to be called before a client may be attached. */
  public boolean hasUnread() {
    for (Delivery d = session.outbound().window().first(); d != null; d = d.following()) {
      if (d.message == StoredDelivery.UNREAD) {
        return true;
      }
    }
    return false;
  }

  /** The messages of the window, as the store has them; what it does not have is forgotten. */
  public void readInflight(List<StoredDelivery> messages, long now) {
    Window window = session.outbound().window();
    List<Delivery> old = new ArrayList<>();
    for (Delivery d = window.first(); d != null; d = d.following()) {
      old.add(d);
    }
    Map<Long, StoredDelivery> bySequence = new HashMap<>();
    for (StoredDelivery message : messages) {
      message.marked = true;
      bySequence.put(message.sequence, message);
    }
    for (Delivery entry : old) {
      window.close(entry);
      Delivery whole = entry;
      if (entry.message == StoredDelivery.UNREAD && entry instanceof StoredDelivery stored) {
        whole = bySequence.get(stored.sequence);
      }
      if (whole != null) {
        window.restore(whole, entry.id, now);
      }
    }
    session.outbound().report();
  }

  /** The will, as it was stored. */
  public void restoreWill(Will will) {
    session.will = will;
  }
}

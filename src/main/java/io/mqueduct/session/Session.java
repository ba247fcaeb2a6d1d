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
import io.mqueduct.routing.CreditListener;
import io.mqueduct.routing.Settlement;
import io.mqueduct.routing.Subscriber;
import io.mqueduct.routing.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * What one client id has beyond its connection (MQTT 5.0, 4.1): subscriptions, deliveries in flight
 * and waiting, inbound QoS 2 identifiers, the will.
 *
 * <p>Owned by one loop at a time: the connection's while one is attached, the registry's while the
 * client is away; {@link #handOver} passes it on. Only the owner's loop may call, except for what
 * is said to be for any thread. Messages from other threads go into an inbox that travels with the
 * session, so that none is lost or reordered while it moves; the owner is woken once per batch.
 * What the calls of a session deliver to the same session goes through the inbox.
 */
public final class Session implements Subscriber {
  // any thread
  private final String clientId;
  private final SessionStats stats = new SessionStats();
  final Credit credit = new Credit();
  private final DropListener dropListener;
  private final Ownership ownership;
  private volatile SessionSettings settings;
  private volatile boolean online;
  private volatile @Nullable ConnectionFacts facts;
  private volatile long sinceMillis;

  // owner's loop only
  private final @Nullable Ledger ledger;
  private final Outbound outbound;
  private final Subscriptions subscriptions = new Subscriptions();
  private final InboundQos2 inbound = new InboundQos2();
  @Nullable Will will;
  private boolean busy;

  /** A new, empty session, away, owned by the given loop; persistent if there is a journal. */
  public Session(
      String clientId,
      SessionSettings settings,
      SessionLoop owner,
      DropListener dropListener,
      @Nullable SessionJournal journal) {
    this.clientId = clientId;
    this.settings = settings;
    this.ownership = new Ownership(this, owner);
    this.dropListener = dropListener;
    this.ledger = journal == null ? null : new Ledger(this, journal);
    this.outbound = new Outbound(this, stats, dropListener, settings);
  }

  @Override
  public String clientId() {
    return clientId;
  }

  @Override
  public boolean isOnline() {
    return online;
  }

  @Override
  public int inflight() {
    return stats.inflight();
  }

  @Override
  public @Nullable Ledger storedList() {
    return ledger;
  }

  void push(Delivery delivery) {
    ownership.push(delivery);
  }

  /** Any thread: counters and gauges. */
  public SessionStats stats() {
    return stats;
  }

  /** Any thread: what is known of the connection, or of the last one; null before the first. */
  public @Nullable ConnectionFacts facts() {
    return facts;
  }

  /** Sets what is known of the connection. */
  public void facts(ConnectionFacts known) {
    facts = known;
  }

  /** Any thread: wall clock of the last attach or detach, 0 before. */
  public long sinceMillis() {
    return sinceMillis;
  }

  /** Any thread: the loop that owns the session at the moment. */
  public SessionLoop owner() {
    return ownership.loop();
  }

  /** Any thread: the rules in force. */
  public SessionSettings settings() {
    return settings;
  }

  @Override
  public void deliver(Message message, Subscription subscription) {
    deliver(message, subscription, ownership.isElsewhere());
  }

  @Override
  public void deliverAmongMany(Message message, Subscription subscription) {
    deliver(message, subscription, ownership.isElsewhere() || ownership.collects(message));
  }

  @Override
  public void deliver(Message[] messages, Subscription subscription) {
    if (ownership.hasFullInbox()) {
      Subscriber.super.deliver(messages, subscription); // without those of QoS 0
    } else {
      bring(new Bundle(messages, subscription));
    }
  }

  private void deliver(Message message, Subscription subscription, boolean byInbox) {
    boolean own = Delivery.isOwn(message, subscription, clientId);
    int qos = Delivery.qos(message, subscription, settings);
    boolean retain = subscription.retainAsPublished() && message.retain();
    if (!byInbox && !busy) {
      long now = owner().nowMillis();
      enter(now);
      outbound.accept(message, subscription.identifiers(), qos, retain, own, null, now);
      leave();
    } else if (qos == 0 && ownership.hasFullInbox()) {
      stats.countInboxDrop();
      dropListener.dropped(this, message, DropReason.QOS0_MSG);
    } else {
      ownership.push(new Delivery(message, subscription.identifiers(), qos, retain, own));
    }
  }

  @Override
  public void lend(Message message, Subscription subscription, int qos, Settlement settlement) {
    boolean retain = subscription.retainAsPublished() && message.retain();
    credit.lent();
    bring(new Delivery(message, subscription.identifiers(), qos, retain, settlement));
  }

  private void bring(Delivery delivery) {
    if (ownership.isElsewhere() || busy) {
      ownership.push(delivery);
    } else {
      long now = owner().nowMillis();
      enter(now);
      ownership.take(delivery, now);
      leave();
    }
  }

  @Override
  public int credit() {
    return credit.available();
  }

  @Override
  public void awaitCredit(CreditListener listener) {
    credit.await(listener, this);
  }

  @Override
  public void passCredit() {
    credit.pass(this);
  }

  /** Owner's loop: gives the session, away, to another loop, with what is in the inbox. */
  public void handOver(SessionLoop to) {
    ownership.handOver(to);
  }

  /** Takes what other threads handed over; a former owner passes the wake-up on. */
  public void drain(long nowMillis) {
    SessionLoop loop = ownership.loop();
    if (!loop.isCurrent()) {
      loop.wake(this);
      return;
    }
    enter(nowMillis);
    leave();
  }

  /** A connection took it, after its CONNACK: sends what is owed, in order, then the rest. */
  public void attach(Outlet outlet, AttachSettings connection, long nowMillis) {
    enter(nowMillis);
    online = true;
    sinceMillis = nowMillis;
    int limit = settings.effectiveWindow(connection.receiveMaximum());
    outbound.attach(outlet, limit, nowMillis);
    leave();
  }

  /** The connection is gone; what queues and groups lent goes back to them, in order. */
  public void detach(long nowMillis) {
    enter();
    online = false;
    sinceMillis = nowMillis;
    outbound.disconnect();
    ownership.takeInbox(nowMillis);
    outbound.giveBack();
    credit.away(this);
    leave();
  }

  /** The session is over: what was still owed, or still comes, is dropped or goes back. */
  public void end(long nowMillis) {
    enter();
    online = false;
    outbound.end();
    inbound.clear();
    ownership.takeInbox(nowMillis);
    if (ledger != null) {
      ledger.journal().ended();
    }
    leave();
  }

  /** Whether {@link #end} was called. */
  public boolean isEnded() {
    return outbound.isEnded();
  }

  /** The socket fell to its low-water mark. */
  public void onWritable(long nowMillis) {
    enter(nowMillis);
    outbound.onWritable(nowMillis);
    leave();
  }

  /** PUBACK arrived, with a Reason String or without. */
  public void puback(int packetId, ReasonCode code, @Nullable String reason, long nowMillis) {
    enter(nowMillis);
    outbound.puback(packetId, code, reason, nowMillis);
    leave();
  }

  /** PUBREC arrived; answered with PUBREL if that is due, or if nobody knows the identifier. */
  public void pubrec(int packetId, ReasonCode code, long nowMillis) {
    enter(nowMillis);
    outbound.pubrec(packetId, code, nowMillis);
    leave();
  }

  /** PUBCOMP arrived. */
  public void pubcomp(int packetId, ReasonCode code, long nowMillis) {
    enter(nowMillis);
    outbound.pubcomp(packetId, code, nowMillis);
    leave();
  }

  /** Judges a QoS 2 PUBLISH from the client by its identifier, and remembers the identifier. */
  public Qos2Arrival acceptQos2(int packetId, long nowMillis) {
    enter();
    Qos2Arrival answer = inbound.accept(packetId, settings.maxAwaitingRel(), nowMillis);
    leave();
    return answer;
  }

  /** PUBREL from the client: whether its identifier was known, else the PUBCOMP says 0x92. */
  public boolean releaseQos2(int packetId) {
    enter();
    boolean known = inbound.release(packetId);
    leave();
    return known;
  }

  /** The subscriptions; whoever changes them also changes the subscription tree. */
  public Subscriptions subscriptions() {
    return subscriptions;
  }

  /** Sends the retained messages for a new subscription, as the client takes them; no limit. */
  public void startReplay(Replay replay, long nowMillis) {
    enter(nowMillis);
    outbound.startReplay(replay, nowMillis);
    leave();
  }

  /** Ends the replay for a subscription that is gone. */
  public void cancelReplay(Subscription gone) {
    outbound.waiting().cancelReplay(gone);
  }

  @Override
  public void addCreditListener(CreditListener listener) {
    credit.add(listener, this, outbound.credit());
  }

  @Override
  public void removeCreditListener(CreditListener listener) {
    credit.remove(listener);
  }

  /** Does what is due: retries, expired messages, QoS 2 identifiers that were never released. */
  public void tick(long nowMillis) {
    if (!ownership.loop().isCurrent()) {
      return;
    }
    ownership.announced();
    enter(nowMillis);
    if (ledger != null) {
      ledger.flush();
    }
    outbound.tick(nowMillis);
    inbound.tick(clientId, settings.awaitRelTimeoutMillis(), nowMillis, ledger);
    leave();
  }

  /** When {@link #tick} has something to do; {@code Long.MAX_VALUE} for never. */
  public long nextTickMillis() {
    return Math.min(inbound.dueMillis(settings.awaitRelTimeoutMillis()), outbound.dueMillis());
  }

  /** New rules; the window of a connection stays as it was agreed. */
  public void settings(SessionSettings changed, long nowMillis) {
    enter();
    settings = changed;
    outbound.settings(changed, nowMillis);
    leave();
  }

  /** Empties the mqueue by order of an operator; returns how many messages there were. */
  public int purgeQueue() {
    enter();
    int purged = outbound.waiting().clearQueue(null);
    leave();
    return purged;
  }

  /** The will of the connection, or the one that waits for its delay. */
  public @Nullable Will will() {
    return will;
  }

  /** Sets or, with null, discards the will. */
  public void will(@Nullable Will value) {
    if (ledger != null && (will != null || value != null)) {
      ledger.journal().will(value);
    }
    will = value;
  }

  Outbound outbound() {
    return outbound;
  }

  /** The QoS 2 messages that the client published and did not release. */
  public InboundQos2 inbound() {
    return inbound;
  }

  /** Begins an operation; after one that failed, deliveries go through the inbox until the next. */
  private void enter() {
    ownership.check();
    busy = true;
  }

  private void enter(long now) {
    enter();
    ownership.takeInbox(now);
  }

  private void leave() {
    if (ownership.isElsewhere()) {
      return; // the operation ended the connection, which gave the session back
    }
    busy = false;
    outbound.report();
    stats.set(SessionStats.AWAITING_REL, inbound.size());
    credit.grant(this, outbound.credit());
    ownership.announce(nextTickMillis());
  }
}

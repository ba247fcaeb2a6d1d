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
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.Settlement;
import io.mqueduct.routing.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way to one client: first in the inbox (if another thread brought it), then
 * maybe in the mqueue, then in the window. The same object all the way, so that nothing is copied.
 *
 * <p>Owned by whoever holds it: the pushing thread until it is in the inbox, then the session's
 * loop. {@link PacketIds.Entry#at} is the depth of the inbox ({@link Inbox#depth}), the sequence
 * number in the mqueue, and in the window the time at which the exchange began.
 */
class Delivery extends PacketIds.Entry {
  /** Stands for the message of an exchange past its PUBREC, which nobody needs any more. */
  static final Message RELEASED =
      new Message(
          TopicName.of(""),
          Message.NO_BYTES,
          Message.NO_BYTES,
          2,
          false,
          0,
          Message.NEVER,
          "",
          null);

  Message message;
  final int[] identifiers;
  @Nullable Settlement settlement;

  /** The last (re)send of PUBLISH or PUBREL, in milliseconds after {@code at}. */
  int triedAfterMillis;

  final byte qos;
  final boolean retain;

  /** Found to be the client's own by a thread that may not count it. */
  boolean ownMessage;

  /** Past its PUBREC: what is owed is a PUBREL. */
  boolean released;

  /** Whether the current connection has seen it. */
  boolean onWire;

  Delivery(
      Message message,
      int[] identifiers,
      int qos,
      boolean retain,
      @Nullable Settlement settlement) {
    this.message = message;
    this.identifiers = identifiers;
    this.qos = (byte) qos;
    this.retain = retain;
    this.settlement = settlement;
  }

  /** One that another thread, or the same one a little earlier, leaves in the inbox. */
  Delivery(Message message, int[] identifiers, int qos, boolean retain, boolean own) {
    this(message, identifiers, qos, retain, null);
    ownMessage = own;
  }

  /** The next one in whatever list this is in. */
  @Nullable Delivery following() {
    return (Delivery) next;
  }

  /** For how many messages it stands. */
  int count() {
    return 1;
  }

  /** By how much it makes an inbox deeper, see {@link Inbox#depth}. */
  int weight() {
    return weight(message);
  }

  static int weight(Message message) {
    return 1 + message.sizeBytes() / Inbox.UNIT;
  }

  /** Whether the session's credit is less by it until it comes out of the inbox. */
  boolean countsAsLent() {
    return settlement != null;
  }

  /** Notes a (re)send. */
  void tried(long nowMillis) {
    triedAfterMillis = (int) Math.max(0, Math.min(Integer.MAX_VALUE, nowMillis - at));
  }

  /** When it was (re)sent last. */
  long triedAtMillis() {
    return at + triedAfterMillis;
  }

  /** Whether it may wait for a client that is away. */
  boolean mayWaitWhileAway() {
    return settlement == null || settlement.mayWaitWhileAway();
  }

  /** Takes the settlement out, so that it cannot be told twice. */
  @Nullable Settlement takeSettlement() {
    Settlement taken = settlement;
    settlement = null;
    return taken;
  }

  /** The QoS at which a subscription gets a message (MQTT-3.8.4-8). */
  static int qos(Message message, Subscription subscription, SessionSettings settings) {
    return settings.upgradeQos() ? subscription.qos() : Math.min(message.qos(), subscription.qos());
  }

  /** Whether No Local keeps a message from this client (MQTT-3.8.3-3). */
  static boolean isOwn(Message message, Subscription subscription, String clientId) {
    return subscription.noLocal() && message.publisher().equals(clientId);
  }
}

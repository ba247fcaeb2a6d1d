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
package io.mqueduct.routing;

import io.mqueduct.message.Message;
import org.jspecify.annotations.Nullable;

/** Whoever can hold subscriptions; for MQTT clients their session. Every method: any thread. */
public interface Subscriber {
  /** The client id, unique in the broker. */
  String clientId();

  /** Whether a connection is attached right now; shared groups prefer such members. */
  boolean isOnline();

  /** Deliveries that are not yet acknowledged; may lag, for {@code least_inflight}. */
  int inflight();

  /**
   * Hands a message over to the subscriber's owner; never blocks, never throws. Messages from one
   * thread stay in order.
   *
   * @param message what
   * @param subscription why, and how: QoS, identifiers, flags. For overlapping subscriptions the
   *     merged one of the {@link Route}
   */
  void deliver(Message message, Subscription subscription);

  /**
   * The same for one of many subscribers of the message: those of several messages may be handed
   * over together, at the end of the pass of the loop that calls.
   */
  default void deliverAmongMany(Message message, Subscription subscription) {
    deliver(message, subscription);
  }

  /**
   * The same for several messages in their order.
   *
   * @param messages not changed any more
   */
  default void deliver(Message[] messages, Subscription subscription) {
    for (Message message : messages) {
      deliver(message, subscription);
    }
  }

  /**
   * Lends a message that belongs to a shared group or a named queue. It is never dropped: the
   * settlement is told what became of it, and it comes back if the client goes away.
   *
   * @param qos 1 or 2, whatever the message was published with
   */
  void lend(Message message, Subscription subscription, int qos, Settlement settlement);

  /** How many messages may be lent now, those on their way counted; 0 or less for none. */
  int credit();

  /** Has a listener told when there is credit again. The subscriber's owner only. */
  void addCreditListener(CreditListener listener);

  /** Takes a listener out. The subscriber's owner only. */
  void removeCreditListener(CreditListener listener);

  /**
   * Has a listener that was added wait for its {@linkplain CreditListener#turn turn}, once, because
   * there was no {@link #credit}. The turn may come before this returns.
   */
  default void awaitCredit(CreditListener listener) {}

  /** Who had its turn has lent what it had: if there is credit left, the next one has its turn. */
  default void passCredit() {}

  /**
   * What the store keeps for the subscriber, or null if it is not durable; the same for its whole
   * life. A durable one gets QoS 1 and 2 messages through it, after they are stored.
   */
  default @Nullable StoredList storedList() {
    return null;
  }
}

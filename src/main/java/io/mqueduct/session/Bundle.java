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

/**
 * Several messages for one subscription on their way through the inbox. Only who takes them out
 * makes a delivery of each, so that those of one session lie one behind the other in memory.
 */
final class Bundle extends Delivery {
  private final Message[] messages;
  private final Subscription subscription;
  private int taken;

  Bundle(Message[] messages, Subscription subscription) {
    super(RELEASED, subscription.identifiers(), 0, false, null);
    this.messages = messages;
    this.subscription = subscription;
  }

  /** For how many messages it stands: those that were not taken yet. */
  @Override
  int count() {
    return messages.length - taken;
  }

  @Override
  int weight() {
    int sum = 0;
    for (Message each : messages) {
      sum += weight(each);
    }
    return sum;
  }

  /** The owner judges the next message. */
  void takeNext(Session session, long now) {
    Message next = messages[taken++];
    boolean own = isOwn(next, subscription, session.clientId());
    int qos = qos(next, subscription, session.settings());
    boolean retain = subscription.retainAsPublished() && next.retain();
    session.outbound().accept(next, identifiers, qos, retain, own, null, now);
  }
}

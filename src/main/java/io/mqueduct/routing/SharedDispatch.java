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
import io.mqueduct.message.ReasonCode;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of one shared group to its members (MQTT 5.0 section 4.8.2). A member that is
 * online gets a message at QoS 1 or 2 only on loan: if it goes away without acknowledging it, or
 * cannot send it for too long, another one gets it. While nobody is online, messages wait here, for
 * whoever comes first. Any thread, without locks.
 *
 * <p>[MQTT-4.8.2-4] and [MQTT-4.8.2-5], which bind a QoS 2 delivery to its first member, are kept
 * by the session: it settles such a loan and does not return it.
 */
final class SharedDispatch implements CreditListener {
  private final SharedGroup group;
  private final SharedRules rules;
  private final ConcurrentLinkedDeque<Message> backlog = new ConcurrentLinkedDeque<>();
  private final AtomicInteger waiting = new AtomicInteger();

  SharedDispatch(SharedGroup group, SharedRules rules) {
    this.group = group;
    this.rules = rules;
  }

  /** Takes a message of the group's filter. */
  void publish(Message message) {
    Subscription member =
        waiting.get() > 0 ? null : group.pickOnline(rules.strategy(), message, null);
    if (member == null) {
      keep(message, false);
    } else {
      give(member, message);
    }
  }

  private void give(Subscription member, Message message) {
    int qos = rules.qos(message, member);
    if (qos == 0) {
      member.subscriber().deliver(message, member);
    } else {
      member.subscriber().lend(message, member, qos, new Loan(this, message, member));
    }
  }

  /** A member did not handle a message: another one gets it, or it waits in front of the others. */
  private void returned(Message message, Subscription from) {
    if (rules.isExpired(message)) {
      rules.dropped();
      return;
    }
    Subscription other = group.pickOnline(rules.strategy(), message, from.subscriber());
    if (other == null) {
      keep(message, true);
    } else {
      give(other, message);
    }
  }

  private void keep(Message message, boolean first) {
    if (message.qos() == 0 && !rules.keepsQos0()) {
      rules.dropped();
      return;
    }
    if (first) {
      backlog.addFirst(message);
    } else {
      backlog.addLast(message);
    }
    if (waiting.incrementAndGet() > rules.limit() && take() != null) {
      rules.dropped();
    }
    // Somebody may have come online, or got credit, since we looked.
    Subscription member = group.pickOnline(rules.strategy(), message, null);
    if (member != null) {
      creditAvailable(member.subscriber());
    }
  }

  private @Nullable Message take() {
    Message oldest = backlog.pollFirst();
    if (oldest != null) {
      waiting.decrementAndGet();
    }
    return oldest;
  }

  @Override
  public void creditAvailable(Subscriber subscriber) {
    if (waiting.get() == 0) {
      return;
    }
    Subscription member = group.memberOf(subscriber);
    if (member == null) {
      return;
    }
    while (subscriber.isOnline() && subscriber.credit() > 0) {
      Message next = take();
      if (next == null) {
        return;
      }
      if (rules.isExpired(next)) {
        rules.dropped();
      } else {
        give(member, next);
      }
    }
  }

  /** Messages that wait for a member. */
  int waiting() {
    return waiting.get();
  }

  /** One message in the hands of a member. */
  private record Loan(SharedDispatch dispatch, Message message, Subscription member)
      implements Settlement {
    @Override
    public void settled(ReasonCode code) {
      // Acknowledged, or refused: in either case it was handled (MQTT-4.8.2-6).
    }

    @Override
    public void returned() {
      dispatch.returned(message, member);
    }
  }
}

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
import io.mqueduct.routing.GroupList.Kept;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of one shared group to its members (MQTT 5.0 section 4.8.2). A member that is
 * online gets a message at QoS 1 or 2 only on loan: if it goes away without acknowledging it, or
 * cannot send it for too long, another one gets it. While nobody is online, messages wait here, for
 * whoever comes first. Any thread.
 *
 * <p>If the group has a {@link GroupList}, a QoS 1 or 2 message comes when the store has it, and
 * stays in the store until a member has handled it.
 *
 * <p>[MQTT-4.8.2-4] and [MQTT-4.8.2-5], which bind a QoS 2 delivery to its first member, are kept
 * by the session: it settles such a loan and does not return it.
 */
final class SharedDispatch implements CreditListener {
  private final SharedGroup group;
  private final SharedRules rules;
  private final GroupBacklog backlog = new GroupBacklog();

  /** Members with credit, of which one thread at a time takes care, so that the order is kept. */
  private final ConcurrentLinkedQueue<Subscriber> ready = new ConcurrentLinkedQueue<>();

  private final AtomicInteger draining = new AtomicInteger();

  /** Numbers what is not stored, so that what comes back finds its place. */
  private final AtomicLong arrivals = new AtomicLong();

  SharedDispatch(SharedGroup group, SharedRules rules) {
    this.group = group;
    this.rules = rules;
  }

  /** Takes a message of the group's filter that is not stored for the group. */
  void publish(Message message) {
    stored(message, 0);
  }

  /** Takes a message of the group's filter that the group's list has. */
  void stored(Message message, long sequence) {
    Subscription member =
        backlog.size() > 0 || draining.get() > 0
            ? null
            : group.pickOnline(rules.strategy(), message, null);
    if (member == null && message.qos() == 0 && !rules.keepsQos0()) {
      rules.dropped();
      return;
    }
    Kept arrived = new Kept(message, sequence, message.qos() == 0 ? 0 : arrivals.incrementAndGet());
    if (member != null) {
      give(member, arrived);
    } else {
      backlog.addLast(arrived);
      kept(message);
    }
  }

  private void give(Subscription member, Kept next) {
    Message message = next.message();
    int qos = rules.qos(message, member);
    if (qos == 0) {
      member.subscriber().deliver(message, member);
      done(next.sequence());
    } else {
      member.subscriber().lend(message, member, qos, new Loan(this, next, member));
    }
  }

  private void done(long sequence) {
    GroupList list = group.list();
    if (sequence > 0 && list != null) {
      list.done(sequence);
    }
  }

  /**
   * A member did not handle a message: another one gets it, or it waits in front of the others. Not
   * one without credit: that would give it back too, and members that are full would pass it round
   * among them.
   */
  private void returned(Kept back, Subscription from) {
    Message message = back.message();
    if (rules.isExpired(message)) {
      rules.dropped();
      done(back.sequence());
      return;
    }
    Subscription other = group.pickReady(rules.strategy(), message, from.subscriber());
    if (other == null) {
      backlog.addBack(back);
      kept(message);
    } else {
      give(other, back);
    }
  }

  private void kept(Message message) {
    dropBeyondLimit();
    // Somebody may have come online, or got credit, since we looked.
    Subscription member = group.pickReady(rules.strategy(), message, null);
    if (member != null) {
      creditAvailable(member.subscriber());
    }
  }

  private void dropBeyondLimit() {
    while (backlog.size() > rules.limit()) {
      Kept oldest = backlog.poll();
      if (oldest == null) {
        read(); // and then again
        return;
      }
      rules.dropped();
      done(oldest.sequence());
    }
  }

  @Override
  public void creditAvailable(Subscriber subscriber) {
    if (backlog.size() == 0) {
      return;
    }
    ready.add(subscriber);
    if (draining.getAndIncrement() > 0) {
      return; // whoever drains comes round once more
    }
    int rounds = 1;
    try {
      while (rounds > 0) {
        for (Subscriber next = ready.poll(); next != null; next = ready.poll()) {
          drainTo(next);
        }
        rounds = draining.addAndGet(-rounds);
      }
    } finally {
      if (rounds > 0) {
        draining.set(0); // after a fault, or nobody would drain any more
      }
    }
  }

  private void drainTo(Subscriber subscriber) {
    Subscription member = group.memberOf(subscriber);
    if (member == null) {
      return;
    }
    while (subscriber.isOnline() && subscriber.credit() > 0) {
      Kept next = backlog.poll();
      if (next == null) {
        read();
        return;
      }
      if (rules.isExpired(next.message())) {
        rules.dropped();
        done(next.sequence());
      } else {
        give(member, next);
      }
    }
  }

  private void read() {
    GroupList list = group.list();
    GroupBacklog.Wanted wanted = list == null ? null : backlog.wanted();
    if (list != null && wanted != null) {
      list.read(
          wanted.from(),
          wanted.until(),
          GroupBacklog.IN_MEMORY,
          (page, last) -> read(wanted, page, last));
    }
  }

  private void read(GroupBacklog.Wanted wanted, List<Kept> page, boolean last) {
    backlog.page(wanted, page, last);
    dropBeyondLimit();
    group.forEachOnline(this::creditAvailable);
  }

  /** Messages that the group's list has from before a restart. */
  void restore(int count, long from, long until) {
    backlog.restore(count, from, until);
    group.forEachOnline(this::creditAvailable);
  }

  /** Messages that wait for a member. */
  int waiting() {
    return backlog.size();
  }

  /** One message in the hands of a member. */
  private record Loan(SharedDispatch dispatch, Kept message, Subscription member)
      implements Settlement {
    @Override
    public void settled(ReasonCode code, @Nullable String reason) {
      dispatch.done(message.sequence()); // acknowledged, or refused: it was handled (MQTT-4.8.2-6)
    }

    @Override
    public void returned(boolean wasSent) {
      dispatch.returned(message, member);
    }
  }
}

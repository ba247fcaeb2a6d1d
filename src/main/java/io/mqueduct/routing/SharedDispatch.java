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
 * by the session: it settles such a loan and does not return it. A durable member is not lent such
 * a message of a durable group, but gets it for good, so that they hold after a crash too.
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

  /** How often a member got credit, and how often it had been when nobody was found to have any. */
  private final AtomicInteger creditEvents = new AtomicInteger();

  private volatile int nobodyAt = -1;

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
    if (member != null && !mustWaitFor(member, arrived)) {
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
      return;
    }
    GroupList list = group.list();
    StoredList own = listOf(member, qos, next);
    if (list != null && own != null) {
      own.moves();
      list.move(message, next.sequence(), member, own, qos, () -> back(next));
    } else {
      member.subscriber().lend(message, member, qos, new Loan(this, next, member));
    }
  }

  /** The list that a message is moved to for good; null if the member is lent it. */
  private static @Nullable StoredList listOf(Subscription member, int qos, Kept next) {
    return qos == 2 && next.sequence() > 0 ? member.subscriber().storedList() : null;
  }

  /** What a member is given for good nobody else can take any more, however long it waits there. */
  private boolean mustWaitFor(Subscription member, Kept arrived) {
    return listOf(member, rules.qos(arrived.message(), member), arrived) != null
        && member.subscriber().credit() <= 0;
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
      back(back);
    } else {
      give(other, back);
    }
  }

  private void back(Kept back) {
    backlog.addBack(back);
    kept(back.message());
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
    creditEvents.incrementAndGet();
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
        drainToOthers();
        rounds = draining.addAndGet(-rounds);
      }
    } finally {
      if (rounds > 0) {
        draining.set(0); // after a fault, or nobody would drain any more
      }
    }
  }

  /**
   * What is left, because those who came had no more credit, goes to whoever has some: one who had
   * it all the time is told of nothing.
   */
  private void drainToOthers() {
    Subscription member = null;
    do {
      member = backlog.size() == 0 ? null : withCredit();
    } while (member != null && drainTo(member.subscriber()));
  }

  private @Nullable Subscription withCredit() {
    int events = creditEvents.get();
    if (nobodyAt == events) {
      return null; // nobody had any, and nobody has got some since
    }
    Subscription found = group.anyWithCredit();
    if (found == null) {
      nobodyAt = events;
    }
    return found;
  }

  /** Whether anything was taken from the backlog. */
  private boolean drainTo(Subscriber subscriber) {
    Subscription member = group.memberOf(subscriber);
    boolean took = false;
    if (member == null) {
      return took;
    }
    while (subscriber.isOnline() && subscriber.credit() > 0) {
      Kept next = backlog.poll();
      if (next == null) {
        read();
        return took;
      }
      took = true;
      if (rules.isExpired(next.message())) {
        rules.dropped();
        done(next.sequence());
      } else {
        give(member, next);
      }
    }
    return took;
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

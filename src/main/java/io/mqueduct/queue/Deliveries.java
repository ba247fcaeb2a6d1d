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
package io.mqueduct.queue;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.spec.DeadLetter;
import io.mqueduct.queue.spec.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a message after it was handed out: acknowledged, rejected (again with a pause, to
 * another consumer, to the dead letters), given back, out of time. Owned by the queue's loop.
 */
final class Deliveries implements Dispatch.Giver {
  /** Deliveries that are open for this long are noted in the store: a crash is not to undo them. */
  private static final long NOTED_AFTER_MILLIS = 100;

  private static final long DEAD_LETTER_RETRY_MILLIS = 1000;

  private final QueueContents contents;
  private final DeadLetters deadLetters;
  private final Runnable onChange;
  private final EntryList departing = new EntryList();
  private long served;

  Deliveries(QueueContents contents, DeadLetters deadLetters, Runnable onChange) {
    this.contents = contents;
    this.deadLetters = deadLetters;
    this.onChange = onChange;
  }

  /** Messages that are on their way to the dead letters. */
  EntryList departing() {
    return departing;
  }

  @Override
  public boolean hasCredit(ConsumerState consumer, long nowMillis) {
    return consumer.hasCredit(contents.spec.consumerMaxInflight(), nowMillis);
  }

  @Override
  public boolean droppedForAge(QueueEntry entry, long nowMillis) {
    return contents.droppedForAge(entry, nowMillis);
  }

  @Override
  public boolean isSpent(QueueEntry entry, long nowMillis) {
    if (!entry.rejected && entry.deliveries < contents.spec.maxDeliveries()) {
      return false;
    }
    contents.takeOut(entry);
    DropReason reason = entry.rejected ? DropReason.REJECTED : DropReason.MAX_DELIVERIES;
    depart(entry, new QueueEntry.Departure(reason, null), nowMillis);
    return true;
  }

  @Override
  public void give(QueueEntry entry, ConsumerState consumer, long nowMillis) {
    entry.deliveries++;
    entry.wasHandedOut = true;
    entry.state = QueueEntry.State.IN_FLIGHT;
    Message message = Facts.delivered(entry, contents.spec);
    Handout handout = new Handout(entry, consumer, message, nowMillis);
    Dispatch dispatch = contents.dispatch();
    dispatch.changing(consumer);
    contents.flights.add(handout);
    consumer.outstanding++;
    consumer.servedAt = ++served;
    dispatch.changed(consumer);
    contents.counters.out.mark(nowMillis);
    if (entry.deliveries > 1) {
      contents.counters.redelivered++;
    }
    consumer.consumer.deliver(handout);
  }

  /**
   * The queue does not wait for a delivery any more; what becomes of the message is the caller's.
   */
  void revoke(Handout handout) {
    close(handout);
  }

  private void close(Handout handout) {
    Dispatch dispatch = contents.dispatch();
    dispatch.changing(handout.consumer);
    contents.flights.close(handout);
    dispatch.changed(handout.consumer);
    dispatch.ended(handout.entry, handout.consumer);
  }

  /** The consumer said what it thinks of a message. */
  void settled(Handout handout, ReasonCode code, @Nullable String reason, long nowMillis) {
    if (!answered(handout, nowMillis)) {
      return;
    }
    ConsumerState consumer = handout.consumer;
    QueueEntry entry = handout.entry;
    if (!code.isError()) {
      consumer.succeeded();
      if (handout.open) {
        close(handout);
        acknowledged(entry, nowMillis);
      } else {
        acknowledgedLate(entry, nowMillis);
      }
    } else if (handout.open) {
      close(handout);
      rejected(entry, consumer, code, reason, nowMillis);
    }
  }

  private boolean answered(Handout handout, long nowMillis) {
    if (!handout.owed) {
      return false;
    }
    handout.owed = false;
    ConsumerState consumer = handout.consumer;
    consumer.outstanding--;
    if (consumer.attached) {
      contents.dispatch().mayTake(consumer, nowMillis);
    }
    return true;
  }

  private void acknowledged(QueueEntry entry, long nowMillis) {
    entry.acknowledged = true;
    contents.remove(entry);
    contents.counters.acknowledged.mark(nowMillis);
  }

  /** After its time, or after its consumer went: as long as the message is here, it counts. */
  private void acknowledgedLate(QueueEntry entry, long nowMillis) {
    Handout other = entry.handout;
    if (other != null) {
      close(other);
    }
    boolean waits =
        entry.state == QueueEntry.State.WAITING || entry.state == QueueEntry.State.RETRY;
    if (waits) {
      contents.takeOut(entry);
    }
    if (waits || other != null) {
      acknowledged(entry, nowMillis);
    } else if (entry.displacers > 0 && entry.departure == null && !entry.acknowledged) {
      entry.acknowledged = true; // and so it neither comes back nor is lost
      contents.counters.acknowledged.mark(nowMillis);
    } else if (entry.state == QueueEntry.State.LEAVING || entry.displacers > 0) {
      entry.acknowledged = true; // in case that it does not leave
    }
  }

  private void rejected(
      QueueEntry entry,
      ConsumerState consumer,
      ReasonCode code,
      @Nullable String reason,
      long nowMillis) {
    contents.counters.rejected++;
    if (code == ReasonCode.QUOTA_EXCEEDED) {
      consumer.slowDown(
          contents.spec.redispatchIntervalMillis(), QueueSpec.MAX_REDISPATCH_MILLIS, nowMillis);
    }
    if (isSuperseded(entry)) {
      return;
    }
    if (code == ReasonCode.PAYLOAD_FORMAT_INVALID || code == ReasonCode.TOPIC_NAME_INVALID) {
      depart(entry, new QueueEntry.Departure(DropReason.REJECTED, reason), nowMillis);
    } else {
      tryAgain(entry, consumer, reason, nowMillis);
    }
  }

  private boolean isSuperseded(QueueEntry entry) {
    if (!entry.superseded) {
      return false;
    }
    if (entry.successor != null) {
      contents.counters.drop(DropReason.REPLACED);
    } else if (entry.displaced) { // not before: it could be acknowledged
      contents.counters.drop(DropReason.LIMIT);
    }
    contents.forget(entry);
    return true;
  }

  /** Another consumer at once; else after a pause that doubles each time. */
  private void tryAgain(
      QueueEntry entry, ConsumerState consumer, @Nullable String reason, long nowMillis) {
    QueueSpec spec = contents.spec;
    if (entry.deliveries >= spec.maxDeliveries()) {
      depart(entry, new QueueEntry.Departure(DropReason.MAX_DELIVERIES, reason), nowMillis);
      return;
    }
    storeDeliveries(entry);
    entry.exclude(consumer);
    entry.backOffMillis =
        entry.backOffMillis == 0
            ? Math.min(spec.redispatchIntervalMillis(), QueueSpec.MAX_REDISPATCH_MILLIS)
            : Math.min(entry.backOffMillis * 2, QueueSpec.MAX_REDISPATCH_MILLIS);
    if (!contents.dispatch().passOn(entry, consumer)) {
      retryAt(entry, nowMillis + entry.backOffMillis);
    }
  }

  private void retryAt(QueueEntry entry, long dueMillis) {
    entry.dueMillis = dueMillis;
    entry.state = QueueEntry.State.RETRY;
    contents.backlog.room.holdBack(entry);
    contents.retries.add(entry);
  }

  private void storeDeliveries(QueueEntry entry) {
    if (entry.deliveriesStored != entry.deliveries) {
      entry.deliveriesStored = entry.deliveries;
      contents.log.deliveries(entry.lane, entry.sequence, entry.deliveries);
    }
  }

  /** The consumer went away, or could not take it: others may have it now. */
  void returned(Handout handout, boolean wasSent, long nowMillis) {
    if (!answered(handout, nowMillis) || !handout.open) {
      return;
    }
    close(handout);
    if (wasSent) {
      giveBack(handout.entry, nowMillis);
    } else if (!isSuperseded(handout.entry)) {
      handout.entry.deliveries--;
      if (handout.entry.deliveries > 0 && handout.entry.deliveriesStored > 0) {
        storeDeliveries(handout.entry);
      }
      handout.entry.dueMillis = nowMillis;
      contents.dispatch().again(handout.entry);
    }
  }

  /** A consumer is gone: what it has goes to others. What it may still say is heard. */
  void takeBackAll(ConsumerState consumer, long nowMillis) {
    List<QueueEntry> entries = new ArrayList<>(consumer.unacknowledged);
    Handout handout;
    while ((handout = consumer.firstHandout) != null) {
      close(handout);
      entries.add(handout.entry);
    }
    for (QueueEntry entry : entries) {
      giveBack(entry, nowMillis);
    }
  }

  private void giveBack(QueueEntry entry, long nowMillis) {
    contents.counters.returned++;
    if (isSuperseded(entry)) {
      return;
    }
    if (entry.deliveries >= contents.spec.maxDeliveries()) {
      depart(entry, new QueueEntry.Departure(DropReason.MAX_DELIVERIES, null), nowMillis);
      return;
    }
    storeDeliveries(entry);
    entry.dueMillis = nowMillis;
    contents.dispatch().again(entry);
  }

  /** Does what is due by now. */
  void tick(long nowMillis) {
    QueueEntry due;
    while ((due = contents.retries.pollDue(nowMillis)) != null) {
      contents.backlog.room.release(due);
      again(due, nowMillis);
    }
    while (contents.backlog.room.isCrowded()) { // memory is bounded: pauses get shorter
      QueueEntry first = contents.retries.pollFirst();
      if (first == null) {
        break;
      }
      contents.backlog.room.release(first);
      again(first, nowMillis);
    }
    Handout unnoted;
    while ((unnoted = contents.flights.firstUnnoted()) != null
        && nowMillis - unnoted.atMillis() >= NOTED_AFTER_MILLIS) {
      contents.flights.noted(unnoted);
      storeDeliveries(unnoted.entry);
    }
    long timeout = contents.spec.ackTimeoutMillis();
    Handout oldest;
    while (timeout != QueueSpec.INFINITE
        && (oldest = contents.flights.first()) != null
        && nowMillis - oldest.atMillis() >= timeout) {
      close(oldest);
      contents.counters.timedOut++;
      if (!isSuperseded(oldest.entry)) {
        tryAgain(oldest.entry, oldest.consumer, "ack_timeout", nowMillis);
      }
    }
  }

  private void again(QueueEntry entry, long nowMillis) {
    QueueEntry.Departure departure = entry.departure;
    if (departure != null) {
      depart(entry, departure, nowMillis);
    } else {
      entry.excludeNobody();
      contents.dispatch().again(entry);
    }
  }

  /** When {@link #tick} has something to do. */
  long dueMillis() {
    long due = contents.retries.dueMillis();
    Handout unnoted = contents.flights.firstUnnoted();
    if (unnoted != null) {
      due = Math.min(due, unnoted.atMillis() + NOTED_AFTER_MILLIS);
    }
    Handout oldest = contents.flights.first();
    long timeout = contents.spec.ackTimeoutMillis();
    return oldest == null || timeout == QueueSpec.INFINITE
        ? due
        : Math.min(due, oldest.atMillis() + timeout);
  }

  /** The message leaves the queue unhandled; it is in no list any more. */
  private void depart(QueueEntry entry, QueueEntry.Departure departure, long nowMillis) {
    DeadLetter target = contents.spec.deadLetter();
    if (target instanceof DeadLetter.None) {
      contents.remove(entry);
      contents.counters.drop(departure.reason());
      return;
    }
    storeVerdict(entry, departure);
    entry.state = QueueEntry.State.LEAVING;
    entry.departure = departure;
    departing.addLast(entry);
    Message dead = Facts.dead(entry, contents.spec.name(), departure, target, nowMillis);
    deadLetters.send(target, dead, isSafe -> departed(entry, isSafe, nowMillis));
  }

  /** The other queue may be full for long: a crash is not to hand the message out again. */
  private void storeVerdict(QueueEntry entry, QueueEntry.Departure departure) {
    if (departure.reason() != DropReason.REJECTED) {
      storeDeliveries(entry);
    } else if (!entry.rejected) {
      entry.rejected = true;
      entry.deliveriesStored = entry.deliveries;
      contents.log.rejected(entry.lane, entry.sequence, entry.deliveries);
    }
  }

  private void departed(QueueEntry entry, boolean isSafe, long sentMillis) {
    if (entry.list != departing) {
      return; // the queue was purged or closed meanwhile
    }
    departing.remove(entry);
    if (isSafe) {
      contents.counters.deadLettered++;
      contents.remove(entry);
    } else if (entry.acknowledged) {
      acknowledged(entry, sentMillis);
    } else if (!isSuperseded(entry)) {
      entry.backOffMillis =
          Math.min(
              Math.max(entry.backOffMillis * 2, DEAD_LETTER_RETRY_MILLIS),
              QueueSpec.MAX_REDISPATCH_MILLIS);
      retryAt(entry, sentMillis + entry.backOffMillis);
    }
    onChange.run();
  }
}

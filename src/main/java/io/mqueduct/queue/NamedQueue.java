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

import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.spec.DispatchStrategy;
import io.mqueduct.queue.spec.Overflow;
import io.mqueduct.queue.spec.QueueSpec;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A named queue, or one shard of it: takes messages in, hands each to one of its consumers, until
 * it is acknowledged or leaves some other way. Owned by one loop, which makes every call; the rules
 * of its parts are in {@link Intake}, {@link Backlog}, {@link Dispatch} and {@link Deliveries}.
 *
 * <p>Whatever may have made a message visible or given a consumer credit ends in {@link #pump},
 * which brings them together; {@link #tick} does so too, at least twice a second, so that nothing
 * that was overlooked waits longer.
 */
public final class NamedQueue {
  private static final long SWEEP_MILLIS = 500;

  final QueueContents contents;
  final Intake intake;
  final Deliveries deliveries;
  private final DedupWindow dedup;
  private final LongSupplier clock;
  private final Dispatches dispatches;
  private final IdentityHashMap<QueueConsumer, ConsumerState> consumers = new IdentityHashMap<>();
  private final List<ConsumerState> inOrder = new ArrayList<>();
  private long joined;
  private long sweptMillis;
  private final Watchdog watchdog;
  private final Oldest oldest;
  private boolean pumping;
  private boolean pumpAgain;
  private boolean closed;

  /**
   * A queue on its log.
   *
   * @param recovered what the log holds
   * @param budget of the loop
   * @param clock wall clock, for what the log says
   */
  public NamedQueue(
      QueueSpec spec,
      QueueLog log,
      QueueLog.Recovered recovered,
      DeadLetters deadLetters,
      MemoryBudget budget,
      RandomGenerator random,
      LongSupplier clock) {
    this.clock = clock;
    this.contents = new QueueContents(spec, log, recovered, budget, this::changed);
    this.deliveries = new Deliveries(contents, deadLetters, this::changed);
    this.dedup = new DedupWindow(recovered.dedup());
    this.dispatches = new Dispatches(contents, deliveries, random);
    contents.dispatch(dispatches.create(spec));
    this.intake =
        new Intake(
            contents,
            dedup,
            budget,
            new Storing.Owner() {
              @Override
              public void changed() {
                NamedQueue.this.changed();
              }

              @Override
              public long nowMillis() {
                return clock.getAsLong();
              }
            });
    this.watchdog = new Watchdog(contents, deliveries);
    this.oldest = new Oldest(contents.backlog, intake.pending());
    contents.backlog.load(clock.getAsLong());
  }

  /** What it is told to be. */
  public QueueSpec spec() {
    return contents.spec;
  }

  /** Messages, handed out ones included. */
  public long depth() {
    return contents.count();
  }

  /** The sum of their sizes. */
  public long bytes() {
    return contents.bytes();
  }

  /** Whether a message waits for a consumer now. */
  public boolean hasVisible(long nowMillis) {
    return contents.dispatch().hasVisible(nowMillis);
  }

  /** How much of the limit is used, 0 to 100. */
  public int fillPercent() {
    return contents.fillPercent();
  }

  /** Changes what can be changed, for what is in it as well as for what comes. */
  public void spec(QueueSpec changed, long nowMillis) {
    QueueSpec before = contents.spec;
    contents.spec = changed;
    boolean otherKeys =
        changed.dispatchStrategy() == DispatchStrategy.KEY_ORDERED
            && !Objects.equals(before.keyExpression(), changed.keyExpression());
    if (before.dispatchStrategy() != changed.dispatchStrategy() || otherKeys) {
      dispatches.change(changed, inOrder, nowMillis);
    }
    sweptMillis = 0;
    tick(nowMillis);
  }

  /** Takes a message in; the reply may come before this returns. */
  public void publish(Publication publication, long nowMillis) {
    intake.publish(publication, nowMillis);
    if (!pumping) {
      contents.backlog.load(nowMillis);
    }
  }

  /**
   * Keeps a place for a message that several queues are to take, or none of them. To be followed by
   * {@link #publish} or {@link #unreserve}.
   */
  public boolean reserve(Publication publication) {
    return closed || intake.reserve(publication);
  }

  /** The place is not needed. */
  public void unreserve(Publication publication) {
    intake.unreserve(publication);
  }

  /** A consumer takes part; attaching one twice is no error. */
  public void attach(QueueConsumer consumer, long nowMillis) {
    if (!closed && !consumers.containsKey(consumer)) {
      ConsumerState state = new ConsumerState(consumer, joined++);
      consumers.put(consumer, state);
      inOrder.add(state);
      contents.dispatch().mayTake(state, nowMillis);
      pump(nowMillis);
    }
  }

  /**
   * A consumer leaves: what it has goes to others at once. What it acknowledges later is heard as
   * long as nobody else has.
   */
  public void detach(QueueConsumer consumer, long nowMillis) {
    ConsumerState state = leave(consumer);
    if (state != null) {
      deliveries.takeBackAll(state, nowMillis);
      pump(nowMillis);
    }
  }

  /**
   * A consumer leaves, and is about to say of each message that it has whether it was sent at all:
   * it goes to others then.
   */
  void away(QueueConsumer consumer, long nowMillis) {
    if (leave(consumer) != null) {
      pump(nowMillis);
    }
  }

  private @Nullable ConsumerState leave(QueueConsumer consumer) {
    ConsumerState state = consumers.remove(consumer);
    if (state != null) {
      inOrder.remove(state);
      state.attached = false;
      contents.dispatch().left(state);
    }
    return state;
  }

  /** A consumer may have credit again. */
  public void creditAvailable(QueueConsumer consumer, long nowMillis) {
    ConsumerState state = consumers.get(consumer);
    if (state != null) {
      contents.dispatch().mayTake(state, nowMillis);
      pump(nowMillis);
    }
  }

  /**
   * A consumer acknowledged a message, or rejected it (an error code): 0x90 and 0x99 for good, 0x97
   * because it has too much to do, the others for now. Only the first word on a delivery counts.
   *
   * @param reason the Reason String, if there was one
   */
  public void settled(Handout handout, ReasonCode code, @Nullable String reason, long nowMillis) {
    deliveries.settled(handout, code, reason, nowMillis);
    pump(nowMillis);
  }

  /**
   * A consumer did not handle a message and never will.
   *
   * @param wasSent false if it never got it, so that this was no delivery
   */
  public void returned(Handout handout, boolean wasSent, long nowMillis) {
    deliveries.returned(handout, wasSent, nowMillis);
    pump(nowMillis);
  }

  void changed() {
    pump(clock.getAsLong());
  }

  /** Hands out what can be handed out, reads what there is room for, goes on with what waited. */
  private void pump(long nowMillis) {
    if (pumping || closed) {
      pumpAgain = true;
      return;
    }
    pumping = true;
    do {
      pumpAgain = false;
      if (contents.isOverLimit() && contents.spec.overflow() == Overflow.DROP_OLDEST) {
        trim();
      }
      contents.dispatch().run(nowMillis);
      contents.backlog.load(nowMillis);
      if (intake.parked() > 0) {
        intake.unpark(nowMillis);
      }
    } while (pumpAgain);
    pumping = false;
    oldest.look();
  }

  /** After a limit was lowered, or the store refused what others gave way to. */
  private void trim() {
    while (contents.isOverLimit()) {
      QueueEntry oldest = contents.oldestUnassigned();
      if (oldest == null) {
        return;
      }
      contents.drop(oldest, DropReason.LIMIT);
    }
  }

  /** Does what is due; to be called when {@link #dueMillis} says so. */
  public void tick(long nowMillis) {
    deliveries.tick(nowMillis);
    for (int i = 0; i < inOrder.size(); i++) {
      contents.dispatch().mayTake(inOrder.get(i), nowMillis);
    }
    if (nowMillis - sweptMillis >= SWEEP_MILLIS) {
      sweptMillis = nowMillis;
      sweep(nowMillis);
    } else if (contents.dispatch().reliefDueMillis() <= nowMillis) {
      contents.dispatch().relieve(nowMillis);
    }
    pump(nowMillis);
    watchdog.look(inOrder, nowMillis);
  }

  private void sweep(long nowMillis) {
    dedup.forget(contents.spec.dedupWindow(), nowMillis);
    long before = contents.count();
    for (EntryList list : contents.dispatch().lists()) {
      QueueEntry entry = list.first();
      while (entry != null) {
        QueueEntry next = entry.next;
        if (!deliveries.isSpent(entry, nowMillis)) {
          contents.droppedForAge(entry, nowMillis);
        }
        entry = next;
      }
    }
    if (contents.count() < before && contents.backlog.lanes.delayedCount() > 0) {
      sweptMillis = nowMillis - SWEEP_MILLIS; // those behind them in the store may be as old
    }
    contents.dispatch().relieve(nowMillis);
    contents.dispatch().tidy();
  }

  /** When {@link #tick} is to be called next, at the latest. */
  public long dueMillis() {
    long due = Math.min(deliveries.dueMillis(), contents.backlog.lanes.dueMillis());
    due = Math.min(due, contents.dispatch().reliefDueMillis());
    for (int i = 0; i < inOrder.size(); i++) {
      long paused = inOrder.get(i).pausedUntilMillis();
      if (paused > sweptMillis) {
        due = Math.min(due, paused);
      }
    }
    return Math.min(due, sweptMillis + SWEEP_MILLIS);
  }

  /** The store removed a message by itself because it expired. */
  public void expiredInStore(QueueLog.Place place, long nowMillis) {
    if (contents.backlog.goneInStore(place.lane(), place.sequence())) {
      contents.uncount(place, 1);
      contents.counters.drop(DropReason.EXPIRED);
      contents.backlog.confirmedGone(place);
      intake.lookAgain();
      pump(nowMillis);
    }
  }

  /**
   * Removes every message that is not handed out; returns how many there were.
   *
   * @param fence told when they are gone from the store too, or that this takes until it can write
   */
  public long purge(long nowMillis, QueueLog.Fence fence) {
    long purged = Clearing.purge(contents, intake.pending(), deliveries.departing(), fence);
    intake.purged();
    pump(nowMillis);
    return purged;
  }

  /** Nothing goes in or out any more: the queue is deleted, or goes elsewhere. */
  public void close(long nowMillis) {
    closed = true;
    intake.close();
    oldest.tell();
    for (ConsumerState each : inOrder) {
      each.attached = false;
      contents.dispatch().left(each);
    }
    Handout handout;
    while ((handout = contents.flights.first()) != null) {
      contents.flights.close(handout);
      handout.entry.state = QueueEntry.State.GONE;
    }
    consumers.clear();
    inOrder.clear();
    contents.backlog.close();
    Clearing.forgetAll(contents);
    QueueEntry departing;
    while ((departing = deliveries.departing().removeFirst()) != null) {
      departing.state = QueueEntry.State.GONE;
    }
  }

  /** The consumers, in the order in which they came. */
  public List<QueueConsumer> consumers() {
    return inOrder.stream().map(each -> each.consumer).toList();
  }

  /** The same in numbers. */
  public List<ConsumerStats> consumerStats(long nowMillis) {
    List<ConsumerStats> stats = new ArrayList<>(inOrder.size());
    for (ConsumerState each : inOrder) {
      stats.add(
          new ConsumerStats(
              each.consumer.id(),
              each.unacknowledged,
              Math.max(0, each.consumer.credit()),
              each.pausedUntilMillis() > nowMillis));
    }
    return stats;
  }

  /** The queue in numbers; exact if {@link #oldest} is known. */
  public QueueStats stats(long nowMillis) {
    long age = nowMillis - oldest.publishedMillis(nowMillis);
    return Report.of(contents, inOrder.size(), age, watchdog.stalledMillis(nowMillis), nowMillis);
  }

  /** Which of its messages is the oldest. */
  Oldest oldest() {
    return oldest;
  }
}

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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.queue.QueueLog.StoredEntry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at single messages of a shard without consuming them, takes single ones out, and shows what
 * is stored to those who follow it. Owned by the shard's loop.
 */
public final class Inspection {
  private static final long PAGE_BYTES = 4L << 20;

  private final NamedQueue queue;
  private final QueueLog log;
  private final List<Follower> followers = new ArrayList<>(0);

  Inspection(NamedQueue queue, QueueLog log) {
    this.queue = queue;
    this.log = log;
  }

  /** Where a message is. */
  public enum State {
    /** It can be handed out. */
    WAITING,
    /** Its delay is not over. */
    DELAYED,
    /** A consumer has it. */
    DELIVERED,
    /** It was rejected, and waits for its time. */
    RETRYING,
    /** It is on its way to the dead letters. */
    LEAVING
  }

  /**
   * One message.
   *
   * @param deliveries how often it was handed out
   * @param consumer who has it, if anybody
   * @param atMillis since when the consumer has it, or when it is tried again; else 0
   */
  public record Seen(
      StoredEntry stored, State state, int deliveries, @Nullable String consumer, long atMillis) {}

  /**
   * Some messages in the order of lanes and sequences.
   *
   * @param lane where to go on
   * @param from the sequence to go on with; -1 if there is nothing more
   */
  public record Page(List<Seen> seen, int lane, long from) {}

  /** Is shown what is stored, on the shard's loop; not to throw. */
  public interface Follower {
    /** A message is in the store; from when on it can be handed out, 0 for at once. */
    void stored(long sequence, Message message, long visibleAtMillis);

    /** Nothing comes any more: the queue is gone. */
    void ended();
  }

  /**
   * Some messages as they are in the store.
   *
   * @param lane 0 at first
   * @param from the least sequence
   * @param max 1 to 1000; there may be fewer although there is more
   */
  public Future<Page> browse(int lane, long from, int max) {
    Promise<Page> done = Promise.promise();
    log.whenStored(
        why -> // reads go on when the store cannot write
        log.read(
                lane,
                from,
                max,
                PAGE_BYTES,
                new QueueLog.PageReply() {
                  @Override
                  public void page(List<StoredEntry> page, boolean complete) {
                    done.complete(pageOf(lane, page, complete));
                  }

                  @Override
                  public void failed(BrokerException why) {
                    done.fail(why);
                  }
                }));
    return done.future();
  }

  private Page pageOf(int lane, List<StoredEntry> page, boolean complete) {
    long now = System.currentTimeMillis();
    Map<Long, QueueEntry> held = held();
    List<Seen> seen = new ArrayList<>(page.size());
    for (StoredEntry each : page) {
      long age = now - each.message().publishedAtMillis();
      if (!each.message().isExpired(now) && age < queue.spec().dataRetentionMillis()) {
        seen.add(seen(each, held.get(each.sequence()), now));
      }
    }
    if (!complete && !page.isEmpty()) {
      return new Page(seen, lane, page.get(page.size() - 1).sequence() + 1);
    }
    int next = laneAfter(lane);
    return new Page(seen, next, next < 0 ? -1 : 0);
  }

  private int laneAfter(int lane) {
    int next = Integer.MAX_VALUE;
    for (Lane each : queue.contents.backlog.lanes.delayed) {
      if (each.id > lane && each.id < next) {
        next = each.id;
      }
    }
    return next == Integer.MAX_VALUE ? -1 : next;
  }

  /** What is in memory. */
  private Map<Long, QueueEntry> held() {
    Map<Long, QueueEntry> held = new HashMap<>();
    QueueContents contents = queue.contents;
    for (Handout h = contents.flights.first(); h != null; h = h.later) {
      held.put(h.sequence(), h.entry);
    }
    Iterator<QueueEntry> retries = contents.retries.iterator();
    while (retries.hasNext()) {
      QueueEntry each = retries.next();
      held.put(each.sequence, each);
    }
    for (QueueEntry e = queue.deliveries.departing().first(); e != null; e = e.next) {
      held.put(e.sequence, e);
    }
    for (EntryList list : contents.dispatch().lists()) {
      for (QueueEntry e = list.first(); e != null; e = e.next) {
        held.put(e.sequence, e);
      }
    }
    return held;
  }

  private static Seen seen(StoredEntry stored, @Nullable QueueEntry entry, long now) {
    if (entry == null) {
      State state = stored.visibleAtMillis() > now ? State.DELAYED : State.WAITING;
      return new Seen(stored, state, stored.deliveries(), null, 0);
    }
    Handout handout = entry.handout;
    if (handout != null) {
      return new Seen(
          stored,
          State.DELIVERED,
          entry.deliveries,
          handout.consumer.consumer.id(),
          handout.atMillis());
    }
    return switch (entry.state) {
      case RETRY -> new Seen(stored, State.RETRYING, entry.deliveries, null, entry.dueMillis);
      case LEAVING -> new Seen(stored, State.LEAVING, entry.deliveries, null, 0);
      default -> {
        State state = entry.visibleAtMillis > now ? State.DELAYED : State.WAITING;
        yield new Seen(stored, state, entry.deliveries, null, 0);
      }
    };
  }

  /**
   * Takes one message out, wherever it is; whether it was there. Whoever has it can go on with it,
   * but it does not come back.
   *
   * @param redriven whether it went back to the queue that it comes from; else it is purged
   */
  public Future<Boolean> remove(long sequence, boolean redriven) {
    QueueEntry entry = held().get(sequence);
    if (entry != null) {
      removeHeld(entry, redriven);
      return Future.succeededFuture(true);
    }
    Promise<Boolean> done = Promise.promise();
    locate(0, sequence, redriven, done);
    return done.future();
  }

  private void removeHeld(QueueEntry entry, boolean redriven) {
    QueueContents contents = queue.contents;
    Handout handout = entry.handout;
    if (handout == null && entry.state == QueueEntry.State.LEAVING) {
      entry.acknowledged = true; // in case that it does not leave
      return;
    }
    if (handout != null) {
      queue.deliveries.revoke(handout);
    } else {
      contents.takeOut(entry);
    }
    entry.acknowledged = true; // in case that what it gives way to is refused
    contents.remove(entry);
    count(redriven);
    removed();
  }

  private void removed() {
    queue.intake.lookAgain();
    queue.changed();
  }

  private void count(boolean redriven) {
    QueueCounters counters = queue.contents.counters;
    if (redriven) {
      counters.redriven++;
    } else {
      counters.drop(DropReason.PURGED);
    }
  }

  /** Looks for a message that is in the store alone, lane by lane. */
  private void locate(int lane, long sequence, boolean redriven, Promise<Boolean> done) {
    log.read(
        lane,
        sequence,
        1,
        1,
        new QueueLog.PageReply() {
          @Override
          public void page(List<StoredEntry> page, boolean complete) {
            if (!page.isEmpty() && page.get(0).sequence() == sequence) {
              done.complete(removeStored(page.get(0), redriven));
            } else if (laneAfter(lane) >= 0) {
              locate(laneAfter(lane), sequence, redriven, done);
            } else {
              done.complete(false);
            }
          }

          @Override
          public void failed(BrokerException why) {
            done.fail(why);
          }
        });
  }

  private boolean removeStored(StoredEntry stored, boolean redriven) {
    QueueEntry entry = held().get(stored.sequence()); // it may have come into memory meanwhile
    if (entry != null) {
      removeHeld(entry, redriven);
      return true;
    }
    QueueContents contents = queue.contents;
    QueueLog.Place place =
        new QueueLog.Place(stored.lane(), stored.sequence(), stored.message().sizeBytes());
    if (stored.sequence() > contents.backlog.lanes.lane(stored.lane()).lastSequence
        || !contents.backlog.goneInStore(stored.lane(), stored.sequence())) {
      return false;
    }
    contents.uncount(place, 1);
    log.remove(stored.lane(), stored.sequence(), stored.deliveries() > 0);
    count(redriven);
    removed();
    return true;
  }

  /** Shows what is stored from now on. */
  public void follow(Follower follower) {
    followers.add(follower);
    queue.contents.follower = this::stored;
  }

  /** Ends it; one that does not follow is no error. */
  public void unfollow(Follower follower) {
    followers.remove(follower);
    if (followers.isEmpty()) {
      queue.contents.follower = null;
    }
  }

  private void stored(long sequence, Message message, long visibleAtMillis) {
    for (int i = 0; i < followers.size(); i++) {
      followers.get(i).stored(sequence, message, visibleAtMillis);
    }
  }

  void end() {
    List.copyOf(followers).forEach(Follower::ended);
    followers.clear();
    queue.contents.follower = null;
  }
}

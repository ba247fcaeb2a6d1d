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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP consumers of one queue under one name: they pull messages, hold each for the time of a
 * lease, and acknowledge by number. For the queue they are one consumer, with its limits, counts
 * and order. What is leased stays in memory and counts as what waits there does: when there is no
 * room, one message at a time is leased. Owned by the queue's loop.
 */
public final class Leases implements QueueConsumer {
  /** As many as a client of MQTT can have. */
  private static final int MOST_HELD = 65_535;

  /** A pull ends with the message that exceeds this. */
  private static final long MOST_BYTES = 4L << 20;

  private final String id;
  private final NamedQueue queue;
  private final Map<Long, Lease> held = new LinkedHashMap<>();
  private final List<Pull> pulls = new ArrayList<>();
  private final Executor soon;
  private int wanted;
  private boolean answersSoon;

  /** What one request waits for. */
  private static final class Pull {
    int max;
    long bytes;
    final long leaseMillis;
    final long untilMillis;
    final Reply reply;
    final List<Handout> got = new ArrayList<>();

    Pull(int max, long leaseMillis, long untilMillis, Reply reply) {
      this.max = max;
      this.leaseMillis = leaseMillis;
      this.untilMillis = untilMillis;
      this.reply = reply;
    }
  }

  private record Lease(Handout handout, long untilMillis) {}

  /** Who pulls. */
  @FunctionalInterface
  public interface Reply {
    /** What there was; empty if nothing came in time. On the queue's loop, once. */
    void leased(List<Handout> messages);
  }

  /**
   * The consumers of a name; to be attached once.
   *
   * @param soon runs a task on the queue's loop, after what it is doing
   */
  public Leases(String id, NamedQueue queue, Executor soon) {
    this.id = id;
    this.queue = queue;
    this.soon = soon;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int credit() {
    if (held.size() >= MOST_HELD) {
      return 0;
    }
    return held.isEmpty() || room().hasBudget() ? wanted : 0;
  }

  private Room room() {
    return queue.contents.backlog.room;
  }

  /** Messages that are leased. */
  public int held() {
    return held.size();
  }

  /** Whether nobody waits and nothing is leased, so that it may be detached. */
  public boolean isIdle() {
    return held.isEmpty() && pulls.isEmpty();
  }

  /**
   * Takes up to {@code max} messages, those that are there at once; if there is none, the first
   * that comes in time.
   *
   * @param leaseMillis how long they are held before others get them
   * @param waitMillis how long to wait for the first
   */
  public void pull(int max, long leaseMillis, long waitMillis, Reply reply, long nowMillis) {
    Pull pull = new Pull(max, leaseMillis, nowMillis + waitMillis, reply);
    pulls.add(pull);
    wanted += max;
    queue.creditAvailable(this, nowMillis);
    answer(nowMillis);
  }

  @Override
  public void deliver(Handout handout) {
    for (Pull pull : pulls) {
      if (pull.got.size() < pull.max) {
        pull.got.add(handout);
        wanted--;
        pull.bytes += handout.entry.message.toldBytes();
        if (pull.bytes >= MOST_BYTES) { // it is full, and wants nothing more
          wanted -= pull.max - pull.got.size();
          pull.max = pull.got.size();
        }
        answerSoon();
        Lease before = release(handout.sequence());
        held.put(handout.sequence(), new Lease(handout, handout.atMillis() + pull.leaseMillis));
        room().lease(handout.entry.size);
        if (before != null) { // the queue took it back before its time, with ack_timeout
          soon.execute(() -> queue.returned(before.handout, true, System.currentTimeMillis()));
        }
        return;
      }
    }
    throw new IllegalStateException("nobody pulls");
  }

  private @Nullable Lease release(long sequence) {
    Lease lease = held.remove(sequence);
    if (lease != null) {
      room().lease(-lease.handout.entry.size);
    }
    return lease;
  }

  /** Not at once: more may come in the same round. */
  private void answerSoon() {
    if (!answersSoon) {
      answersSoon = true;
      soon.execute(
          () -> {
            answersSoon = false;
            answer(System.currentTimeMillis());
          });
    }
  }

  /**
   * Who pulled does not wait any more: answers with nothing, and gives back what came meanwhile.
   * One that was answered is no error.
   */
  public void cancel(Reply reply, long nowMillis) {
    for (Pull pull : pulls) {
      if (pull.reply == reply) {
        pulls.remove(pull);
        wanted -= pull.max - pull.got.size();
        for (Handout each : pull.got) {
          release(each.sequence());
          queue.returned(each, false, nowMillis);
        }
        pull.reply.leased(List.of());
        return;
      }
    }
  }

  /** Nothing comes any more: answers all who wait. */
  void end() {
    for (Pull pull : List.copyOf(pulls)) {
      pull.reply.leased(List.of());
    }
    pulls.clear();
    List.copyOf(held.keySet()).forEach(this::release);
    wanted = 0;
  }

  /** Answers those that have something, or that have waited long enough. */
  private void answer(long nowMillis) {
    List<Pull> done = new ArrayList<>();
    Iterator<Pull> all = pulls.iterator();
    while (all.hasNext()) {
      Pull pull = all.next();
      if (!pull.got.isEmpty() || nowMillis >= pull.untilMillis) {
        all.remove();
        wanted -= pull.max - pull.got.size();
        done.add(pull);
      }
    }
    for (Pull pull : done) {
      pull.reply.leased(List.copyOf(pull.got));
    }
  }

  /**
   * Says what became of a leased message; whether the lease was still there.
   *
   * @param delivery the how-manieth delivery it was, see {@link Handout#deliveries}
   * @param code as an MQTT client would say it
   */
  public boolean settle(
      long sequence, int delivery, ReasonCode code, @Nullable String reason, long nowMillis) {
    Lease lease = held.get(sequence);
    if (lease == null || lease.handout.deliveries() != delivery) {
      return false;
    }
    release(sequence);
    boolean wasOpen = lease.handout.isOpen();
    queue.settled(lease.handout, code, reason, nowMillis);
    answer(nowMillis);
    return wasOpen || !code.isError(); // late, but heard
  }

  /** Gives back a leased message that nobody got. */
  public void giveBack(Handout handout, long nowMillis) {
    Lease lease = held.get(handout.sequence());
    if (lease != null && lease.handout.equals(handout)) {
      release(handout.sequence());
      queue.returned(handout, false, nowMillis);
    }
  }

  /** Ends leases and pulls whose time is over; answers pulls that were given something. */
  public void tick(long nowMillis) {
    List<Lease> over = new ArrayList<>();
    for (Lease lease : held.values()) {
      if (lease.untilMillis <= nowMillis) {
        over.add(lease);
      }
    }
    for (Lease lease : over) {
      release(lease.handout.sequence());
      queue.returned(lease.handout, true, nowMillis);
    }
    answer(nowMillis);
  }

  /** When {@link #tick} has something to do; {@code Long.MAX_VALUE} for never. */
  public long dueMillis() {
    long due = Long.MAX_VALUE;
    for (Lease lease : held.values()) {
      due = Math.min(due, lease.untilMillis);
    }
    for (Pull pull : pulls) {
      due = pull.got.isEmpty() ? Math.min(due, pull.untilMillis) : 0;
    }
    return due;
  }
}

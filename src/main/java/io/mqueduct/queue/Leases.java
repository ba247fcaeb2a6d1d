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
import org.jspecify.annotations.Nullable;

/**
 * The HTTP consumers of one queue under one name: they pull messages, hold each for the time of a
 * lease, and acknowledge by number. For the queue they are one consumer, with its limits, counts
 * and order. Owned by the queue's loop.
 */
public final class Leases implements QueueConsumer {
  private final String id;
  private final NamedQueue queue;
  private final Map<Long, Lease> held = new LinkedHashMap<>();
  private final List<Pull> pulls = new ArrayList<>();
  private int wanted;

  /** What one request waits for. */
  private static final class Pull {
    final int max;
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

  /** The consumers of a name; to be attached once. */
  public Leases(String id, NamedQueue queue) {
    this.id = id;
    this.queue = queue;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int credit() {
    return wanted;
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
        held.put(handout.sequence(), new Lease(handout, handout.atMillis() + pull.leaseMillis));
        return;
      }
    }
    throw new IllegalStateException("nobody pulls");
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
   * @param code as an MQTT client would say it
   */
  public boolean settle(long sequence, ReasonCode code, @Nullable String reason, long nowMillis) {
    Lease lease = held.remove(sequence);
    if (lease == null) {
      return false;
    }
    queue.settled(lease.handout, code, reason, nowMillis);
    answer(nowMillis);
    return true;
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
      held.remove(lease.handout.sequence());
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

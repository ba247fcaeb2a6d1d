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
package io.mqueduct.protocol;

import io.mqueduct.bus.Alarm;
import io.mqueduct.message.Message;
import io.mqueduct.routing.Pass;
import io.mqueduct.session.Ledger;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionLoop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one event loop keeps for the passes it makes: the sessions that got messages from elsewhere,
 * and the channels that have something to write.
 *
 * <p>A pass is what the loop does between two looks at its sockets. Whatever the pass appended to a
 * channel is written once at its end, and whatever it handed to another loop wakes that loop once.
 * Owned by its event loop, but for {@link #wake} and {@link #isCurrent}, which any thread may call.
 */
public final class BrokerLoop implements SessionLoop, Pass {
  /** Below it none is looked for that could go. */
  private static final int FEW_DEADLINES = 1024;

  /** Some 15 MB of deliveries. */
  static final int MOST_COLLECTED = 1 << 18;

  /** Of messages that wait for the end of the pass: it may read very many sockets. */
  static final int MOST_COLLECTED_BYTES = 16 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(BrokerLoop.class);
  private static final FastThreadLocal<BrokerLoop> CURRENT = new FastThreadLocal<>();

  /** Sessions are called at most so much later than they asked for, milliseconds. */
  private static final long GRACE_MILLIS = 200;

  private final EventLoop eventLoop;
  private final Runnable endOfPass = this::endPass;
  private final Runnable drain = this::drainSessions;

  // Any thread.
  private final MpscUnboundedArrayQueue<Session> awake = new MpscUnboundedArrayQueue<>(1024);
  private final AtomicBoolean drainScheduled = new AtomicBoolean();
  private final MpscUnboundedArrayQueue<Runnable> told = new MpscUnboundedArrayQueue<>(256);
  private final AtomicBoolean tellScheduled = new AtomicBoolean();
  private final Runnable tell = this::tellAll;

  // This loop only.
  private final ArrayList<Session> ending = new ArrayList<>();
  private final ArrayList<Runnable> endTasks = new ArrayList<>();
  private final ArrayList<Flushable> dirty = new ArrayList<>();
  private final ArrayList<BrokerLoop> toWake = new ArrayList<>();
  private final PriorityQueue<Deadline> deadlines = new PriorityQueue<>();
  private final Alarm alarm = new Alarm(GRACE_MILLIS, this::after, this::tickSessions);
  private final PausedPublishers publishers = new PausedPublishers(this);
  private int mostDeadlines = FEW_DEADLINES;
  private boolean endScheduled;
  private int collected;
  private long collectedBytes;
  private @Nullable Message collectedLast;

  // Written by this loop; others may see an old value.
  private long nowMillis;
  private boolean inPass;

  private record Deadline(long atMillis, Session session) implements Comparable<Deadline> {
    @Override
    public int compareTo(Deadline other) {
      return Long.compare(atMillis, other.atMillis);
    }
  }

  /** Something that collects bytes during a pass and writes them at its end. */
  interface Flushable {
    /** Writes what was collected. */
    void flush();
  }

  private BrokerLoop(EventLoop eventLoop) {
    this.eventLoop = eventLoop;
    passBegins();
  }

  /** The state of the event loop that calls; made at the first call on each loop. */
  public static BrokerLoop of(EventLoop eventLoop) {
    if (!eventLoop.inEventLoop()) {
      throw new IllegalStateException("called outside of the event loop");
    }
    BrokerLoop loop = CURRENT.get();
    if (loop == null) {
      loop = new BrokerLoop(eventLoop);
      CURRENT.set(loop);
    }
    return loop;
  }

  @Override
  public boolean isCurrent() {
    return eventLoop.inEventLoop();
  }

  @Override
  public void wake(Session session) {
    awake.offer(session);
    if (drainScheduled.get()) {
      return;
    }
    BrokerLoop caller = CURRENT.get();
    if (caller == null || caller == this) {
      scheduleDrain();
    } else {
      caller.wakeAtEndOfPass(this);
    }
  }

  @Override
  public void tickAt(Session session, long atMillis) {
    deadlines.add(new Deadline(atMillis, session));
    alarm.set(atMillis, nowMillis());
    if (deadlines.size() > mostDeadlines) {
      // Those of sessions that ended, or went elsewhere, would keep them for minutes.
      deadlines.removeIf(each -> each.session.owner() != this || each.session.isEnded());
      mostDeadlines = Math.max(FEW_DEADLINES, 2 * deadlines.size());
    }
  }

  /** Sessions that are to be called later; some of them maybe in vain. */
  int deadlines() {
    return deadlines.size();
  }

  @Override
  public void atEndOfPass(Session session) {
    ending.add(session);
    scheduleEnd();
  }

  /** Any thread: runs something soon; what comes meanwhile runs in the same pass. */
  void tell(Runnable news) {
    told.offer(news);
    if (tellScheduled.compareAndSet(false, true)) {
      eventLoop.execute(tell);
    }
  }

  private void tellAll() {
    tellScheduled.set(false);
    passBegins();
    for (Runnable news = told.poll(); news != null; news = told.poll()) {
      try {
        news.run();
      } catch (RuntimeException e) {
        LOG.error("an answer of the store could not be passed on", e);
      }
    }
  }

  private void tickSessions() {
    passBegins();
    long now = nowMillis;
    for (Deadline due = deadlines.peek();
        due != null && due.atMillis <= now;
        due = deadlines.peek()) {
      deadlines.remove();
      Session session = due.session;
      if (session.owner() == this) {
        try {
          session.tick(now);
        } catch (RuntimeException e) {
          failed(session, e);
        }
      }
    }
    Deadline next = deadlines.peek();
    if (next != null) {
      alarm.set(next.atMillis, now);
    }
  }

  private Alarm.Call after(long millis, Runnable task) {
    Future<?> later = eventLoop.schedule(task, millis, TimeUnit.MILLISECONDS);
    return () -> later.cancel(false);
  }

  @Override
  public long nowMillis() {
    if (!inPass && isCurrent()) {
      passBegins(); // by something that did not say so: a timer, a request of the event bus
    }
    return nowMillis;
  }

  /** A pass begins, or goes on: its time is that of the wall clock. */
  void passBegins() {
    nowMillis = System.currentTimeMillis();
    inPass = true;
    publishers.passBegins();
    scheduleEnd();
  }

  @Override
  public void overloaded() {
    BrokerLoop publisher = CURRENT.get();
    if (publisher != null && publisher != this) {
      publisher.publishers.tooFastFor(this);
    }
  }

  /** A channel has published: see {@link PausedPublishers#mustPause}. */
  boolean mustPause(ClientChannel channel) {
    return publishers.mustPause(channel);
  }

  @Override
  public void keeps() {
    publishers.keeps();
  }

  @Override
  public void handedOver() {
    publishers.handedOver();
  }

  /** Runs a task on this loop after a time; any thread. */
  void later(Runnable task, long millis) {
    eventLoop.schedule(task, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Runs a task in a later pass, when the loop has looked at its sockets; for work in slices,
   * called by the loop. What {@link #execute} is given may run in the same pass, many times over.
   */
  void nextPass(Runnable task) {
    eventLoop.schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  /** Runs a task on this loop; any thread. */
  void execute(Runnable task) {
    eventLoop.execute(task);
  }

  /** Has the channel flushed at the end of this pass. The channel calls once a pass. */
  void flushAtEndOfPass(Flushable channel) {
    dirty.add(channel);
    scheduleEnd();
  }

  /** Runs a task at the end of this pass, before anything is written. */
  @Override
  public void atEndOfPass(Runnable task) {
    endTasks.add(task);
    scheduleEnd();
  }

  void wakeAtEndOfPass(BrokerLoop other) {
    if (!toWake.contains(other)) {
      toWake.add(other);
      scheduleEnd();
    }
  }

  private void scheduleEnd() {
    if (!endScheduled) {
      endScheduled = true;
      eventLoop.execute(endOfPass);
    }
  }

  private void endPass() {
    for (int i = 0; i < endTasks.size(); i++) {
      try {
        endTasks.get(i).run();
      } catch (RuntimeException | Error e) {
        failed("a task at the end of a pass", e);
      }
    }
    endTasks.clear();
    endScheduled = false;
    inPass = false;
    for (int i = 0; i < toWake.size(); i++) {
      toWake.get(i).scheduleDrain();
    }
    toWake.clear();
    for (int i = 0; i < ending.size(); i++) {
      Session session = ending.get(i);
      Ledger ledger = session.storedList();
      try {
        if (ledger != null && session.owner() == this) {
          ledger.endOfPass();
        }
      } catch (RuntimeException | Error e) {
        failed(session, e);
      }
    }
    ending.clear();
    // Flushing may make a channel writable again, whose session then appends to it once more.
    for (int i = 0; i < dirty.size(); i++) {
      try {
        dirty.get(i).flush();
      } catch (RuntimeException | Error e) {
        failed("a channel at the end of a pass", e);
      }
    }
    dirty.clear();
  }

  private void scheduleDrain() {
    if (drainScheduled.compareAndSet(false, true)) {
      eventLoop.execute(drain);
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a message that goes to many is one object
  public boolean collects(Message message) {
    if (message != collectedLast) {
      int bytes = message.sizeBytes();
      if (collectedBytes + bytes > MOST_COLLECTED_BYTES) {
        return false;
      }
      collectedBytes += bytes;
      collectedLast = message;
    }
    return ++collected <= MOST_COLLECTED;
  }

  private void drainSessions() {
    drainScheduled.set(false);
    collected = 0;
    collectedBytes = 0;
    collectedLast = null;
    passBegins();
    long now = nowMillis;
    // What arrives during the pass belongs to the next one, so that sockets get their turn.
    int budget = awake.size();
    for (int i = 0; i < budget; i++) {
      @Nullable Session session = awake.relaxedPoll();
      if (session == null) {
        break;
      }
      try {
        session.drain(now);
      } catch (RuntimeException e) {
        failed(session, e);
      }
    }
    if (!awake.isEmpty()) {
      scheduleDrain();
    }
  }

  /** One session's fault must not stop the others of this loop. */
  private static void failed(Session session, Throwable fault) {
    LOG.error("client={} its session failed", session.clientId(), fault);
  }

  private static void failed(String what, Throwable fault) {
    LOG.error("{} failed", what, fault);
  }
}

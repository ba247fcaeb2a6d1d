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
package io.mqueduct.store;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of a single node: one writer thread owns the state machine, takes whatever commands wait,
 * writes their effects in one batch whose own log is the log, and tells the callers. Any thread
 * appends.
 *
 * <p>When the disk is full or fails, what adds data is refused with one line in the log, reads go
 * on, and the writer tries again every second until the cause is gone.
 */
final class LocalShardLog implements ShardLog {
  private static final Logger LOG = LoggerFactory.getLogger(LocalShardLog.class);
  private static final int MAX_ROUND = 4096;
  private static final int MAX_ROUND_BYTES = 4 << 20;
  private static final int SWEEP = 512;
  private static final int BUSY_ROUNDS_A_SWEEP = 8;
  private static final long COMPLAINT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Columns columns;
  private final StoreSettings settings;
  private final StateMachine machine;
  private final MpscArrayQueue<WaitingCommand> waiting;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean draining = new AtomicBoolean();
  private final StoreHealth health = new StoreHealth();
  private final List<WaitingCommand> round = new ArrayList<>();
  private final Thread writer;
  private final FreeSpace space;
  private final SyncTimer syncTimer;
  private final Reclaimer reclaimer;

  private boolean broken;
  private long nextRetryNanos;
  private long nextComplaintNanos;

  LocalShardLog(
      Columns columns, StoreSettings settings, DropListener drops, RecentKeys recentKeys) {
    this.columns = columns;
    this.settings = settings;
    machine = new StateMachine(columns, drops, recentKeys);
    waiting = new MpscArrayQueue<>(settings.maxWaitingCommands());
    space = new FreeSpace(columns, settings.minFreeDiskBytes());
    nextComplaintNanos = System.nanoTime();
    writer = new Thread(this::run, "store-writer");
    syncTimer = SyncTimer.of(columns, health, settings);
    reclaimer = new Reclaimer(columns, health);
  }

  void start() {
    writer.start();
    syncTimer.start();
    reclaimer.start();
  }

  StoreHealth health() {
    return health;
  }

  int waitingCommands() {
    return waiting.size();
  }

  @Override
  public boolean append(Command command, CommitCallback callback) {
    int bytes = command.sizeBytes();
    if (closed.get() || waitingBytes.get() > settings.maxWaitingBytes()) {
      return false;
    }
    var entry = new WaitingCommand(command, callback, bytes);
    waitingBytes.addAndGet(bytes);
    if (!waiting.offer(entry)) {
      waitingBytes.addAndGet(-bytes);
      return false;
    }
    if (ended.get()) {
      failLeftOvers();
    } else if (asleep.get() && asleep.compareAndSet(true, false)) {
      LockSupport.unpark(writer);
    }
    return true;
  }

  private void run() {
    try {
      work();
    } catch (RuntimeException | Error e) {
      health.refuse("the writer of the store has stopped: " + e);
      LOG.error("the writer of the store has stopped; nothing more is stored", e);
      closed.set(true);
      fail(0);
    } finally {
      ended.set(true);
      failLeftOvers();
    }
  }

  /** The writer is gone: whoever comes too late fails what came too late. */
  private void failLeftOvers() {
    while (!waiting.isEmpty() && draining.compareAndSet(false, true)) {
      WaitingCommand entry;
      while ((entry = waiting.poll()) != null) {
        tellFailed(entry, health.refusal());
      }
      draining.set(false);
    }
  }

  private void work() {
    int busy = 0;
    while (true) {
      collect();
      boolean idle = round.isEmpty();
      if (!idle) {
        if (settings.commitIntervalMillis() > 0) {
          waitForMore();
        }
        commit();
      } else if (broken) {
        repair();
      } else if (space.isShort()) {
        checkDisk();
      }
      boolean swept = false;
      if (machine.hasTrash() && !broken && (idle || ++busy % BUSY_ROUNDS_A_SWEEP == 0)) {
        sweep();
        swept = true;
      }
      if (waiting.isEmpty()) {
        if (closed.get()) {
          break;
        }
        if (!swept) {
          sleep();
        }
      }
    }
    finish();
  }

  private void collect() {
    int bytes = 0;
    while (round.size() < MAX_ROUND && bytes < MAX_ROUND_BYTES) {
      var entry = waiting.poll();
      if (entry == null) {
        break;
      }
      round.add(entry);
      bytes += entry.bytes;
    }
    if (bytes > 0) {
      waitingBytes.addAndGet(-bytes);
    }
  }

  private void waitForMore() {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.commitIntervalMillis());
    long left;
    while ((left = until - System.nanoTime()) > 0 && round.size() < MAX_ROUND) {
      LockSupport.parkNanos(left);
      collect();
    }
  }

  private void sleep() {
    asleep.set(true);
    if (waiting.isEmpty() && !closed.get()) {
      LockSupport.parkNanos(this, broken || space.isShort() ? FreeSpace.CHECK_NANOS : RETRY_NANOS);
    }
    asleep.set(false);
  }

  private void commit() {
    checkDisk();
    if (broken) {
      repair();
    }
    if (broken) {
      fail(0);
    } else {
      apply();
    }
    round.clear();
  }

  private void apply() {
    int done = 0;
    try {
      while (done < round.size()) {
        var entry = round.get(done);
        if (isRefused(entry)) {
          entry.sequence = WaitingCommand.REFUSED;
        } else {
          entry.sequence = machine.applied() + 1;
          entry.result = machine.apply(entry.command);
        }
        done++;
      }
      write();
      health.committed(round.size());
      complete(0, round.size());
    } catch (RuntimeException e) {
      if (machine.writeFailed()) {
        breakDown(e);
        fail(0);
      } else {
        applyOneByOne();
      }
    }
  }

  private boolean isRefused(WaitingCommand entry) {
    return space.isShort() && !entry.command.frees();
  }

  private void write() {
    boolean sync = settings.fsync() == StoreSettings.Fsync.ALWAYS;
    machine.write(sync);
    if (sync) {
      health.synced();
    }
    syncTimer.written(machine.written());
    reclaimer.released(machine.releasedBytes());
  }

  /** After a command that cannot be applied: it fails alone, its neighbours do not. */
  private void applyOneByOne() {
    machine.abandon();
    for (int i = 0; i < round.size(); i++) {
      var entry = round.get(i);
      boolean done = entry.sequence > 0 && entry.sequence <= machine.written();
      try {
        if (done || isRefused(entry)) {
          write();
          entry.sequence = done ? entry.sequence : WaitingCommand.REFUSED;
          health.committed(1);
          complete(i, i + 1);
          continue;
        }
        entry.sequence = machine.applied() + 1;
        entry.result = machine.apply(entry.command);
        write();
        health.committed(1);
        complete(i, i + 1);
      } catch (RuntimeException e) {
        if (machine.writeFailed()) {
          breakDown(e);
          fail(i);
          return;
        }
        machine.abandon();
        tellFailed(entry, complain(entry.command, e));
      }
    }
  }

  private BrokerException complain(Command command, RuntimeException e) {
    String what = command.getClass().getSimpleName();
    long now = System.nanoTime();
    if (now - nextComplaintNanos >= 0) {
      nextComplaintNanos = now + COMPLAINT_NANOS;
      LOG.error("a command ({}) could not be applied", what, e);
    }
    return e instanceof BrokerException known
        ? known
        : new BrokerException(Problem.INTERNAL, what + " could not be applied: " + e);
  }

  private void complete(int from, int until) {
    for (int i = from; i < until; i++) {
      var entry = round.get(i);
      if (entry.sequence == WaitingCommand.REFUSED) {
        tellFailed(entry, health.refusal());
      } else {
        entry.tellCommitted();
      }
    }
  }

  private void fail(int from) {
    for (int i = from; i < round.size(); i++) {
      tellFailed(round.get(i), health.refusal());
    }
  }

  private void tellFailed(WaitingCommand entry, BrokerException why) {
    health.refused();
    entry.tellFailed(why);
  }

  private void breakDown(RuntimeException e) {
    broken = true;
    nextRetryNanos = System.nanoTime() + RETRY_NANOS;
    if (health.refuse(String.valueOf(e.getMessage()))) {
      LOG.error("{}; new data is refused until that is mended", e.getMessage());
    }
  }

  private void repair() {
    long now = System.nanoTime();
    if (now - nextRetryNanos < 0 || columns.usableBytes() < settings.minFreeDiskBytes()) {
      return;
    }
    nextRetryNanos = now + RETRY_NANOS;
    try {
      columns.recover();
      machine.reload();
      broken = false;
      syncTimer.forgetFailure();
      if (!space.isShort() && health.accept()) {
        LOG.info("the store takes new data again");
      }
    } catch (BrokerException e) {
      health.refuse(String.valueOf(e.getMessage()));
    }
  }

  private void checkDisk() {
    BrokerException unsynced = syncTimer.forgetFailure();
    if (unsynced != null && !broken) { // else the first reason is the one that helps
      breakDown(unsynced);
    }
    if (!space.check()) {
      return;
    }
    String why = space.why();
    if (why != null) {
      if (health.refuse(why)) {
        LOG.error("{}; new data is refused until there is room", why);
      }
    } else if (!broken && health.accept()) {
      LOG.info("the store takes new data again");
    }
  }

  private void sweep() {
    try {
      machine.apply(new MessageCommand.Sweep(SWEEP));
      write();
    } catch (RuntimeException e) {
      if (machine.writeFailed()) {
        breakDown(e);
      } else {
        machine.abandon();
        complain(new MessageCommand.Sweep(SWEEP), e);
      }
    }
  }

  private void finish() {
    try {
      if (!broken) {
        columns.sync();
      }
    } catch (BrokerException e) {
      LOG.error("the store could not be synced at its end: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      LockSupport.unpark(writer);
      reclaimer.close();
      syncTimer.close();
    }
    Threads.join(writer);
  }
}

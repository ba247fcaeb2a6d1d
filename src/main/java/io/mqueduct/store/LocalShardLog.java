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
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Columns columns;
  private final StoreSettings settings;
  private final StateMachine machine;
  private final MpscArrayQueue<Entry> waiting;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean draining = new AtomicBoolean();
  private final StoreHealth health = new StoreHealth();
  private final List<Entry> round = new ArrayList<>();
  private final Thread writer;
  private final RegularSync sync;

  private boolean broken;
  private boolean full;
  private long nextCheckNanos;
  private long nextRetryNanos;

  /** A command on its way. */
  private static final class Entry {
    final Command command;
    final CommitCallback callback;
    final int bytes;
    long sequence;
    long result;

    Entry(Command command, CommitCallback callback, int bytes) {
      this.command = command;
      this.callback = callback;
      this.bytes = bytes;
    }
  }

  LocalShardLog(Columns columns, StoreSettings settings, DropListener drops) {
    this.columns = columns;
    this.settings = settings;
    machine = new StateMachine(columns, drops);
    waiting = new MpscArrayQueue<>(settings.maxWaitingCommands());
    nextCheckNanos = System.nanoTime();
    writer = new Thread(this::run, "store-writer");
    sync = new RegularSync(columns, health, settings.fsyncIntervalMillis());
  }

  void start() {
    writer.start();
    if (settings.fsync() == StoreSettings.Fsync.INTERVAL) {
      sync.start();
    }
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
    var entry = new Entry(command, callback, bytes);
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
      sync.stop();
      fail(round, 0, health.refusal());
    } finally {
      ended.set(true);
      failLeftOvers();
    }
  }

  /** The writer is gone: whoever comes too late fails what came too late. */
  private void failLeftOvers() {
    while (!waiting.isEmpty() && draining.compareAndSet(false, true)) {
      Entry entry;
      while ((entry = waiting.poll()) != null) {
        tellFailed(entry, health.refusal());
      }
      draining.set(false);
    }
  }

  private void work() {
    while (true) {
      collect();
      if (!round.isEmpty()) {
        if (settings.commitIntervalMillis() > 0) {
          waitForMore();
        }
        commit();
      } else if (broken) {
        repair();
      } else if (machine.hasTrash() && !full) {
        sweep();
        continue;
      }
      if (waiting.isEmpty()) {
        if (closed.get()) {
          break;
        }
        sleep();
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
      LockSupport.parkNanos(this, broken || full ? CHECK_NANOS : RETRY_NANOS);
    }
    asleep.set(false);
  }

  private void commit() {
    checkDisk();
    if (broken) {
      repair();
    }
    if (broken) {
      fail(round, 0, health.refusal());
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
        if (full && !entry.command.frees()) {
          entry.sequence = -1;
        } else {
          entry.sequence = machine.applied() + 1;
          entry.result = machine.apply(entry.command);
        }
        done++;
      }
      machine.write(settings.fsync() == StoreSettings.Fsync.ALWAYS);
      sync.written(machine.written());
      health.committed(round.size());
      complete(0, round.size());
    } catch (BrokerException e) {
      breakDown(e);
      fail(round, 0, health.refusal());
    } catch (RuntimeException e) {
      LOG.error("a command of {} could not be applied", round.get(done).command.getClass(), e);
      applyOneByOne();
    }
  }

  /** After a command that cannot be applied: it fails alone, its neighbours do not. */
  private void applyOneByOne() {
    machine.abandon();
    for (int i = 0; i < round.size(); i++) {
      var entry = round.get(i);
      boolean written = entry.sequence > 0 && entry.sequence <= machine.written();
      if (written || entry.sequence < 0) {
        complete(i, i + 1);
        continue;
      }
      try {
        entry.sequence = machine.applied() + 1;
        entry.result = machine.apply(entry.command);
        machine.write(settings.fsync() == StoreSettings.Fsync.ALWAYS);
        complete(i, i + 1);
      } catch (BrokerException e) {
        breakDown(e);
        fail(round, i, health.refusal());
        return;
      } catch (RuntimeException e) {
        machine.abandon();
        String what = entry.command.getClass().getSimpleName();
        tellFailed(
            entry, new BrokerException(Problem.INTERNAL, what + " could not be applied: " + e));
      }
    }
  }

  private void complete(int from, int until) {
    for (int i = from; i < until; i++) {
      var entry = round.get(i);
      if (entry.sequence < 0) {
        tellFailed(entry, health.refusal());
        continue;
      }
      try {
        entry.callback.committed(entry.sequence, entry.result);
      } catch (RuntimeException e) {
        LOG.error("a listener to a commit failed", e);
      }
    }
  }

  private void fail(List<Entry> entries, int from, BrokerException why) {
    for (int i = from; i < entries.size(); i++) {
      tellFailed(entries.get(i), why);
    }
  }

  private void tellFailed(Entry entry, BrokerException why) {
    health.refused();
    try {
      entry.callback.failed(why);
    } catch (RuntimeException e) {
      LOG.error("a listener to a failed commit failed", e);
    }
  }

  private void breakDown(BrokerException e) {
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
      machine.abandon();
      broken = false;
      sync.forgetFailure();
      if (!full && health.accept()) {
        LOG.info("the store takes new data again");
      }
    } catch (BrokerException e) {
      health.refuse(String.valueOf(e.getMessage()));
    }
  }

  private void checkDisk() {
    long now = System.nanoTime();
    if (sync.forgetFailure()) {
      breakDown(
          new BrokerException(
              Problem.STORE_FAILED, "the store could not be synced to " + columns.location()));
    }
    if (now - nextCheckNanos < 0) {
      return;
    }
    nextCheckNanos = now + CHECK_NANOS;
    long free = columns.usableBytes();
    full = free < settings.minFreeDiskBytes();
    if (full) {
      String why =
          "the disk of "
              + columns.location()
              + " has "
              + (free >> 20)
              + " MB left, durability.min_free_disk is "
              + (settings.minFreeDiskBytes() >> 20)
              + " MB";
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
      machine.write(false);
    } catch (BrokerException e) {
      breakDown(e);
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
      sync.stop();
    }
    boolean interrupted = false;
    while (writer.isAlive() || sync.isRunning()) {
      try {
        writer.join();
        sync.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

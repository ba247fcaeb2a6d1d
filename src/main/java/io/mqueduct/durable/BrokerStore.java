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
package io.mqueduct.durable;

import io.mqueduct.config.DurabilitySettings;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.routing.Journal;
import io.mqueduct.routing.Receipt;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.SharedGroup;
import io.mqueduct.routing.StoredList;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Ledger;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.Progress;
import io.mqueduct.store.RetainedCommand;
import io.mqueduct.store.SessionCommand;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.Target;
import io.mqueduct.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store of a running broker: opened before anything is published, closed after everything else.
 * Any thread; opening, loading and closing block.
 */
public final class BrokerStore implements Journal, AutoCloseable {
  /** The folder below the data directory. */
  public static final String FOLDER = "store";

  private static final int BUSY_COMMANDS = 16 * 1024;
  private static final long BUSY_BYTES = 16L << 20;
  private static final int READERS = 2;

  private final Store store;
  private final Consumer<Path> copies;
  private final ScheduledExecutorService workers;
  private final ConcurrentHashMap<Long, Ledger> ledgers;
  private final AtomicReference<DropListener> others;
  private final AtomicLong waitingBytes = new AtomicLong();
  private final StoredGroups groups = new StoredGroups(this);
  private final PatientLog patient;

  private BrokerStore(
      Store store,
      Consumer<Path> copies,
      ConcurrentHashMap<Long, Ledger> ledgers,
      AtomicReference<DropListener> others) {
    this.store = store;
    this.copies = copies;
    this.ledgers = ledgers;
    this.others = others;
    workers =
        Executors.newScheduledThreadPool(
            READERS,
            task -> {
              Thread thread = new Thread(task, "store-reader");
              thread.setDaemon(true);
              return thread;
            });
    patient = new PatientLog(store, workers);
  }

  /**
   * Loads what the store needs beside classes, so that {@link #open} need not. Blocks.
   *
   * @param folder where it is unpacked; what is there under the same name is replaced
   */
  public static void loadLibrary(Path folder) throws IOException {
    RocksStore.loadLibrary(folder);
  }

  /**
   * Opens the store of a data directory, and makes it if it is not there.
   *
   * @throws BrokerException with one line that names the file and how to go on
   */
  public static BrokerStore open(Path dataDirectory, DurabilitySettings settings) {
    var ledgers = new ConcurrentHashMap<Long, Ledger>();
    var others = new AtomicReference<>(DropListener.NONE);
    var rocks =
        RocksStore.open(
            dataDirectory.resolve(FOLDER),
            settings(settings),
            (number, lane, sequence, qos, size) -> {
              Ledger ledger = ledgers.get(number);
              if (ledger != null) {
                ledger.expired(lane, sequence, qos, size);
              } else {
                Objects.requireNonNull(others.get()).expired(number, lane, sequence, qos, size);
              }
            });
    Consumer<Path> copies = target -> rocks.backup(target, Progress.NONE);
    var store = new BrokerStore(rocks.store(), copies, ledgers, others);
    store.groups.load(store.store.reader());
    return store;
  }

  /** On a store that is open, cannot be copied, and belongs to this one; for tests. */
  static BrokerStore on(Store store) {
    return new BrokerStore(
        store,
        target -> {
          throw new UnsupportedOperationException();
        },
        new ConcurrentHashMap<>(),
        new AtomicReference<>(DropListener.NONE));
  }

  private static StoreSettings settings(DurabilitySettings settings) {
    var fsync =
        switch (settings.fsync()) {
          case ALWAYS -> StoreSettings.Fsync.ALWAYS;
          case INTERVAL -> StoreSettings.Fsync.INTERVAL;
          case NEVER -> StoreSettings.Fsync.NEVER;
        };
    return new StoreSettings(
        fsync,
        settings.fsyncIntervalMillis(),
        settings.commitIntervalMillis(),
        settings.memoryBytes(),
        settings.minFreeDiskBytes(),
        StoreSettings.DEFAULT.maxWaitingCommands(),
        StoreSettings.DEFAULT.maxWaitingBytes());
  }

  /** The store itself, for what else wants to keep something. */
  public Store store() {
    return store;
  }

  /** Why new data is refused, in one line that names the store; empty if it is not. Any thread. */
  public String whyNotReady() {
    String why = store.health().whyRefusing();
    return why == null ? "" : "store: " + why;
  }

  /** Copies the present state into a directory that does not exist or is empty. Blocks. */
  public void backup(Path target) {
    copies.accept(target);
  }

  /**
   * What is stored is there: from now on it expires.
   *
   * @param listener hears of what is in no session's list
   */
  public void beginExpiring(DropListener listener) {
    others.set(listener);
    Expiration expiration = new Expiration(store);
    workers.scheduleWithFixedDelay(
        () -> expiration.begin(System.currentTimeMillis()), 1, 1, TimeUnit.SECONDS);
  }

  /** A journal for a session that is not open yet. */
  public StoreJournal newJournal() {
    return new StoreJournal(this);
  }

  /** Whether so much waits for the store that publishers should pause. */
  public boolean isBusy() {
    return store.waitingCommands() > BUSY_COMMANDS || waitingBytes.get() > BUSY_BYTES;
  }

  @Override
  public boolean store(
      Message message,
      boolean keep,
      Subscription[] targets,
      int count,
      SharedGroup[] groups,
      @Nullable Receipt receipt) {
    List<Target> lists = new ArrayList<>(count + groups.length);
    for (int i = 0; i < count; i++) {
      Subscription target = targets[i];
      StoredList list = target.subscriber().storedList();
      if (list != null) {
        boolean retain = target.retainAsPublished() && message.retain();
        int qos = list.qos(message, target);
        lists.add(
            new Target(
                list.number(), list.lane(message), qos, retain, target.identifiers(), null, 0));
      }
    }
    int sessions = lists.size();
    for (SharedGroup group : groups) {
      lists.add(new Target(group.number(), 0, message.qos(), message.retain()));
    }
    Command command = command(message, keep, lists, receipt);
    int bytes = message.sizeBytes();
    waitingBytes.addAndGet(bytes);
    if (!store
        .log()
        .append(command, new Publication(message, targets, lists, sessions, groups, receipt))) {
      waitingBytes.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  private static Command command(
      Message message, boolean keep, List<Target> lists, @Nullable Receipt receipt) {
    List<Command> parts = new ArrayList<>(3);
    if (!lists.isEmpty()) {
      parts.add(new MessageCommand.Append(message, lists)); // first: it names the message
    }
    StoredList publisher = receipt == null ? null : receipt.publisherList();
    if (receipt != null && publisher != null) {
      parts.add(
          new SessionCommand.PutInboundId(
              publisher.number(), 0, receipt.packetId(), message.publishedAtMillis()));
    }
    if (keep && message.payload().length == 0) {
      parts.add(new RetainedCommand.ClearRetained(message.topic().text()));
    } else if (keep) {
      parts.add(new RetainedCommand.SetRetained(message));
    }
    return parts.size() == 1 ? parts.get(0) : new Command.Group(parts);
  }

  /** A message on its way into the store, and then to its durable subscribers. */
  private final class Publication implements CommitCallback {
    private final Message message;
    private final Subscription[] targets;
    private final List<Target> lists;
    private final int sessions;
    private final SharedGroup[] groups;
    private final @Nullable Receipt receipt;

    private Publication(
        Message message,
        Subscription[] targets,
        List<Target> lists,
        int sessions,
        SharedGroup[] groups,
        @Nullable Receipt receipt) {
      this.message = message;
      this.targets = targets;
      this.lists = lists;
      this.sessions = sessions;
      this.groups = groups;
      this.receipt = receipt;
    }

    @Override
    public void committed(long sequence, long result) {
      waitingBytes.addAndGet(-message.sizeBytes());
      for (int i = 0; i < sessions; i++) {
        Target list = lists.get(i);
        StoredList to = targets[i].subscriber().storedList();
        if (to != null) {
          to.stored(message, targets[i], list.qos(), list.lane(), sequence);
        }
      }
      for (SharedGroup group : groups) {
        group.stored(message, sequence);
      }
      if (receipt != null) {
        receipt.stored();
      }
    }

    @Override
    public void failed(BrokerException why) {
      waitingBytes.addAndGet(-message.sizeBytes());
      if (receipt != null) {
        receipt.failed(
            why.problem() == Problem.STORE_BUSY
                ? ReasonCode.SERVER_BUSY
                : ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR);
      }
    }
  }

  @Override
  public boolean clearRetained(String topic) {
    return patient.isInTime()
        && store.log().append(new RetainedCommand.ClearRetained(topic), CommitCallback.NONE);
  }

  @Override
  public void keep(SharedGroup group) {
    groups.keep(group);
  }

  /** All sessions of the last run are there again: groups without any of them are over. */
  public void sessionsRestored() {
    groups.dropLeft();
  }

  /**
   * Puts the retained messages of the last run back.
   *
   * @return how many there are
   */
  public long loadRetained(RetainedStore retained, long nowMillis) {
    List<String> expired = new ArrayList<>();
    store
        .reader()
        .forEachRetained(
            message -> {
              if (message.isExpired(nowMillis)) {
                expired.add(message.topic().text());
              } else {
                retained.putBack(message); // also if fewer may be stored by now
              }
            });
    for (String topic : expired) {
      patient.surely(new RetainedCommand.ClearRetained(topic), CommitCallback.NONE);
    }
    return retained.count();
  }

  /** Runs something a little later, unless the store closes before. */
  void later(Runnable task, long millis) {
    try {
      workers.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closing) {
      patient.close();
    }
  }

  /** Adds commands that must not get lost. */
  PatientLog patientLog() {
    return patient;
  }

  /** Runs something that reads the store. */
  public void read(Runnable task) {
    workers.execute(task);
  }

  void opened(long number, Ledger ledger) {
    ledgers.put(number, ledger);
  }

  void ended(long number) {
    ledgers.remove(number);
  }

  @Override
  public void close() {
    patient.awaitInTime();
    workers.shutdown();
    try {
      workers.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    patient.close();
    store.close();
  }
}

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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Attach;
import io.mqueduct.session.SessionJournal;
import io.mqueduct.session.StoredDelivery;
import io.mqueduct.session.Will;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.Mark;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.Purge;
import io.mqueduct.store.SessionCommand;
import io.mqueduct.store.Settle;
import io.mqueduct.store.StoredMessage;
import io.mqueduct.store.StoredSession;
import io.mqueduct.store.StoredWill;
import io.mqueduct.store.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The journal of one persistent session, as commands of the store. Any thread. */
public final class StoreJournal implements SessionJournal {
  private static final Logger LOG = LoggerFactory.getLogger(StoreJournal.class);
  private static final long PAGE_BYTES = 512 * 1024;
  private static final int PURGED_AT_ONCE = 512;
  private static final long UNREADABLE_MILLIS = 1000;

  private final BrokerStore store;
  private volatile long number;
  private volatile long epoch;
  private volatile @Nullable Command latestWill;

  StoreJournal(BrokerStore store) {
    this.store = store;
  }

  @Override
  public long number() {
    return number;
  }

  void restored(StoredSession session) {
    number = session.number();
    epoch = session.epoch();
  }

  /**
   * A connection begins or continues the session.
   *
   * @param resumed whether the session was there before
   * @param opened gets null when it is stored, else why not; any thread
   */
  void open(
      Attach attach, boolean resumed, long nowMillis, Consumer<@Nullable BrokerException> opened) {
    Will will = attach.will();
    var command =
        new SessionCommand.OpenSession(
            attach.clientId(),
            !resumed,
            nowMillis,
            Seconds.ofMillis(attach.expiryMillis()),
            attach.version(),
            attach.username(),
            will == null ? null : stored(will));
    latestWill = command;
    store
        .patientLog()
        .surely(
            command,
            new CommitCallback() {
              @Override
              public void committed(long sequence, long result) {
                number = result;
                epoch = sequence;
                opened.accept(null);
              }

              @Override
              public void failed(BrokerException why) {
                opened.accept(why);
              }
            });
  }

  private static StoredWill stored(Will will) {
    return new StoredWill(will.delaySeconds(), SavedSession.storedForm(will));
  }

  /** Tells an outcome. */
  private record Told(Outcome outcome) implements CommitCallback {
    @Override
    public void committed(long sequence, long result) {
      outcome.done(true);
    }

    @Override
    public void failed(BrokerException why) {
      outcome.done(false);
    }
  }

  private static CommitCallback tell(Outcome outcome) {
    return outcome == Outcome.IGNORED ? CommitCallback.NONE : new Told(outcome);
  }

  private boolean append(Command command, CommitCallback callback) {
    return store.store().log().append(command, callback);
  }

  private boolean appendUntilStored(Command command, CommitCallback callback) {
    return append(command, store.patientLog().untilStored(command, callback));
  }

  @Override
  public boolean settle(long[] sequences, int[] marks, Outcome outcome) {
    return appendUntilStored(new Settle(number, 0, sequences, marks), tell(outcome));
  }

  @Override
  public boolean sent(long[] sequences, int[] marks, Outcome outcome) {
    return appendUntilStored(new Mark(number, 0, sequences, marks), tell(outcome));
  }

  @Override
  public boolean append(
      Message message, int[] identifiers, int qos, boolean retain, int lane, LongConsumer stored) {
    var target = new Target(number, lane, qos, retain, identifiers, null, 0);
    return append(
        new MessageCommand.Append(message, List.of(target)),
        new CommitCallback() {
          @Override
          public void committed(long sequence, long result) {
            stored.accept(result == 0 ? 0 : sequence);
          }

          @Override
          public void failed(BrokerException why) {
            stored.accept(0);
          }
        });
  }

  @Override
  public void trim(int lane, long maxCount, boolean onlyQos0) {
    store
        .patientLog()
        .surely(
            new MessageCommand.Trim(number, lane, maxCount, Long.MAX_VALUE, onlyQos0),
            CommitCallback.NONE);
  }

  @Override
  public void purge(long untilSequence, long[] keep) {
    store
        .patientLog()
        .eventually(
            new Purge(number, untilSequence, PURGED_AT_ONCE, keep),
            new CommitCallback() {
              @Override
              public void committed(long sequence, long result) {
                if (result > 0) {
                  purge(untilSequence, keep);
                }
              }

              @Override
              public void failed(BrokerException why) {
                LOG.warn("an mqueue was not purged in the store: {}", why.getMessage());
              }
            });
  }

  @Override
  public void read(int lane, long from, long until, int max, PageReader reader) {
    store.read(
        () -> {
          try {
            read(lane, from, max, until, reader);
          } catch (RuntimeException e) {
            LOG.error("messages of a session could not be read: {}", e.getMessage());
            // Who asked asks again at once.
            store.later(() -> reader.page(List.of(), false, true), UNREADABLE_MILLIS);
          }
        });
  }

  private void read(int lane, long from, int max, long until, PageReader reader) {
    var found = store.store().reader().readMessages(number, lane, from, max, PAGE_BYTES);
    List<StoredDelivery> page = new ArrayList<>(found.size());
    long bytes = 0;
    boolean reached = false;
    for (StoredMessage message : found) {
      bytes += message.message().sizeBytes();
      if (message.sequence() > until) {
        reached = true;
        break;
      }
      page.add(delivery(message));
    }
    reader.page(page, reached || (found.size() < max && bytes < PAGE_BYTES), false);
  }

  static StoredDelivery delivery(StoredMessage message) {
    return new StoredDelivery(
        message.message(),
        message.identifiers(),
        message.qos(),
        message.retain(),
        message.lane(),
        message.sequence());
  }

  @Override
  public void released(int packetId, Outcome outcome) {
    store
        .patientLog()
        .eventually(new SessionCommand.RemoveInboundId(number, 0, packetId), tell(outcome));
  }

  @Override
  public void subscribed(List<Subscription> subscriptions, Outcome outcome) {
    each(
        subscriptions,
        outcome,
        false,
        each -> new SessionCommand.PutSubscription(number, 0, SavedSubscription.of(each)));
  }

  @Override
  public void unsubscribed(List<Subscription> subscriptions, Outcome outcome) {
    each(
        subscriptions,
        outcome,
        true,
        each -> new SessionCommand.RemoveSubscription(number, 0, SavedSubscription.name(each)));
  }

  private void each(
      List<Subscription> subscriptions,
      Outcome outcome,
      boolean untilStored,
      Function<Subscription, Command> toCommand) {
    List<Command> parts = new ArrayList<>(subscriptions.size());
    for (Subscription each : subscriptions) {
      parts.add(toCommand.apply(each));
    }
    int most = Command.Group.MAX_PARTS;
    for (int at = 0; at < parts.size(); at += most) {
      int end = Math.min(parts.size(), at + most);
      Command group = new Command.Group(parts.subList(at, end));
      CommitCallback callback = end == parts.size() ? tell(outcome) : CommitCallback.NONE;
      if (untilStored) {
        store.patientLog().eventually(group, callback);
      } else {
        store.patientLog().surely(group, callback);
      }
    }
    if (parts.isEmpty()) {
      outcome.done(true);
    }
  }

  @Override
  public void will(@Nullable Will will) {
    Command command =
        will == null
            ? new SessionCommand.RemoveWill(number, 0)
            : new SessionCommand.PutWill(
                number, 0, will.delaySeconds(), SavedSession.storedForm(will));
    latestWill = command; // an older one that the store refuses must not come behind this one
    store.patientLog().eventually(command, () -> Objects.equals(latestWill, command));
  }

  @Override
  public void detached(long nowMillis, long expirySeconds) {
    store
        .patientLog()
        .eventually(
            // With the epoch: one that had to wait must not end a connection that came since.
            new SessionCommand.DetachSession(number, epoch, nowMillis, expirySeconds),
            CommitCallback.NONE);
  }

  @Override
  public void ended() {
    store.ended(number);
    if (number != 0) {
      store.patientLog().eventually(new SessionCommand.DropSession(number, 0), CommitCallback.NONE);
    }
  }
}

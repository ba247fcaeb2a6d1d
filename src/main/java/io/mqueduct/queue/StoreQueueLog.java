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
import io.mqueduct.message.Problem;
import io.mqueduct.message.TopicName;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.Mark;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.MessageCounts;
import io.mqueduct.store.Settle;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreReader;
import io.mqueduct.store.StoredMessage;
import io.mqueduct.store.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One queue's messages in the {@link Store}. Owned by the queue's loop; the store's writer and the
 * workers answer through its mailbox.
 *
 * <p>Acknowledgements are collected and go to the store together, at the latest with the next
 * message or {@link #flush}. Identifiers of publishers are kept as small messages of a list of
 * their own, which expire with the window, so that they outlive the messages and a restart.
 */
public final class StoreQueueLog implements QueueLog {
  private static final int AT_ONCE = 256;
  private static final int TRIM_EVERY = 256;
  private static final int[] NO_IDENTIFIERS = {};
  private static final TopicName DEDUP = TopicName.of("mq-dedup-id");

  private final Store store;
  private volatile Numbers numbers; // changed by the loop only
  private final Mailbox mailbox;
  private final Executor workers;
  private final long openedAt;
  private final MarkBatch removals = new MarkBatch();
  private final MarkBatch handedOut = new MarkBatch();
  private int untrimmed;
  private final Purging purging;

  /**
   * What names a queue in the store, and how long it remembers publishers' identifiers.
   *
   * @param queue number of the list of messages
   * @param dedup number of the list of identifiers
   * @param dedupMillis how long an identifier is kept
   * @param dedupCount how many are kept
   */
  public record Numbers(long queue, long dedup, long dedupMillis, int dedupCount) {}

  /**
   * The log of a queue that the store knows.
   *
   * @param recovered what {@link #recover} found
   * @param workers may block
   */
  public StoreQueueLog(
      Store store, Numbers numbers, Recovered recovered, Mailbox mailbox, Executor workers) {
    this.store = store;
    this.numbers = numbers;
    this.mailbox = mailbox;
    this.workers = workers;
    this.openedAt = recovered.lastSequence();
    this.purging = new Purging(store, mailbox);
  }

  /** What names it in the store; any thread. */
  Numbers numbers() {
    return numbers;
  }

  /** From now on publishers' identifiers are kept like this. */
  void remember(QueueSpec.DedupWindow window) {
    numbers = new Numbers(numbers.queue(), numbers.dedup(), window.millis(), window.count());
  }

  /** What the store holds for a queue; the time does not grow with the messages. Blocks. */
  public static Recovered recover(StoreReader reader, Numbers numbers) {
    MessageCounts counts = reader.counts(numbers.queue());
    List<LaneCount> lanes = new ArrayList<>();
    for (MessageCounts.Lane lane : counts.lanes()) {
      if (lane.count() > 0) {
        lanes.add(new LaneCount(lane.id(), lane.head(), lane.count()));
      }
    }
    List<KnownId> known = new ArrayList<>();
    long from = 0;
    while (true) {
      List<StoredMessage> page = reader.readMessages(numbers.dedup(), 0, from, 512, 1 << 20);
      for (StoredMessage each : page) {
        Message marker = each.message();
        known.add(
            new KnownId(
                new String(marker.payload(), StandardCharsets.UTF_8), marker.publishedAtMillis()));
        from = each.sequence() + 1;
      }
      if (page.isEmpty()) {
        return new Recovered(counts.count(), counts.bytes(), reader.applied(), lanes, known);
      }
    }
  }

  @Override
  public void append(Append a, AppendReply reply) {
    flush();
    Message message = a.message();
    byte[] key = a.key() == null ? null : a.key().getBytes(StandardCharsets.ISO_8859_1);
    Command command =
        new MessageCommand.Append(
            message,
            List.of(
                new Target(
                    numbers.queue(),
                    a.lane(),
                    1,
                    message.retain(),
                    NO_IDENTIFIERS,
                    key,
                    a.visibleAtMillis())));
    if (!a.removed().isEmpty() || a.dedupId() != null) {
      List<Command> parts = new ArrayList<>(3);
      parts.add(command); // first: it names the message
      if (!a.removed().isEmpty()) {
        parts.add(settle(a.removed()));
      }
      if (a.dedupId() != null) {
        parts.add(marker(a.dedupId(), message.publishedAtMillis()));
      }
      command = new Command.Group(parts);
    }
    boolean taken = store.log().append(command, new Committed(reply));
    if (!taken) {
      mailbox.post(
          () -> reply.failed(new BrokerException(Problem.STORE_BUSY, "the store is busy")));
    }
  }

  /** Answers on the queue's loop. */
  private final class Committed implements CommitCallback {
    private final AppendReply reply;

    Committed(AppendReply reply) {
      this.reply = reply;
    }

    @Override
    public void committed(long sequence, long result) {
      if (result > 0) {
        mailbox.post(() -> reply.appended(sequence));
      } else {
        failed(new BrokerException(Problem.NOT_FOUND, "the queue is gone"));
      }
    }

    @Override
    public void failed(BrokerException why) {
      mailbox.post(() -> reply.failed(why));
    }
  }

  private Settle settle(List<Place> places) {
    long[] sequences = new long[places.size()];
    int[] what = new int[places.size()];
    for (int i = 0; i < sequences.length; i++) {
      sequences[i] = places.get(i).sequence();
      what[i] = Settle.mark(places.get(i).lane(), 0, Settle.DONE_COUNTED);
    }
    return new Settle(numbers.queue(), 0, sequences, what);
  }

  private Command marker(String id, long atMillis) {
    if (++untrimmed >= TRIM_EVERY) {
      untrimmed = 0;
      store
          .log()
          .append(
              new MessageCommand.Trim(numbers.dedup(), 0, numbers.dedupCount(), Long.MAX_VALUE),
              CommitCallback.NONE);
    }
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    Message marker =
        new Message(
            DEDUP,
            bytes,
            Message.NO_BYTES,
            1,
            false,
            atMillis,
            atMillis + numbers.dedupMillis(),
            "",
            null);
    return new MessageCommand.Append(
        marker, List.of(new Target(numbers.dedup(), 0, 1, false, NO_IDENTIFIERS, bytes, 0)));
  }

  @Override
  public void remove(int lane, long sequence, boolean counted) {
    flushSoon();
    removals.add(sequence, Settle.mark(lane, 0, counted ? Settle.DONE_COUNTED : Settle.DONE));
    if (removals.size() >= AT_ONCE) {
      flush();
    }
  }

  /** To be called before something is collected. */
  private void flushSoon() {
    if (removals.isEmpty() && handedOut.isEmpty()) {
      mailbox.post(this::flush);
    }
  }

  /** Does again what the store could not do; to be called about once a second. */
  public void retry() {
    flush();
    purging.retry();
  }

  /** Brings to the store what was handed out and what was removed. */
  public void flush() {
    if (!handedOut.isEmpty()) {
      Mark mark = new Mark(numbers.queue(), 0, handedOut.sequences(), handedOut.marks());
      if (store.log().append(mark, CommitCallback.NONE)) {
        handedOut.clear();
      }
    }
    if (removals.isEmpty()) {
      return;
    }
    long[] sequences = removals.sequences();
    int[] what = removals.marks();
    if (store
        .log()
        .append(new Settle(numbers.queue(), 0, sequences, what), retrying(sequences, what))) {
      removals.clear();
    }
  }

  @Override
  public void whenStored(Fence fence) {
    flush();
    if (!removals.isEmpty()) {
      BrokerException busy = new BrokerException(Problem.STORE_BUSY, "the store is busy");
      mailbox.post(() -> fence.reached(busy));
      return;
    }
    // A command that changes nothing comes after all those before it.
    var nothing = new MessageCommand.Trim(numbers.dedup(), 0, numbers.dedupCount(), Long.MAX_VALUE);
    Fencing.append(store, nothing, new Fencing(mailbox, fence));
  }

  /** Whether the store has not been heard to refuse anything. */
  boolean seemsWritable() {
    return store.health().whyRefusing() == null;
  }

  /** What the store could not remove is removed later: it would come back after a restart. */
  private CommitCallback retrying(long[] sequences, int[] what) {
    return new CommitCallback() {
      @Override
      public void committed(long sequence, long result) {}

      @Override
      public void failed(BrokerException why) {
        mailbox.post(() -> removals.addAll(sequences, what));
      }
    };
  }

  @Override
  public void deliveries(int lane, long sequence, int count) {
    mark(lane, sequence, count, Mark.DELIVERIES);
  }

  @Override
  public void rejected(int lane, long sequence, int count) {
    mark(lane, sequence, count, Mark.REJECTED);
  }

  private void mark(int lane, long sequence, int count, int what) {
    flushSoon();
    handedOut.add(sequence, Mark.mark(lane, Math.min(count, 65_535), what));
    if (handedOut.size() >= AT_ONCE) {
      flush();
    }
  }

  @Override
  public void read(int lane, long fromSequence, int max, long maxBytes, PageReply reply) {
    workers.execute(
        () -> {
          try {
            StoreReader reader = store.reader();
            List<StoredMessage> page =
                reader.readMessages(numbers.queue(), lane, fromSequence, max, maxBytes);
            List<StoredEntry> entries = new ArrayList<>(page.size());
            long bytes = 0;
            for (StoredMessage each : page) {
              bytes += each.message().sizeBytes();
              entries.add(entry(reader, each));
            }
            boolean complete = page.size() < max && bytes < maxBytes;
            mailbox.post(() -> reply.page(entries, complete));
          } catch (BrokerException e) {
            mailbox.post(() -> reply.failed(e));
          }
        });
  }

  private StoredEntry entry(StoreReader reader, StoredMessage stored) {
    byte[] key = stored.key();
    // What came after the start was handed out, if at all, by this process, which remembers it.
    int deliveries =
        stored.sequence() <= openedAt ? reader.deliveries(numbers.queue(), stored.sequence()) : 0;
    return new StoredEntry(
        stored.lane(),
        stored.sequence(),
        stored.message(),
        key == null ? null : new String(key, StandardCharsets.ISO_8859_1),
        stored.visibleAtMillis(),
        deliveries,
        deliveries > 0 && reader.isRejected(numbers.queue(), stored.sequence()));
  }

  @Override
  public void find(List<String> keys, FindReply reply) {
    workers.execute(
        () -> {
          try {
            List<@Nullable Place> places = new ArrayList<>(keys.size());
            for (String key : keys) {
              places.add(place(key.getBytes(StandardCharsets.ISO_8859_1)));
            }
            mailbox.post(() -> reply.found(places));
          } catch (BrokerException e) {
            mailbox.post(() -> reply.failed(e));
          }
        });
  }

  private @Nullable Place place(byte[] key) {
    StoreReader reader = store.reader();
    long sequence = reader.sequenceOfKey(numbers.queue(), key);
    if (sequence == 0) {
      return null;
    }
    for (MessageCounts.Lane lane : reader.counts(numbers.queue()).lanes()) {
      StoredMessage found = reader.readMessage(numbers.queue(), lane.id(), sequence);
      if (found != null) {
        return new Place(lane.id(), sequence, found.message().sizeBytes());
      }
    }
    return null;
  }

  @Override
  public void purge(long untilSequence, long[] keep, Fence fence) {
    flush();
    purging.start(numbers.queue(), untilSequence, keep, fence);
  }
}

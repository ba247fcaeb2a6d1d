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

import io.mqueduct.message.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the store. Any thread that may block (a worker, never an event loop). What a committed
 * command changed is seen; the methods throw {@link io.mqueduct.message.BrokerException} with
 * {@link io.mqueduct.message.Problem#STORE_FAILED} if the disk or the data is bad.
 */
public final class StoreReader {
  /** Added to the number of deliveries of a message that was rejected for good. */
  static final int REJECTED_BIT = 1 << 16;

  private final Columns columns;
  private final RecentKeys recentKeys;

  StoreReader(Columns columns, RecentKeys recentKeys) {
    this.columns = columns;
    this.recentKeys = recentKeys;
  }

  /** Receives things that belong to a session or queue. */
  @FunctionalInterface
  public interface Visitor<T> {
    /** One of them. */
    void visit(long number, T thing);
  }

  /** All sessions, in the order of their creation, without messages. */
  public void forEachSession(Consumer<StoredSession> visitor) {
    forEachNumber(Column.SESSIONS, (n, value) -> visitor.accept(StoredSession.decode(n, value)));
  }

  /** What each session and queue holds, in numbers. */
  public void forEachCounts(Visitor<MessageCounts> visitor) {
    forEachNumber(
        Column.LISTS, (n, value) -> visitor.visit(n, ListState.decode(n, value).counts()));
  }

  /** All wills. */
  public void forEachWill(Visitor<StoredWill> visitor) {
    forEachNumber(Column.WILLS, (n, value) -> visitor.visit(n, StoredWill.decode(value)));
  }

  /** All named queues, in the order of their creation, without messages. */
  public void forEachQueue(Consumer<StoredQueue> visitor) {
    forEachQueue(false, visitor);
  }

  /** The lists of all shared groups, in the order of their creation, without messages. */
  public void forEachGroup(Consumer<StoredQueue> visitor) {
    forEachQueue(true, visitor);
  }

  private void forEachQueue(boolean ofGroups, Consumer<StoredQueue> visitor) {
    forEachNumber(
        Column.QUEUES,
        (number, value) -> {
          StoredQueue queue = StoredQueue.decode(number, value);
          if (queue.name().startsWith(StoredQueue.GROUP) == ofGroups) {
            visitor.accept(queue);
          }
        });
  }

  /** All subscriptions, those of one session together, sessions in the order of their creation. */
  public void forEachSubscription(Visitor<StoredSubscription> visitor) {
    try (var cursor = columns.scan(Column.SUBSCRIPTIONS, Keys.number(0), null)) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        visitor.visit(
            Keys.longAt(key, 0),
            StoredSubscription.decode(Keys.textAt(key, 8), new ByteSource(cursor.value())));
      }
    }
  }

  /** All retained messages. */
  public void forEachRetained(Consumer<Message> visitor) {
    try (var cursor = columns.scan(Column.RETAINED, Keys.number(0), null)) {
      while (cursor.next()) {
        visitor.accept(MessageCodec.decode(new ByteSource(cursor.value())));
      }
    }
  }

  /** Whether a message that was never marked as sent has an expiry from one time to another. */
  public boolean expires(long fromMillis, long untilMillis) {
    byte[] end = Keys.number(untilMillis + 1);
    try (var cursor = columns.scan(Column.EXPIRY, Keys.number(fromMillis), end)) {
      return cursor.next();
    }
  }

  private void forEachNumber(Column column, Visitor<byte[]> visitor) {
    try (var cursor = columns.scan(column, Keys.number(0), null)) {
      while (cursor.next()) {
        visitor.visit(Keys.longAt(cursor.key(), 0), cursor.value());
      }
    }
  }

  /** The session of a client, or null. */
  public @Nullable StoredSession session(String clientId) {
    byte[] number = columns.get(Column.CLIENTS, Keys.text(clientId));
    byte[] value = number == null ? null : columns.get(Column.SESSIONS, number);
    return number == null || value == null
        ? null
        : StoredSession.decode(Keys.longAt(number, 0), value);
  }

  /** How much a session or queue holds; nothing if it is gone. */
  public MessageCounts counts(long number) {
    var state = state(number);
    return state == null ? MessageCounts.NONE : state.counts();
  }

  /** The packet id that a session used last; 0 for none. */
  public int lastPacketId(long number) {
    var state = state(number);
    return state == null ? 0 : state.lastPacketId;
  }

  private @Nullable ListState state(long number) {
    byte[] value = columns.get(Column.LISTS, Keys.number(number));
    return value == null ? null : ListState.decode(number, value);
  }

  /** The subscriptions of one session. */
  public List<StoredSubscription> subscriptions(long number) {
    List<StoredSubscription> found = new ArrayList<>();
    try (var cursor = columns.scan(Column.SUBSCRIPTIONS, Keys.number(number), Keys.after(number))) {
      while (cursor.next()) {
        var options = new ByteSource(cursor.value());
        found.add(StoredSubscription.decode(Keys.textAt(cursor.key(), 8), options));
      }
    }
    return found;
  }

  /** The will of a session, or null. */
  public @Nullable StoredWill will(long number) {
    byte[] value = columns.get(Column.WILLS, Keys.number(number));
    return value == null ? null : StoredWill.decode(value);
  }

  /** The window of a session in the order of sending. */
  public List<InflightMark> inflight(long number) {
    return new WindowReader(columns, number).read();
  }

  /** The unreleased inbound packet ids of a session, from old to new. */
  public List<InboundId> inboundIds(long number) {
    List<InboundId> found = new ArrayList<>();
    try (var cursor = columns.scan(Column.INBOUND, Keys.number(number), Keys.after(number))) {
      while (cursor.next()) {
        long since = new ByteSource(cursor.value()).u64();
        found.add(new InboundId(Keys.shortAt(cursor.key(), 8), since));
      }
    }
    found.sort(Comparator.comparingLong(InboundId::sinceMillis));
    return found;
  }

  /**
   * A page of one lane of a list, oldest first.
   *
   * @param number of the session or queue
   * @param lane priority level
   * @param fromSequence least sequence
   * @param max greatest number of messages
   * @param maxBytes the page ends with the message that exceeds this, so there is always one
   */
  public List<StoredMessage> readMessages(
      long number, int lane, long fromSequence, int max, long maxBytes) {
    List<StoredMessage> page = new ArrayList<>(Math.min(max, 256));
    var state = state(number);
    var counted = state == null ? null : state.lane(lane);
    if (counted == null) {
      return page;
    }
    byte[] from = Keys.message(number, lane, Math.max(fromSequence, counted.head));
    byte[] until = lane == 255 ? Keys.after(number) : Keys.message(number, lane + 1, 0);
    long bytes = 0;
    try (var cursor = columns.scan(Column.MESSAGES, from, until)) {
      while (page.size() < max && bytes < maxBytes && cursor.next()) {
        long sequence = Keys.longAt(cursor.key(), 9);
        var message = StoredMessage.decode(columns, lane, sequence, cursor.value());
        if (message != null) {
          page.add(message);
          bytes += message.message().sizeBytes();
        }
      }
    }
    return page;
  }

  /** One message of a list, or null if it is gone. */
  public @Nullable StoredMessage readMessage(long number, int lane, long sequence) {
    byte[] value = columns.get(Column.MESSAGES, Keys.message(number, lane, sequence));
    return value == null ? null : StoredMessage.decode(columns, lane, sequence, value);
  }

  /** How often a message of a queue was handed out, as last marked; 0 for never. */
  public int deliveries(long number, long sequence) {
    return marked(number, sequence) & (REJECTED_BIT - 1);
  }

  /** Whether a consumer rejected a message of a queue for good, as last marked. */
  public boolean isRejected(long number, long sequence) {
    return (marked(number, sequence) & REJECTED_BIT) != 0;
  }

  private int marked(long number, long sequence) {
    byte[] value = columns.get(Column.DELIVERIES, Keys.delivery(number, sequence));
    return value == null ? 0 : new ByteSource(value).count(REJECTED_BIT | 65_535);
  }

  /** The sequence of the message that a last-value queue holds for a key; 0 for none. */
  public long sequenceOfKey(long number, byte[] key) {
    var recent = recentKeys.find(Reference.Key.of(number, key));
    if (recent != null) { // asked first: what leaves it is in the column before
      return recent.sequence;
    }
    byte[] value = columns.get(Column.QUEUE_KEYS, Keys.numberAndBytes(number, key));
    return value == null ? 0 : Keys.longAt(value, 1);
  }

  /** Sequence of the last command that was applied. */
  public long applied() {
    return AppliedMark.read(columns).applied();
  }
}

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

import io.mqueduct.message.Message;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a queue while it is in memory: being stored, waiting its turn, handed out, or on
 * its way to the dead letters. Owned by the queue's loop; not thread-safe.
 */
final class QueueEntry {
  private static final ConsumerState[] NOBODY = {};

  /** Where it is. */
  enum State {
    /** The store has not confirmed it yet. */
    PENDING,
    /** It waits in an {@link EntryList} for a consumer. */
    WAITING,
    /** It was rejected and waits for its time, see {@link Retries}. */
    RETRY,
    /** A consumer has it. */
    IN_FLIGHT,
    /** It gives way to another, or is being dead-lettered; not certain yet. */
    LEAVING,
    /** It is no longer of the queue. */
    GONE
  }

  final Message message;
  final int size;
  final int lane;
  final long visibleAtMillis;

  /** Key in a last-value queue, bytes as Latin-1. */
  final @Nullable String key;

  /** What {@code key_ordered} keeps together. */
  @Nullable String group;

  /** Names it in the store; grows within a queue. 0 while pending. */
  long sequence;

  State state = State.PENDING;

  /** Whether depth and bytes include it. */
  boolean counted;

  /** The store gives it up for another message, or has done so: it does not come back. */
  boolean superseded;

  /** How many messages it is to give way to, if the store takes them. */
  int displacers;

  /** It gave way, or an operator removed it while it was to do so. */
  boolean displaced;

  /** A consumer took it for good. */
  boolean acknowledged;

  /** How often it was handed out. */
  int deliveries;

  /** Whether it was handed out since it came into memory. */
  boolean wasHandedOut;

  /** How many {@link #deliveries} the store knows of; 0 for none that it would have to forget. */
  int deliveriesStored;

  /** A consumer rejected it for good, and the store knows: it is handed out to nobody again. */
  boolean rejected;

  /** The delivery that is open. */
  @Nullable Handout handout;

  /** When it may be tried again (RETRY). */
  long dueMillis;

  /** The pause before the try after next. */
  long backOffMillis;

  /** What it leaves for, while it waits to be dead-lettered again. */
  @Nullable Departure departure;

  private ConsumerState[] excluded = NOBODY;

  // While pending, for the case that the store refuses it.
  @Nullable QueueEntry replaces;
  @Nullable QueueEntry successor;
  QueueLog.@Nullable Place replacesStored;
  List<QueueEntry> victims = List.of();

  /** Which part of the memory it takes while it waits. */
  Room.@Nullable Account heldIn;

  // Its neighbours in the AgeList of its lane.
  boolean isAging;
  @Nullable QueueEntry older;
  @Nullable QueueEntry younger;

  // The list that it is in.
  @Nullable EntryList list;
  @Nullable QueueEntry previous;
  @Nullable QueueEntry next;

  QueueEntry(Message message, int lane, long visibleAtMillis, @Nullable String key) {
    this.message = message;
    this.size = message.sizeBytes();
    this.lane = lane;
    this.visibleAtMillis = visibleAtMillis;
    this.key = key;
  }

  /** A message that comes back into memory. */
  static QueueEntry of(QueueLog.StoredEntry stored) {
    QueueEntry entry =
        new QueueEntry(stored.message(), stored.lane(), stored.visibleAtMillis(), stored.key());
    entry.sequence = stored.sequence();
    entry.deliveries = stored.deliveries();
    entry.deliveriesStored = stored.deliveries();
    entry.rejected = stored.rejected();
    entry.counted = true;
    entry.state = QueueEntry.State.WAITING;
    return entry;
  }

  /** Since when it could be handed out for the first time. */
  long visibleSinceMillis() {
    return Math.max(message.publishedAtMillis(), visibleAtMillis);
  }

  /** The consumer is not to get it again before {@link #dueMillis}. */
  void exclude(ConsumerState consumer) {
    if (!isExcluded(consumer)) {
      // A handful is remembered; more are as good as none.
      int keep = Math.min(excluded.length, 7);
      ConsumerState[] more =
          Arrays.copyOfRange(excluded, excluded.length - keep, excluded.length + 1);
      more[keep] = consumer;
      excluded = more;
    }
  }

  boolean isExcluded(ConsumerState consumer) {
    for (ConsumerState each : excluded) {
      if (each == consumer) {
        return true;
      }
    }
    return false;
  }

  void excludeNobody() {
    excluded = NOBODY;
  }

  /** Why a message leaves unhandled. */
  record Departure(DropReason reason, @Nullable String detail) {}
}

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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one queue keeps its messages: in lanes, each in the order of sequence numbers that grow
 * within the queue. Called by the queue's loop, and replies on it, never before the call has
 * returned; commands take effect in the order of the calls.
 */
public interface QueueLog {
  /**
   * What there was when the queue was opened.
   *
   * @param count messages
   * @param bytes sum of their sizes
   * @param lastSequence no message has a greater one
   * @param lanes those that are not empty
   * @param dedup what publishers have said lately, oldest first
   */
  record Recovered(
      long count, long bytes, long lastSequence, List<LaneCount> lanes, List<KnownId> dedup) {
    /** Of a new queue. */
    public static final Recovered NOTHING = new Recovered(0, 0, 0, List.of(), List.of());
  }

  /**
   * How much a lane holds.
   *
   * @param lane 0 to 255
   * @param head no message has a smaller sequence
   * @param count messages
   */
  record LaneCount(int lane, long head, long count) {}

  /**
   * An identifier of a message that was stored.
   *
   * @param id {@code mq-dedup-id}
   * @param atMillis when
   */
  record KnownId(String id, long atMillis) {}

  /**
   * One message as it is stored.
   *
   * @param key in a last-value queue, bytes as Latin-1
   * @param deliveries how often it had been handed out, as far as the store knows
   * @param rejected whether a consumer had rejected it for good, see {@link QueueLog#rejected}
   */
  record StoredEntry(
      int lane,
      long sequence,
      Message message,
      @Nullable String key,
      long visibleAtMillis,
      int deliveries,
      boolean rejected) {}

  /** Names a message in the store. */
  record Place(int lane, long sequence, int size) {}

  /**
   * A message to be stored, and what gives way to it; all of it or nothing.
   *
   * @param key takes the place of the message with the same key, if not null
   * @param visibleAtMillis 0 for at once
   * @param dedupId is remembered along with it, if not null
   * @param removed messages that are dropped for it
   */
  record Append(
      Message message,
      int lane,
      @Nullable String key,
      long visibleAtMillis,
      @Nullable String dedupId,
      List<Place> removed) {}

  /** What became of an {@link #append}. */
  interface AppendReply {
    /** It is as durable as the configuration promises. */
    void appended(long sequence);

    /** It is not stored. */
    void failed(BrokerException why);
  }

  /** Waits until the store has done something that has no other result. */
  @FunctionalInterface
  interface Fence {
    /**
     * It is done, or not.
     *
     * @param why the store could not write; null if all is as durable as the configuration promises
     */
    void reached(@Nullable BrokerException why);
  }

  /** What became of a {@link #read}. */
  interface PageReply {
    /**
     * Some messages, in order.
     *
     * @param complete whether there were no more when it was read
     */
    void page(List<StoredEntry> page, boolean complete);

    /** It could not be read. */
    void failed(BrokerException why);
  }

  /** What became of a {@link #find}. */
  interface FindReply {
    /** For each key its message, or null. */
    void found(List<@Nullable Place> places);

    /** It could not be read. */
    void failed(BrokerException why);
  }

  /** Stores a message. Replies come in the order of the calls. */
  void append(Append append, AppendReply reply);

  /**
   * Removes a message; one that is gone already is no error.
   *
   * @param counted whether {@link #deliveries} or {@link #rejected} was called for it
   */
  void remove(int lane, long sequence, boolean counted);

  /** Tells when the store has done all that it was asked until now; also shows if it can write. */
  void whenStored(Fence fence);

  /** Remembers how often a message was handed out. */
  void deliveries(int lane, long sequence, int count);

  /** Remembers the same, and that the message is due for the dead letters. */
  void rejected(int lane, long sequence, int count);

  /**
   * Reads messages of a lane from a sequence on.
   *
   * @param max greatest number
   * @param maxBytes the page ends with the message that exceeds this
   */
  void read(int lane, long fromSequence, int max, long maxBytes, PageReply reply);

  /** Looks for the messages of keys. */
  void find(List<String> keys, FindReply reply);

  /**
   * Removes all up to a sequence, but for some. If the store cannot write the fence is told so, and
   * it is done later.
   */
  void purge(long untilSequence, long[] keep, Fence fence);
}

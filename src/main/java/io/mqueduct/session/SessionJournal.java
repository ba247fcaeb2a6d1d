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
package io.mqueduct.session;

import io.mqueduct.message.Message;
import io.mqueduct.routing.Subscription;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what changes in one persistent session. Called by the loop that owns the session;
 * never blocks. What is written keeps the order of the calls.
 */
public interface SessionJournal {
  /** The message is done with; it was never sent. */
  int DONE = 0;

  /** The message is done with, and its packet identifier is free. */
  int ACKNOWLEDGED = 1;

  /** The message is done with, its packet identifier waits for PUBCOMP. */
  int RECEIVED = 2;

  /** The packet identifier is free; no message any more. */
  int COMPLETED = 3;

  /** Learns what became of a change. Any thread, once. */
  @FunctionalInterface
  interface Outcome {
    /** For changes nobody waits for. */
    Outcome IGNORED = stored -> {};

    /** Whether it is stored. */
    void done(boolean stored);
  }

  /** Receives what was read. Any thread, once. */
  @FunctionalInterface
  interface PageReader {
    /**
     * A page, oldest first.
     *
     * @param last whether there was nothing more; false as well if it could not be read
     * @param failed whether it could not be read
     */
    void page(List<StoredDelivery> page, boolean last, boolean failed);
  }

  /** The number of the session in the store. Any thread. */
  long number();

  /**
   * Messages that are done with. The arrays are taken over.
   *
   * @param marks each {@code what << 24 | lane << 16 | packetId}
   * @return false if nothing was taken: to be tried again
   */
  boolean settle(long[] sequences, int[] marks, Outcome outcome);

  /** Messages that are sent, in order, each {@code lane << 16 | packetId}; as {@link #settle}. */
  boolean sent(long[] sequences, int[] marks, Outcome outcome);

  /**
   * Adds a message to the session's own list.
   *
   * @param stored gets its sequence, or 0 if it could not be stored; any thread
   */
  boolean append(
      Message message, int[] identifiers, int qos, boolean retain, int lane, LongConsumer stored);

  /**
   * Drops from a lane down to a count: the oldest QoS 0 message, else the oldest.
   *
   * @param onlyQos0 whether nothing but QoS 0 is dropped
   */
  void trim(int lane, long maxCount, boolean onlyQos0);

  /** Drops all messages up to a sequence, but for some. */
  void purge(long untilSequence, long[] keep);

  /** Reads messages of a lane from one sequence to another, both included. */
  void read(int lane, long from, long until, int max, PageReader reader);

  /** The client released an inbound packet identifier, or it was released for it. */
  void released(int packetId, Outcome outcome);

  /** Adds or replaces subscriptions. */
  void subscribed(List<Subscription> subscriptions, Outcome outcome);

  /** Removes subscriptions. */
  void unsubscribed(List<Subscription> subscriptions, Outcome outcome);

  /** The will, or null for none. */
  void will(@Nullable Will will);

  /** The connection ended, and the session is kept for so long. */
  void detached(long nowMillis, long expirySeconds);

  /** The session ended, with all it had. */
  void ended();
}

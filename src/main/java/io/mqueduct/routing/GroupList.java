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
package io.mqueduct.routing;

import io.mqueduct.message.Message;
import java.util.List;

/**
 * What the store keeps for a shared group that has a durable member: the QoS 1 and 2 messages that
 * no member has handled. Any thread; never blocks.
 */
public interface GroupList {
  /** Names it in the store; 0 while the store does not have it yet, so that nothing is kept. */
  long number();

  /** A message was handled, or dropped. */
  void done(long sequence);

  /**
   * Gives a message to a durable member for good, so that after a crash too it is sent to nobody
   * else. The member's list is told.
   *
   * @param stays called if the group keeps it, because the member is no more; any thread
   */
  void move(
      Message message, long sequence, Subscription member, StoredList to, int qos, Runnable stays);

  /**
   * Reads messages from one sequence to another, both included.
   *
   * @param max greatest number of them
   */
  void read(long from, long until, int max, Reader reader);

  /** The group has lost its last member. */
  void end();

  /** Receives what was read. Any thread, once. */
  @FunctionalInterface
  interface Reader {
    /**
     * A page, oldest first.
     *
     * @param last whether there is nothing more up to where was asked for
     */
    void page(List<Kept> page, boolean last);
  }

  /**
   * A message that waits for a member; compares by what is to be handed out first.
   *
   * @param sequence names it in the list; 0 if it is not in the store
   * @param arrival counts up by what comes to the group; tells only for what is not in the store
   */
  record Kept(Message message, long sequence, long arrival) implements Comparable<Kept> {
    /** In the order of the store; what is not there came before the group was stored. */
    @Override
    public int compareTo(Kept other) {
      int bySequence = Long.compare(sequence, other.sequence);
      return bySequence != 0 || sequence > 0 ? bySequence : Long.compare(arrival, other.arrival);
    }
  }
}

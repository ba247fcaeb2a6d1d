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
import java.util.List;

/**
 * Changes of the message lists of sessions and queues. A list is addressed by the number of its
 * session or queue; a message in it by lane and sequence, the sequence being that of its {@link
 * Append}.
 */
public sealed interface MessageCommand extends Command
    permits MessageCommand.Append,
        MessageCommand.Move,
        Settle,
        Mark,
        MessageCommand.Trim,
        Purge,
        MessageCommand.Expire,
        MessageCommand.Sweep {

  @Override
  default boolean frees() {
    return true;
  }

  @Override
  default int sizeBytes() {
    return 64;
  }

  /**
   * Stores a message once and adds it to each target; targets that are gone are left out. Result:
   * the number of targets that took it.
   *
   * @param message what
   * @param targets 1 to 1,000,000
   */
  record Append(Message message, List<Target> targets) implements MessageCommand {
    /** Greatest number of targets. */
    public static final int MAX_TARGETS = 1_000_000;

    @Override
    public boolean frees() {
      return false;
    }

    @Override
    public int sizeBytes() {
      return 128 + message.sizeBytes() + 32 * targets.size();
    }
  }

  /**
   * Takes a message out of one list and adds it to another, where it has the command's sequence: at
   * any time exactly one of them has it. Result: 1; {@link #TARGET_GONE} if the target is gone, and
   * nothing was done; 0 if the first list does not have the message any more.
   *
   * @param number whose list has it
   * @param lane of it in that list
   * @param sequence of it in that list
   * @param target the list of somebody else
   * @param message what it is, as it was appended
   */
  record Move(long number, int lane, long sequence, Target target, Message message)
      implements MessageCommand {
    /** Result: the message stays where it is. */
    public static final long TARGET_GONE = 2;

    @Override
    public int sizeBytes() {
      return 160 + message.sizeBytes();
    }
  }

  /**
   * Drops from one lane while it is over its limit: the oldest QoS 0 message, else the oldest.
   * Result: how many were dropped.
   *
   * @param number whose list
   * @param lane which priority level
   * @param maxCount greatest number of messages
   * @param maxBytes greatest sum of {@link Message#sizeBytes()}
   * @param onlyQos0 whether nothing but QoS 0 is dropped
   */
  record Trim(long number, int lane, long maxCount, long maxBytes, boolean onlyQos0)
      implements MessageCommand {
    /** Drops whatever is the oldest if there is none of QoS 0. */
    public Trim(long number, int lane, long maxCount, long maxBytes) {
      this(number, lane, maxCount, maxBytes, false);
    }
  }

  /**
   * Removes messages whose expiry has passed and that were never marked as sent, earliest first.
   * Result: how many were due, those included that had gone with their list; if that is the limit
   * there may be more.
   */
  record Expire(long nowMillis, int limit) implements MessageCommand {}

  /**
   * Frees what lists that are gone have left behind, in portions. Result: how many messages were
   * freed. The log adds these by itself.
   */
  record Sweep(int limit) implements MessageCommand {}
}

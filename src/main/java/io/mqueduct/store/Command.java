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

import java.util.List;

/**
 * One durable change. Immutable, any thread.
 *
 * <p>A command carries everything that its effect depends on (time, ids), so that applying the same
 * commands in the same order to two stores gives the same bytes. Each applied command has a
 * sequence number, from 1 without gaps, which also names what it created: a message, a session, a
 * queue.
 *
 * <p>What a command gives back through {@link CommitCallback#committed} is said at each; 0 means
 * that it had no effect, because what it is about is gone or belongs to a later connection.
 */
public sealed interface Command
    permits SessionCommand, MessageCommand, RetainedCommand, QueueCommand, Command.Group {

  /** Whether it only takes away; such commands still pass when the disk is nearly full. */
  boolean frees();

  /** About how many bytes it holds in memory while it waits. */
  int sizeBytes();

  /**
   * Several changes that become durable together or not at all. The parts have consecutive
   * sequences; sequence and result of the group are those of the first. Parts do not see the
   * effects of one another; commands that scan the store (open, drop, delete, trim, purge, expire,
   * sweep) are not allowed.
   *
   * @param parts 1 to 4096 commands, none of them a group
   */
  record Group(List<Command> parts) implements Command {
    /** Greatest number of parts. */
    public static final int MAX_PARTS = 4096;

    /** Checks the parts. */
    public Group {
      parts = List.copyOf(parts);
      if (parts.isEmpty() || parts.size() > MAX_PARTS) {
        throw new IllegalArgumentException(parts.size() + " parts in a group");
      }
      for (var part : parts) {
        if (part instanceof Group || CommandCodec.scans(part)) {
          throw new IllegalArgumentException(part.getClass().getSimpleName() + " in a group");
        }
      }
    }

    @Override
    public boolean frees() {
      for (var part : parts) {
        if (!part.frees()) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int sizeBytes() {
      int sum = 32;
      for (var part : parts) {
        sum += part.sizeBytes();
      }
      return sum;
    }
  }
}

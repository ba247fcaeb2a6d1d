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

/**
 * Changes of the named queues, but for their messages, which are lists like those of sessions
 * ({@link MessageCommand}). What a queue is made of is the business of its owner: the store keeps a
 * text.
 */
public sealed interface QueueCommand extends Command {

  @Override
  default boolean frees() {
    return false;
  }

  /**
   * Creates a queue. Result: its number, the command's own sequence if it is new; if there is one
   * with this name already, the number of that, which is left as it is.
   *
   * @param name which
   * @param nowMillis wall clock
   * @param spec whatever the owner wants to find again
   */
  record DeclareQueue(String name, long nowMillis, String spec) implements QueueCommand {
    @Override
    public int sizeBytes() {
      return 128 + spec.length();
    }
  }

  /** Replaces the text of a queue. Result: 1. */
  record UpdateQueue(long number, String spec) implements QueueCommand {
    @Override
    public boolean frees() {
      return true; // it may be what gives the disk room: a lower limit, a shorter time
    }

    @Override
    public int sizeBytes() {
      return 128 + spec.length();
    }
  }

  /** Removes a queue with its messages. Result: 1. */
  record DeleteQueue(long number) implements QueueCommand {
    @Override
    public boolean frees() {
      return true;
    }

    @Override
    public int sizeBytes() {
      return 64;
    }
  }
}

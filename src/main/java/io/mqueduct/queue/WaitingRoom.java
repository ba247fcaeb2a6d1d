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

/**
 * How much may wait in memory before a queue can judge it: messages whose key or place the store is
 * asked for, and repetitions of what is on its way there. One per queue; owned by its loop.
 */
final class WaitingRoom {
  private static final int MOST = 10_000;
  private static final long MOST_BYTES = 16L << 20;

  /** While the messages of all queues take what they may. */
  private static final long FEW_BYTES = 1L << 20;

  private final MemoryBudget budget;
  private int count;
  private long bytes;

  WaitingRoom(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Whether one more may wait; it does from now on. One may always, however large it is. */
  boolean enter(Publication p) {
    long size = p.message.sizeBytes();
    long most = budget.hasRoom() ? MOST_BYTES : FEW_BYTES;
    if (count > 0 && (count >= MOST || bytes + size > most)) {
      return false;
    }
    add(1, size);
    return true;
  }

  /** One that waited does no more. */
  void left(Publication p) {
    add(-1, -p.message.sizeBytes());
  }

  private void add(int messages, long size) {
    count += messages;
    bytes += size;
    budget.use(size);
  }
}

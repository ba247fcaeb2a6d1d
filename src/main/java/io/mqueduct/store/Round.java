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
 * What is collected between two writes to the engine. Owned by the writer thread.
 *
 * <p>The engine does not show the changes of a round before it is written. A command that has to
 * look for things therefore splits the round first; one that names what it is about does not.
 */
final class Round {
  final WriteSet writes;
  private final Runnable flush;
  private long sequence;
  private long first;
  private long id = 1;

  Round(WriteSet writes, Runnable flush) {
    this.writes = writes;
    this.flush = flush;
  }

  /** Sequence of the command that is being applied. */
  long sequence() {
    return sequence;
  }

  /** Least sequence whose effects the engine does not show yet. */
  long first() {
    return first;
  }

  /** Number of the round within this run of the process. */
  long id() {
    return id;
  }

  void startCommand(long newSequence) {
    sequence = newSequence;
  }

  /** Everything up to here has been written. */
  void written(long nextSequence) {
    writes.clear();
    first = nextSequence;
    id++;
  }

  /** Makes the engine show everything so far. */
  void split() {
    flush.run();
  }
}

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

import org.jspecify.annotations.Nullable;

/**
 * Where the message that a last-value queue holds for a key is. Changed by the writer thread alone;
 * lane and sequence may be read by any thread.
 */
final class KeyPlace {
  static final KeyPlace NOWHERE = new KeyPlace(0, 0);

  final int lane;

  /** Of the message; 0 for nowhere. */
  final long sequence;

  /** What it counts for the limit of {@link RecentKeys}, in bytes. */
  final long cost;

  /** Known as long as the place is in {@link RecentKeys}. */
  Reference.@Nullable Key key;

  /** Whether the column of keys does not name it, and is not about to. */
  boolean recent;

  /** Whether readers are shown it. */
  boolean shown;

  /** One that the column of keys does not name yet. */
  KeyPlace(Reference.Key key, int lane, long sequence, long cost) {
    this.key = key;
    this.lane = lane;
    this.sequence = sequence;
    this.cost = cost;
    this.recent = true;
  }

  private KeyPlace(int lane, long sequence) {
    this.lane = lane;
    this.sequence = sequence;
    this.cost = 0;
  }

  /** One that the column of keys names. */
  static KeyPlace indexed(int lane, long sequence) {
    return new KeyPlace(lane, sequence);
  }
}

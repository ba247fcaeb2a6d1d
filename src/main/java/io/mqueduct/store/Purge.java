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

import java.util.Arrays;

/**
 * Removes up to {@code limit} messages of all lanes of one list, oldest first, that are not newer
 * than {@code untilSequence} and not among those to keep (the window of a session). Result: how
 * many; repeat until 0. Immutable, any thread; the array is taken over.
 */
public final class Purge implements MessageCommand {
  private final long number;
  private final long untilSequence;
  private final int limit;
  private final long[] keep;

  /** A purge of one portion. */
  public Purge(long number, long untilSequence, int limit, long[] keep) {
    this.number = number;
    this.untilSequence = untilSequence;
    this.limit = limit;
    this.keep = keep;
    Arrays.sort(keep);
  }

  /** Whose list. */
  public long number() {
    return number;
  }

  /** Newest message that may go. */
  public long untilSequence() {
    return untilSequence;
  }

  /** Greatest number of messages that go. */
  public int limit() {
    return limit;
  }

  /** Sequences of messages that stay, in order. Not to be changed. */
  public long[] keep() {
    return keep;
  }

  boolean keeps(long sequence) {
    return Arrays.binarySearch(keep, sequence) >= 0;
  }

  @Override
  public int sizeBytes() {
    return 64 + 8 * keep.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Purge that
        && number == that.number
        && untilSequence == that.untilSequence
        && limit == that.limit
        && Arrays.equals(keep, that.keep);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }
}

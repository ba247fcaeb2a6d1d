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
 * How the store works ({@code durability.*}). Immutable.
 *
 * @param fsync when what was committed is on the disk itself
 * @param fsyncIntervalMillis at most this much is lost with the power, for {@link Fsync#INTERVAL}
 * @param commitIntervalMillis how long a round waits for more; 0 for as soon as the writer is free
 * @param memoryBytes block cache and write buffers together
 * @param minFreeDiskBytes below this, what adds data is refused
 * @param maxWaitingCommands commands that may wait for the writer
 * @param maxWaitingBytes what they may hold
 */
public record StoreSettings(
    Fsync fsync,
    long fsyncIntervalMillis,
    long commitIntervalMillis,
    long memoryBytes,
    long minFreeDiskBytes,
    int maxWaitingCommands,
    long maxWaitingBytes) {
  /** The defaults of the product. */
  public static final StoreSettings DEFAULT =
      new StoreSettings(Fsync.INTERVAL, 100, 0, 64L << 20, 256L << 20, 1 << 16, 64L << 20);

  /** When a commit is on the disk. */
  public enum Fsync {
    /** Before anybody is told: nothing is lost with the power. */
    ALWAYS,
    /** Every interval: nothing is lost with the process, at most an interval with the power. */
    INTERVAL,
    /** When the operating system likes: nothing is lost with the process. */
    NEVER
  }

  /** The same with another policy. */
  public StoreSettings withFsync(Fsync other) {
    return new StoreSettings(
        other,
        fsyncIntervalMillis,
        commitIntervalMillis,
        memoryBytes,
        minFreeDiskBytes,
        maxWaitingCommands,
        maxWaitingBytes);
  }
}

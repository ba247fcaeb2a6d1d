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
package io.mqueduct.config;

import io.mqueduct.config.Setting.Unit;

/** The store on the disk: the section {@code durability}. */
public record DurabilitySettings(
    @Setting(
            key = "fsync",
            def = "interval",
            doc =
                "always: an acknowledgement means that the message survives a power loss; interval:"
                    + " a crash of the process, and a power loss but for the last fsync_interval;"
                    + " never: a crash of the process only.")
        Fsync fsync,
    @Setting(
            key = "fsync_interval",
            def = "100ms",
            unit = Unit.DURATION,
            min = 1,
            max = 3_600_000,
            doc = "Period of fsync: interval.")
        long fsyncIntervalMillis,
    @Setting(
            key = "commit_interval",
            def = "0",
            unit = Unit.DURATION,
            max = 10_000,
            doc =
                "How long writes are collected before they are committed together. 0: as soon as "
                    + "the writer is free.")
        long commitIntervalMillis,
    @Setting(
            key = "memory",
            def = "128MB",
            unit = Unit.BYTES,
            min = 16_777_216,
            doc = "Memory of the store outside the heap: block cache and write buffers together.")
        long memoryBytes,
    @Setting(
            key = "min_free_disk",
            def = "256MB",
            unit = Unit.BYTES,
            doc = "Below this much free space writes are refused, with a reason, until it is back.")
        long minFreeDiskBytes) {

  /** When written data is forced to the disk. */
  public enum Fsync {
    /** Before each acknowledgement. */
    ALWAYS,
    /** Every interval. */
    INTERVAL,
    /** When the operating system likes to. */
    NEVER
  }
}

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

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Watches that there is room on the disk, a few times a second. Owned by the writer thread. */
final class FreeSpace {
  static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Columns columns;
  private final long minFreeBytes;
  private long nextCheckNanos = System.nanoTime();
  private @Nullable String why;

  FreeSpace(Columns columns, long minFreeBytes) {
    this.columns = columns;
    this.minFreeBytes = minFreeBytes;
  }

  /** Looks, if it is time to; returns whether it did. */
  boolean check() {
    long now = System.nanoTime();
    if (now - nextCheckNanos < 0) {
      return false;
    }
    nextCheckNanos = now + CHECK_NANOS;
    long free = columns.usableBytes();
    why =
        free >= minFreeBytes
            ? null
            : "the disk of "
                + columns.location()
                + " has "
                + (free >> 20)
                + " MB left, durability.min_free_disk is "
                + (minFreeBytes >> 20)
                + " MB";
    return true;
  }

  boolean isShort() {
    return why != null;
  }

  /** In one line; null if there is room. */
  @Nullable String why() {
    return why;
  }
}

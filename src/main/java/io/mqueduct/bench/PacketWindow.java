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
package io.mqueduct.bench;

/** Packet identifiers of one publisher that are not acknowledged. Belongs to its event loop. */
final class PacketWindow {
  private final long[] used = new long[1024];
  private int limit;
  private int open;
  private int last;

  PacketWindow(int limit) {
    this.limit = limit;
  }

  /** The broker takes no more than that many at a time (Receive Maximum). */
  void limit(int most) {
    limit = Math.min(limit, most);
  }

  int available() {
    return Math.max(0, limit - open);
  }

  int limit() {
    return limit;
  }

  /** The next free identifier, 1 to 65,535. */
  int take() {
    do {
      last = last == 65_535 ? 1 : last + 1;
    } while ((used[last >>> 6] & 1L << last) != 0);
    used[last >>> 6] |= 1L << last;
    open++;
    return last;
  }

  /** Gives it back; false if it was not in use. */
  boolean free(int id) {
    long bit = 1L << id;
    if ((used[id >>> 6] & bit) == 0) {
      return false;
    }
    used[id >>> 6] &= ~bit;
    open--;
    return true;
  }
}

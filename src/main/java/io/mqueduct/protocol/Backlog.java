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
package io.mqueduct.protocol;

/**
 * What the bytes that wait for one client's socket mean: too many, and it gets no deliveries until
 * few are left; twice as many, which only answers to its own packets can make, and it is not read
 * from either, or one who asks and never reads could fill the memory. Owned by the connection's
 * loop.
 */
final class Backlog {
  private final int high;
  private final int low;
  private boolean congested;
  private boolean choked;

  /** With the marks {@code limits.send_buffer_high} and {@code limits.send_buffer_low}, bytes. */
  Backlog(int high, int low) {
    this.high = high;
    this.low = low;
  }

  /** Whether deliveries wait: above high water, until below low water. */
  boolean isCongested(long waiting) {
    congested = waiting > (congested ? low : high);
    return congested;
  }

  /** Whether that congestion, if there was one, is over. */
  boolean endsCongestion(long waiting) {
    return congested && !isCongested(waiting);
  }

  /** Whether the client is not read from. */
  boolean isChoked() {
    return choked;
  }

  /** Whether from now on the client is not read from. */
  boolean chokes(long waiting) {
    boolean begins = !choked && waiting > 2L * high;
    choked |= begins;
    return begins;
  }

  /** Whether the client, which was not read from, now is again. */
  boolean endsChoking(long waiting) {
    boolean ends = choked && waiting <= low;
    choked &= !ends;
    return ends;
  }
}

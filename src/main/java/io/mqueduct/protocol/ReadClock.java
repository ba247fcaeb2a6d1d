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
 * Up to when a loop has read what clients sent, for the time limits of clients: a pass reads first
 * and looks at the time last, so what came while a pass took long is not read yet when its time is
 * up already. Whoever is judged by the pass before is not taken to be silent for the loop's own
 * slowness. Owned by the loop.
 */
final class ReadClock {
  private final long tickMillis;
  private long lastMillis;
  private long readMillis;

  /**
   * A clock that starts.
   *
   * @param tickMillis how often it is told the time, if the loop is not late
   */
  ReadClock(long tickMillis, long nowMillis) {
    this.tickMillis = tickMillis;
    this.lastMillis = nowMillis;
    this.readMillis = nowMillis;
  }

  /** A tick, after which {@link #readMillis} is that of the tick before. */
  void tick(long nowMillis) {
    // A timer that is late makes up for it at once, in the same pass, in which nothing is read.
    if (nowMillis - lastMillis >= tickMillis / 2 || nowMillis < lastMillis) {
      readMillis = Math.min(lastMillis, nowMillis);
      lastMillis = nowMillis;
    }
  }

  /** What had arrived by then has been read. */
  long readMillis() {
    return readMillis;
  }
}

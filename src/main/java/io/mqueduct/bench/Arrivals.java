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

import java.util.BitSet;

/** What one subscriber got of each publisher. Belongs to the subscriber's event loop. */
sealed interface Arrivals {
  /** How a message arrived. */
  enum Arrival {
    FRESH,
    /** Behind one that was sent later. */
    LATE,
    DUPLICATE
  }

  Arrival note(int publisher, int sequence);

  /** For messages whose order is kept: remembers the last 64 of each publisher. */
  final class Ordered implements Arrivals {
    private final int[] last;
    private final long[] seen;

    Ordered(int publishers) {
      last = new int[publishers];
      seen = new long[publishers];
    }

    @Override
    public Arrival note(int publisher, int sequence) {
      int ahead = sequence - last[publisher];
      if (ahead > 0) {
        seen[publisher] = ahead < 64 ? (seen[publisher] << ahead) | 1 : 1;
        last[publisher] = sequence;
        return Arrival.FRESH;
      }
      long bit = 1L << -ahead;
      if (ahead > -64 && (seen[publisher] & bit) != 0) {
        return Arrival.DUPLICATE;
      }
      if (ahead > -64) {
        seen[publisher] |= bit;
      }
      return Arrival.LATE;
    }
  }

  /** For messages whose order is kept within a topic: remembers the last of each topic. */
  final class OfTopics implements Arrivals {
    private final int topics;
    private final int[] last;

    OfTopics(int publishers, int topics) {
      this.topics = topics;
      last = new int[Math.multiplyExact(publishers, topics)];
    }

    @Override
    public Arrival note(int publisher, int sequence) {
      int at = publisher * topics + sequence % topics;
      int before = last[at];
      if (sequence > before) {
        last[at] = sequence;
        return Arrival.FRESH;
      }
      return sequence == before ? Arrival.DUPLICATE : Arrival.LATE;
    }
  }

  /** For messages that may come in any order: remembers all of them. */
  final class Unordered implements Arrivals {
    private final BitSet[] seen;

    Unordered(int publishers) {
      seen = new BitSet[publishers];
      for (int i = 0; i < publishers; i++) {
        seen[i] = new BitSet();
      }
    }

    @Override
    public Arrival note(int publisher, int sequence) {
      if (seen[publisher].get(sequence)) {
        return Arrival.DUPLICATE;
      }
      seen[publisher].set(sequence);
      return Arrival.FRESH;
    }
  }
}

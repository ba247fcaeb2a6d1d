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
package io.mqueduct.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Judges connections and counts. Owned by the driver's loop until the driver has ended. */
final class Verdicts {
  private static final int MOST_KEPT = 20;

  /** How a connection ended. */
  enum Outcome {
    /** The broker answered the last PINGREQ. */
    ANSWERED,
    /** The broker closed. */
    CLOSED,
    /** The client left in the middle of a packet too long to be completed. */
    ABANDONED,
    /** Neither, for too long. */
    HUNG
  }

  private final List<String> failures = new ArrayList<>();
  private final TreeMap<String, Long> counts = new TreeMap<>();
  private long failed;
  private long judged;
  private long longestNanos;

  /** Counts what a connection came to, and whether the broker owed it something else. */
  void judge(Sequence sequence, Frames frames, Answers answers, Outcome outcome, long nanos) {
    judged++;
    longestNanos = Math.max(longestNanos, nanos);
    if (outcome == Outcome.HUNG) {
      failed(sequence, "neither an answer nor the end");
    }
    if (answers.fault() != null) {
      failed(sequence, "the broker sent " + answers.fault());
    }
    boolean carrierIsWrong = sequence.webSocketFault() != Sequence.WebSocketFault.NONE;
    if (frames.version() > 0 && frames.version() < 5 && answers.disconnectCode() >= 0) {
      failed(sequence, "DISCONNECT to a client of 3.1 or 3.1.1");
    }
    String how = outcome.name();
    if (outcome == Outcome.CLOSED) {
      boolean refused = answers.connackCode() > 0;
      how =
          refused
              ? "CONNACK 0x%02X".formatted(answers.connackCode())
              : answers.disconnectCode() > 0
                  ? "DISCONNECT 0x%02X".formatted(answers.disconnectCode())
                  : "closed";
      boolean isOwed = frames.version() == 5 && !frames.goodbye() && !carrierIsWrong;
      if (isOwed && !refused && answers.disconnectCode() <= 0) {
        failed(
            sequence,
            "5.0 was closed without a reason after %d ms and %s"
                .formatted(nanos / 1_000_000, answers));
      }
    }
    String kind = frames.version() == 5 ? "5.0 " : frames.version() == 0 ? "? " : "3.x ";
    counts.merge(kind + how, 1L, Long::sum);
  }

  /** A connection that waits until the broker ends it. */
  void waiting() {
    counts.merge("waited for the broker's time-out", 1L, Long::sum);
  }

  void failed(Sequence sequence, String why) {
    failed++;
    if (failures.size() < MOST_KEPT) {
      failures.add(why + ": " + sequence);
    }
  }

  List<String> failures() {
    return failures;
  }

  long failed() {
    return failed;
  }

  long judged() {
    return judged;
  }

  long longestMillis() {
    return longestNanos / 1_000_000;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    counts.forEach((key, value) -> text.append("\n  %9d  %s".formatted(value, key)));
    return text.toString();
  }
}

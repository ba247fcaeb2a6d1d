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

import io.mqueduct.message.ReasonCode;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledgements to one publisher in the order of its PUBLISH packets (MQTT-4.6.0-2,
 * MQTT-4.6.0-3), however the stores behind them finish. Owned by the connection's loop. An
 * acknowledgement that can be given at once, with nothing before it, never comes here.
 */
final class AckQueue {
  /** The message went to no queue. */
  static final int NO_HINT = -1;

  private final ArrayDeque<Pending> waiting = new ArrayDeque<>(0);
  private final Sink sink;
  private int waitingQos1;

  /** Who writes the acknowledgements. */
  interface Sink {
    /**
     * Writes PUBACK or PUBREC, as the QoS asks.
     *
     * @param fillPercent how full the fullest queue is that took the message, or {@link #NO_HINT}
     * @param reason for people, or null
     */
    void acknowledge(
        int packetId, int qos, ReasonCode code, int fillPercent, @Nullable String reason);
  }

  /** One PUBLISH that is not yet answered. */
  final class Pending {
    private final int packetId;
    private final int qos;
    private @Nullable ReasonCode code;
    private int fillPercent = NO_HINT;
    private @Nullable String reason;

    private Pending(int packetId, int qos) {
      this.packetId = packetId;
      this.qos = qos;
    }

    /** How full the fullest queue is that the message went to; before {@link #done}. */
    void hint(int percent) {
      fillPercent = percent;
    }

    /** What goes into the Reason String; before {@link #done}. */
    void reason(@Nullable String text) {
      reason = text;
    }

    /** It may be answered; called once, on the connection's loop. */
    void done(ReasonCode outcome) {
      code = outcome;
      drain();
    }
  }

  AckQueue(Sink sink) {
    this.sink = sink;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  int size() {
    return waiting.size();
  }

  /** Those of QoS 1 alone; a session counts its inbound QoS 2 messages itself. */
  int sizeOfQos1() {
    return waitingQos1;
  }

  /** A PUBLISH whose answer has to wait. */
  Pending add(int packetId, int qos) {
    Pending pending = new Pending(packetId, qos);
    waiting.add(pending);
    waitingQos1 += qos == 1 ? 1 : 0;
    return pending;
  }

  private void drain() {
    for (Pending first = waiting.peek();
        first != null && first.code != null;
        first = waiting.peek()) {
      waiting.remove();
      waitingQos1 -= first.qos == 1 ? 1 : 0;
      sink.acknowledge(first.packetId, first.qos, first.code, first.fillPercent, first.reason);
    }
  }
}

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
 * Stops reading from a publisher while too much of what it sent, or of what all sent, waits for the
 * store. Owned by the connection's loop.
 */
final class StorePause {
  private static final int MOST_UNANSWERED = 1000;

  /** It goes on when so few publishes are unanswered. */
  private static final int RESUMES_AT = 100;

  private static final long MOMENT_MILLIS = 5;

  private final Connection connection;
  private boolean isOn;

  StorePause(Connection connection) {
    this.connection = connection;
  }

  /** A publish waits for the store: begins a pause if it is time. */
  void begin() {
    if (connection.state == Connection.State.CONNECTED
        && (connection.acks.size() >= MOST_UNANSWERED
            || connection.services.router.isStoreBusy())) {
      isOn = true;
      connection.channel().hold();
    }
  }

  /** What is published at QoS 0 is too much: nothing is read for a moment, or as long as it is. */
  void beginForAWhile() {
    if (!isOn && connection.state == Connection.State.CONNECTED) {
      isOn = true;
      connection.channel().hold();
      connection.services.loop.later(this::endOfMoment, MOMENT_MILLIS);
    }
  }

  private void endOfMoment() {
    if (isOn && isFull() && connection.state == Connection.State.CONNECTED) {
      connection.services.loop.later(this::endOfMoment, MOMENT_MILLIS);
    } else {
      end();
    }
  }

  private boolean isFull() {
    ConnectedPublisher publisher = connection.publisher;
    return publisher != null && publisher.turns().isFull();
  }

  /** The store has answered a publish: ends the pause if few are left. */
  void end() {
    if (isOn && connection.acks.size() <= RESUMES_AT && !isFull()) {
      isOn = false;
      connection.channel().resume();
    }
  }
}

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

/**
 * What a connection may take its time for, and what becomes of it then: the keep alive time
 * (MQTT-3.1.2-22), a complete CONNECT, the last bytes before the end. Called on its loop, no state
 * of its own.
 */
final class TimeLimits {
  private TimeLimits() {}

  /** Ends what has taken too long; when {@link #untilLookMillis} is over, or earlier. */
  @SuppressWarnings("ReferenceEquality") // a change of settings is a new object; equals is dear
  static void look(Connection at, long nowMillis) {
    LoopServices services = at.services;
    if (at.settingsSeen != services.settings()) {
      at.settingsSeen = services.settings();
      at.channel().rules(services.inboundRules(at.peer.listener(), nowMillis));
      if (at.session != null) {
        services.configure(at.session, nowMillis);
      }
    }
    switch (at.state) {
      case CONNECTED -> {
        if (at.channel().isHeld()) {
          at.heardAtMillis = nowMillis; // what it has said waits for us
        }
        if (at.replays != null) {
          at.replays.tick();
        }
        long limit = at.negotiated.silenceMillis();
        if (limit > 0 && services.readMillis() - at.heardAtMillis > limit) { // [MQTT-3.1.2-22]
          at.disconnect(ReasonCode.KEEP_ALIVE_TIMEOUT, "nothing heard within the keep alive time");
        }
      }
      case CLOSED -> {
        if (nowMillis - at.closedAtMillis > LoopServices.CLOSE_TIMEOUT_MILLIS) {
          at.channel().cut();
        }
      }
      default -> {
        if (services.readMillis() - at.openedAtMillis > connectMillis(at)) {
          at.refuse(ReasonCode.UNSPECIFIED_ERROR, "no complete CONNECT in time");
        }
      }
    }
  }

  private static long connectMillis(Connection of) {
    return of.services.connectMillis(of.peer.listener());
  }

  /**
   * How long nothing can have taken too long, whatever happens; below 1 if something has already,
   * unless what has not been read yet says otherwise.
   */
  static long untilLookMillis(Connection of, long nowMillis) {
    return switch (of.state) {
      case CONNECTED -> {
        long limit = of.negotiated.silenceMillis();
        long silent = limit > 0 ? of.heardAtMillis + limit + 1 - nowMillis : LookWheel.NEVER;
        yield of.replays != null && of.replays.areMetered()
            ? Math.min(silent, UnfinishedReplays.METERED_MILLIS)
            : silent;
      }
      case CLOSED ->
          Math.max(1, of.closedAtMillis + LoopServices.CLOSE_TIMEOUT_MILLIS + 1 - nowMillis);
      default -> of.openedAtMillis + connectMillis(of) + 1 - nowMillis;
    };
  }
}

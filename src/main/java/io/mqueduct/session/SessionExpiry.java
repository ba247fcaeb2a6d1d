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
package io.mqueduct.session;

import java.util.OptionalLong;

/** How long a session is kept without a connection (MQTT 5.0, 3.1.2.11.2). Pure functions. */
public final class SessionExpiry {
  /** A Session Expiry Interval of 0xFFFFFFFF: the session never expires. */
  public static final long NEVER_SECONDS = 0xFFFF_FFFFL;

  private SessionExpiry() {}

  /**
   * For a 5.0 client: what it asked for, 0 if it did not say, at most what the broker allows. If
   * that is less, the CONNACK says so (MQTT-3.2.2-21).
   */
  public static long forVersion5(OptionalLong requestedSeconds, long maxSeconds) {
    return Math.min(requestedSeconds.orElse(0), maxSeconds);
  }

  /**
   * For a 3.x client: nothing with clean session 1, else what the broker's configuration says
   * ({@code session_expiry_interval}).
   */
  public static long forVersion3(boolean cleanSession, long configuredSeconds) {
    return cleanSession ? 0 : Math.min(configuredSeconds, NEVER_SECONDS);
  }

  /**
   * A DISCONNECT that carries a Session Expiry Interval: the new value, or empty if it is a
   * protocol error, because the CONNECT said 0 and this is not 0 (3.14.2.2.2).
   */
  public static OptionalLong onDisconnect(
      long connectSeconds, long requestedSeconds, long maxSeconds) {
    if (connectSeconds == 0 && requestedSeconds != 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.min(requestedSeconds, maxSeconds));
  }

  /** The wall clock at which a session ends whose connection ended at the given time. */
  public static long endsAt(long closedAtMillis, long expirySeconds) {
    return expirySeconds >= NEVER_SECONDS ? Long.MAX_VALUE : closedAtMillis + expirySeconds * 1000;
  }
}

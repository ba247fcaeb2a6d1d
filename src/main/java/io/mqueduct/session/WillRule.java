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

import org.jspecify.annotations.Nullable;

/** When a will is published (MQTT 5.0, 3.1.2.5 and 3.1.3.2.2). Pure functions, any thread. */
public final class WillRule {
  /** It is never published: discard it. */
  public static final long NEVER = Long.MAX_VALUE;

  /** How a connection ended. */
  public enum Ending {
    /** DISCONNECT 0x00, or any DISCONNECT of a 3.x client: the will is discarded. */
    DISCONNECTED,
    /** DISCONNECT 0x04. */
    DISCONNECTED_WITH_WILL,
    /** Anything else: socket gone, keep alive, an error on either side, kicked, shut down. */
    LOST,
    /** A new connection of the same client id took the session and continues it. */
    TAKEN_OVER,
    /** A new connection of the same client id began a new session (clean start). */
    REPLACED
  }

  private WillRule() {}

  /**
   * The wall clock at which the will is to be published; at or before {@code closedAtMillis} means
   * at once, {@link #NEVER} that it is discarded. If the session ends earlier than that, in
   * whatever way, it is published at once; if a connection continues the session earlier, it is
   * discarded.
   *
   * @param closedAtMillis when the connection ended
   * @param sessionExpirySeconds how long the session is kept from then on
   */
  public static long publishAt(
      @Nullable Will will, Ending ending, long closedAtMillis, long sessionExpirySeconds) {
    if (will == null) {
      return NEVER;
    }
    return switch (ending) {
      case DISCONNECTED -> NEVER;
      case REPLACED -> closedAtMillis;
      case TAKEN_OVER -> will.delaySeconds() == 0 ? closedAtMillis : NEVER;
      case DISCONNECTED_WITH_WILL, LOST ->
          closedAtMillis + Math.min(will.delaySeconds(), sessionExpirySeconds) * 1000;
    };
  }
}

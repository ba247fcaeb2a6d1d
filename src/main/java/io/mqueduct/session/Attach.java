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

/**
 * Asks the registry for the session of a client id, on behalf of a connection that was let in.
 *
 * @param clientId whose
 * @param cleanStart whether an existing session is thrown away (MQTT-3.1.2-4)
 * @param loop the connection's loop, which will own the session
 * @param loopAddress event-bus address of that loop, for an {@link Evict}
 * @param expiryMillis Session Expiry Interval, 0 for none, {@link Long#MAX_VALUE} for never
 * @param version of the protocol: 3, 4 or 5
 * @param username of the client, if it gave one
 * @param will of the connection
 */
public record Attach(
    String clientId,
    boolean cleanStart,
    SessionLoop loop,
    String loopAddress,
    long expiryMillis,
    int version,
    @Nullable String username,
    @Nullable Will will) {
  /** Without a will. */
  public Attach(
      String clientId,
      boolean cleanStart,
      SessionLoop loop,
      String loopAddress,
      long expiryMillis,
      int version,
      @Nullable String username) {
    this(clientId, cleanStart, loop, loopAddress, expiryMillis, version, username, null);
  }

  /** The same, but throwing away what there is. */
  Attach asClean() {
    return new Attach(clientId, true, loop, loopAddress, expiryMillis, version, username, will);
  }
}
